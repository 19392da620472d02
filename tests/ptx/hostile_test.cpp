// Text that nobody's compiler wrote: no crash, no hang, no huge allocation, a clear word.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ptx_test_support.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Hostile, AnEmptyFileIsNoPtx) {
  EXPECT_EQ(texts_of(parse_module({"x.ptx", ""}).diagnostics),
            "x.ptx:1:1: error: this isn't PTX: it doesn't begin with .version [ptx-no-version]\n");
}

TEST(Hostile, BinaryGarbageIsOneError) {
  std::string garbage;
  std::uint32_t state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = state * 1664525U + 1013904223U;
    garbage += static_cast<char>(state >> 24U);
  }
  EXPECT_EQ(parse_module({"x", garbage}).diagnostics.size(), 1U);
  EXPECT_TRUE(has_errors(parse_items(garbage)));
  EXPECT_TRUE(has_errors(parse_body(garbage)));
}

TEST(Hostile, APtxCutAnywhereIsReadAsFarAsItGoes) {
  const std::string text = read_test_file("programs/nvcc_80.ptx");
  for (std::size_t size = 0; size < text.size(); size += 97) {
    const ParseResult result = parse_module({"x", text.substr(0, size)});
    EXPECT_LE(result.diagnostics.size(), 21U);
  }
  const ParseResult half = parse_module({"x", text.substr(0, text.size() / 2)});
  ASSERT_TRUE(has_errors(half));
  EXPECT_GE(half.module.functions.size(), 3U);
}

TEST(Hostile, TenMegabytesAreRead) {
  const std::string kernel =
      ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<999>;\n.reg .f32 %f<999>;\n" +
      repeated("ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r5+16];\nadd.s32 %r6, %r7, 128;\n",
               140000) +
      "ret;\n}\n";
  const ParseResult result = parse_items(kernel);
  EXPECT_EQ(kernel_of(result).instructions.size(), 280001U);
}

struct DeepCase {
  const char* name;
  const char* opening;
};

constexpr DeepCase kDeepCases[] = {
    {"scopes",     "{"                    },
    {"vectors",    "mov.b64 {"            },
    {"addresses",  "ld.u32 [["            },
    {"arguments",  "call ("               },
    {"section",    ".section .x {"        },
    {"attributes", ".shared .attribute((" },
    {"extents",    ".shared .b8 x[1]["    },
    {"initial",    ".shared .b8 x[1] = {{"},
    {"guards",     "@!"                   },
    {"labels",     "a:"                   },
};

TEST(Hostile, DeepNestingIsAnErrorNotACrash) {
  for (const auto& [name, opening] : kDeepCases) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(has_errors(parse_body(repeated(opening, 100000))));
    EXPECT_TRUE(has_errors(parse_body(std::string(opening) + repeated("{", 100000))));
    EXPECT_TRUE(has_errors(parse_body(std::string(opening) + repeated("[", 100000))));
  }
}

TEST(Hostile, ShortTextsDontAllocateMuch) {
  const ParseResult result = parse_items(
      repeated(".global .b8 x[1000000000000] = {1};\n", 1) +
      ".entry k() { .reg .b32 %r<18446744073709551615>; .shared .b8 y[1099511627776]; mov.u32 "
      "%r18446744073709551614, y; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  EXPECT_EQ(result.module.variables.at(0).initial.size(), 1U);
  EXPECT_EQ(result.module.functions.at(0).registers.size(), 1U);
}

// Work must grow with the text, not with its square.
TEST(Hostile, ManyNamesPlacesAndLabels) {
  std::string body;
  for (int i = 0; i < 50000; ++i) {
    const std::string n = std::to_string(i);
    body += "{ .reg .b32 x; mov.b32 x, 0; a: bra b" + n + "; }\n";
    body += ".loc 1 1 1, function_name $f" + n + ", inlined_at 1 1 1\nb" + n + ": bar.sync 0;\n";
  }
  const ParseResult result = parse_items(".entry k() {" + body + "}");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  EXPECT_EQ(result.module.functions.at(0).registers.size(), 50000U);
}

TEST(Hostile, ManyUnknownMnemonicsAndUndeclaredNames) {
  std::string body;
  for (int i = 0; i < 100000; ++i) body += "ad" + std::to_string(i) + ".s32 x;\n";
  EXPECT_EQ(parse_body(body).module.functions.at(0).instructions.size(), 100000U);
  body.clear();
  for (int i = 0; i < 100000; ++i) body += "bra b" + std::to_string(i) + ";\n";
  EXPECT_EQ(parse_body(body).diagnostics.size(), 20U);
}

}  // namespace
}  // namespace smemlens::ptx
