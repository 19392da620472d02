#include "smemlens/ptx/lexer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/literal.h"

namespace smemlens::ptx {
namespace {

// The tokens of `text`, one space between two.
std::string tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::string tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next()) {
    if (!tokens.empty()) tokens += ' ';
    tokens += token.kind == TokenKind::kBad ? "BAD" : std::string(token.text);
  }
  return tokens;
}

struct TokenCase {
  const char* text;
  const char* tokens;
};

constexpr TokenCase kTokenCases[] = {
    {"",                                       ""                                                },
    {" \t\r\n",                                ""                                                },
    {"@%p1 bra $L__BB0_2;",                    "@ %p1 bra $L__BB0_2 ;"                           },
    {"@!%p1 ld.shared::cta.f32 %f1,[%r4+-8];", "@ ! %p1 ld.shared::cta.f32 %f1 , [ %r4 + - 8 ] ;"},
    {"mov.u32 %r1,%tid.x;",                    "mov.u32 %r1 , %tid.x ;"                          },
    {".visible.entry k(.param.u64 a)",         ".visible .entry k ( .param .u64 a )"             },
    {".reg .b32 %r<10>;",                      ".reg .b32 %r < 10 > ;"                           },
    {"$L_1:bar.sync 0;",                       "$L_1 : bar.sync 0 ;"                             },
    {"p : .callprototype",                     "p : .callprototype"                              },
    {"a// comment\nb/* c\n */d",               "a b d"                                           },
    {"# 1 \"x.cu\"\na",                        "a"                                               },
    {"/* never closed",                        ""                                                },
    {"%r1|%p1",                                "%r1 | %p1"                                       },
    {"cp.async.bulk.tensor.2d.tile",           "cp.async.bulk.tensor.2d.tile"                    },
    {".file 1 \"a b\\\"c.cu\"",                ".file 1 a b\\\"c.cu"                             },
    {"\"never closed\n x",                     "BAD x"                                           },
    {"\"",                                     "BAD"                                             },
    {"\"\\",                                   "BAD"                                             },
    {". .",                                    "BAD BAD"                                         },
    {"\x01 `",                                 "BAD BAD"                                         },
    {"12abc",                                  "BAD"                                             },
    {"0x",                                     "BAD"                                             },
    {"09",                                     "BAD"                                             },
    {"0b12",                                   "BAD"                                             },
    {"0f3F8",                                  "BAD"                                             },
    {"0fGGGGGGGG",                             "BAD"                                             },
};

TEST(Lexer, SplitsTextIntoTokens) {
  for (const auto& [text, tokens] : kTokenCases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(tokens_of(text), tokens);
  }
}

struct NumberCase {
  const char* text;
  TokenKind kind;
  std::uint64_t value;
};

const NumberCase kNumberCases[] = {
    {"0",                    TokenKind::kInteger, 0                                  },
    {"42",                   TokenKind::kInteger, 42                                 },
    {"42U",                  TokenKind::kInteger, 42                                 },
    {"0x1F",                 TokenKind::kInteger, 31                                 },
    {"0X1fU",                TokenKind::kInteger, 31                                 },
    {"017",                  TokenKind::kInteger, 15                                 },
    {"0b101",                TokenKind::kInteger, 5                                  },
    {"18446744073709551615", TokenKind::kInteger, UINT64_MAX                         },
    {"0f3F800000",           TokenKind::kFloat32, 0x3f800000                         },
    {"0Fbf800000",           TokenKind::kFloat32, 0xbf800000                         },
    {"0d3FF0000000000000",   TokenKind::kFloat64, 0x3ff0000000000000                 },
    {"1.5",                  TokenKind::kFloat64, std::bit_cast<std::uint64_t>(1.5)  },
    {"0.5",                  TokenKind::kFloat64, std::bit_cast<std::uint64_t>(0.5)  },
    {"2e-3",                 TokenKind::kFloat64, std::bit_cast<std::uint64_t>(2e-3) },
    {"1.25E+2",              TokenKind::kFloat64, std::bit_cast<std::uint64_t>(125.0)},
};

TEST(Lexer, ReadsNumbersOfEveryKind) {
  for (const auto& [text, kind, value] : kNumberCases) {
    SCOPED_TRACE(text);
    const Token token = Lexer(text).next();
    EXPECT_EQ(token.kind, kind);
    EXPECT_EQ(token.value, value);
    EXPECT_FALSE(token.is_too_large);
    EXPECT_EQ(token.span.end, std::string_view(text).size());
  }
}

TEST(Lexer, SaysThatAMillionDigitsAreTooMany) {
  const std::string digits(1'000'000, '9');
  const Token token = Lexer(digits).next();
  EXPECT_TRUE(token.is_too_large);
  EXPECT_EQ(token.text.size(), digits.size());
}

struct BitsCase {
  const char* text;
  Type type;
  bool is_negative;
  std::optional<std::uint64_t> bits;
};

const BitsCase kBitsCases[] = {
    {"1",                    Type::kU32, false, 1                                },
    {"1",                    Type::kS32, true,  0xffffffffffffffff               },
    {"0f3F800000",           Type::kF32, false, 0x3f800000                       },
    {"0f3F800000",           Type::kF32, true,  0xbf800000                       },
    {"0f3F800000",           Type::kB32, false, 0x3f800000                       },
    {"0f3F800000",           Type::kF64, false, 0x3ff0000000000000               },
    {"0d3FF0000000000000",   Type::kF64, false, 0x3ff0000000000000               },
    {"0d3FF0000000000000",   Type::kB64, false, 0x3ff0000000000000               },
    {"0d3FF0000000000000",   Type::kF32, false, 0x3f800000                       },
    {"1.5",                  Type::kF32, true,  0xbfc00000                       },
    {"1.5",                  Type::kF64, false, std::bit_cast<std::uint64_t>(1.5)},
    {"1.5",                  Type::kU32, false, std::nullopt                     },
    {"1",                    Type::kF32, false, std::nullopt                     },
    {"99999999999999999999", Type::kU64, false, std::nullopt                     },
};

TEST(Literal, HasTheBitsThatItsTypeStores) {
  for (const auto& [text, type, is_negative, bits] : kBitsCases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(bits_of_number(Lexer(text).next(), type, is_negative), bits);
  }
}

}  // namespace
}  // namespace smemlens::ptx
