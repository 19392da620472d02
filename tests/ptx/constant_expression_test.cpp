// Integer constant expressions, wherever an integer may stand.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

ParseResult parsed(const std::string& items) {
  const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" + items;
  return parse_module({"test.ptx", text});
}

ParseResult parsed_kernel(const std::string& body) {
  return parsed(".entry k() { .reg .b64 %rd<4>; .reg .f32 %f<2>; " + body + " ret; }");
}

// The number that mov.b64 moves; none if that is an error.
std::optional<std::uint64_t> value_of(std::string_view expression) {
  const ParseResult result = parsed_kernel("mov.b64 %rd1, " + std::string(expression) + ";");
  if (!result.diagnostics.empty()) return std::nullopt;
  return result.module.functions[0].instructions[0].operands[1].bits;
}

struct Constant {
  std::string_view expression;
  std::uint64_t value;
};

constexpr std::uint64_t kMinusOne = ~std::uint64_t{0};

constexpr Constant kConstants[] = {
    {"1 + 2 * 3",                       7                     },
    {"(1 + 2) * 3",                     9                     },
    {"-(2 + 3)",                        kMinusOne - 4         },
    {"-2 + 3",                          1                     },
    {"10 - 4 - 3",                      3                     },
    {"~0",                              kMinusOne             },
    {"~0x0f & 0xff",                    0xf0                  },
    {"(1 << 4) | 3",                    19                    },
    {"1 << 4 | 3",                      19                    },
    {"6 ^ 3 & 1",                       7                     },
    {"1 << 63",                         std::uint64_t{1} << 63},
    {"1 << 64",                         0                     },
    {"-8 >> 1",                         kMinusOne - 3         },
    {"-8 >> 99",                        kMinusOne             },
    {"0xfffffffffffffff8 >> 1",         0x7ffffffffffffffc    },
    {"7 / 2",                           3                     },
    {"-7 / 2",                          kMinusOne - 2         },
    {"-7 % 4",                          kMinusOne - 2         },
    {"(.u64) -2 / 2",                   0x7fffffffffffffff    },
    {"-2 / 2U",                         0x7fffffffffffffff    },
    {"(-9223372036854775807 - 1) / -1", std::uint64_t{1} << 63},
    {"-1 < 1",                          1                     },
    {"-1 < 1U",                         0                     },
    {"(.s64) 0xffffffffffffffff < 1",   1                     },
    {"3 >= 3",                          1                     },
    {"2 == 2 && 3 != 3",                0                     },
    {"0 || 5",                          1                     },
    {"1 + !7",                          1                     },
    {"7 == 7 ? 3 : 4",                  3                     },
    {"0 ? 1 : 0 ? 2 : 5",               5                     },
    {"2*WARP_SZ",                       64                    },
};

TEST(ConstantExpression, HasTheValueThatCGivesIt) {
  for (const auto& [expression, value] : kConstants) {
    EXPECT_EQ(value_of(expression), value) << expression;
  }
}

TEST(ConstantExpression, OfNoMeaningIsAnError) {
  for (const char* expression :
       {"1 +", "(1", "1 / 0", "1 % (3 - 3)", "1 ? 2", "1 2", "(.s32) 1", "1 + 1.5", "1 + %rd2",
        "99999999999999999999", "1 + 99999999999999999999", "()"}) {
    EXPECT_EQ(value_of(expression), std::nullopt) << expression;
  }
  EXPECT_EQ(value_of(std::string(10000, '(')), std::nullopt);
  EXPECT_EQ(value_of("1" + std::string(10000, '-') + "1"), std::nullopt);
}

TEST(ConstantExpression, StandsInOffsets) {
  const ParseResult result = parsed_kernel(
      "ld.global.f32 %f1, [%rd1+4*33]; ld.global.f32 %f1, [%rd1-2*4+(1<<4)]; "
      "ld.global.f32 %f1, [%rd1+-4]; ld.global.f32 %f1, [64-8];");
  ASSERT_TRUE(result.diagnostics.empty()) << to_text(result.diagnostics[0]);
  const auto& instructions = result.module.functions[0].instructions;
  EXPECT_EQ(instructions[0].operands[1].offset, 132);
  EXPECT_EQ(instructions[1].operands[1].offset, 8);
  EXPECT_EQ(instructions[2].operands[1].offset, -4);
  EXPECT_EQ(instructions[3].operands[1].offset, 56);
}

TEST(ConstantExpression, StandsInSizesAndInitialValues) {
  const ParseResult result = parsed(
      ".global .b8 x[2*(3+1)] = {1+1, -(3), 7>>1};\n.global .s16 y = 1 ? -2 : 3;\n"
      ".shared .f32 tile[32][32+1];\n");
  ASSERT_TRUE(result.diagnostics.empty()) << to_text(result.diagnostics[0]);
  const auto& variables = result.module.variables;
  EXPECT_EQ(variables[0].bytes, 8U);
  EXPECT_EQ(variables[0].initial, (std::vector<std::uint8_t>{2, 0xfd, 3}));
  EXPECT_EQ(variables[1].initial, (std::vector<std::uint8_t>{0xfe, 0xff}));
  EXPECT_EQ(variables[2].bytes, 32U * 33U * 4U);
  EXPECT_FALSE(parsed(".shared .b8 x[1-2];\n").diagnostics.empty());
}

}  // namespace
}  // namespace smemlens::ptx
