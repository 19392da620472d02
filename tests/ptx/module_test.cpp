// What stands outside of function bodies.

#include "smemlens/ptx/module.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx_test_support.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

TEST(Module, KnowsItsVersionTargetAndAddressSize) {
  const Module module =
      parse_module({"x", ".version 7.10\n.target sm_90a, debug\n.address_size 32"}).module;
  EXPECT_EQ(module.version_major, 7U);
  EXPECT_EQ(module.version_minor, 10U);
  EXPECT_EQ(module.target, "sm_90a");
  EXPECT_EQ(module.address_size, 32U);
}

TEST(Module, WarnsOfAVersionNewerThanAnyKnown) {
  const ParseResult result =
      parse_module({"x", ".version 9.7\n.target sm_200\n.entry k() { ret; }"});
  EXPECT_EQ(texts_of(result.diagnostics),
            "x:1:10: warning: PTX version 9.7 is newer than 9.0, the newest that is known "
            "[ptx-version]\n"
            "  .version 9.7\n"
            "           ^~~\n");
  EXPECT_EQ(result.module.functions.size(), 1U);
}

struct VariableCase {
  const char* text;
  StateSpace space;
  Linkage linkage;
  Type type;
  std::uint32_t alignment;
  std::uint64_t bytes;
  std::size_t initial_bytes;
};

using L = Linkage;
using S = StateSpace;
using T = Type;

constexpr VariableCase kVariableCases[] = {
    {".global .u32 x;",                       S::kGlobal, L::kInternal, T::kU32,    4,  4,    0},
    {".visible .global .align 16 .b8 x[40];", S::kGlobal, L::kVisible,  T::kB8,     16, 40,   0},
    {".extern .shared .align 16 .b8 x[];",    S::kShared, L::kExternal, T::kB8,     16, 0,    0},
    {".weak .const .f32 x[2] = {1.0, -2};",   S::kConst,  L::kWeak,     T::kF32,    4,  8,    8},
    {".common .global .f64 x;",               S::kGlobal, L::kCommon,   T::kF64,    8,  8,    0},
    {".shared .b8 x[32][33];",                S::kShared, L::kInternal, T::kB8,     1,  1056, 0},
    {".shared .v4 .f32 x[8];",                S::kShared, L::kInternal, T::kF32,    16, 128,  0},
    {".const .b8 x[] = {1, 2, 3};",           S::kConst,  L::kInternal, T::kB8,     1,  3,    3},
    {".const .b16 x[][2] = {1, 2, 3};",       S::kConst,  L::kInternal, T::kB16,    2,  8,    6},
    {".const .b8 x[9] = {1};",                S::kConst,  L::kInternal, T::kB8,     1,  9,    1},
    {".const .b8 x[2][4] = {{1}, {2}};",      S::kConst,  L::kInternal, T::kB8,     1,  8,    5},
    {".global .v2 .u32 x = {1, 2};",          S::kGlobal, L::kInternal, T::kU32,    8,  8,    8},
    {".global .texref x;",                    S::kGlobal, L::kInternal, T::kTexref, 8,  8,    0},
    {".global .u64 x = 5;",                   S::kGlobal, L::kInternal, T::kU64,    8,  8,    8},
};

TEST(Module, ReadsVariables) {
  for (const VariableCase& expected : kVariableCases) {
    SCOPED_TRACE(expected.text);
    const ParseResult result = parse_items(expected.text);
    EXPECT_EQ(texts_of(result.diagnostics), "");
    ASSERT_EQ(result.module.variables.size(), 1U);
    const Variable& variable = result.module.variables[0];
    EXPECT_EQ(variable.name, "x");
    EXPECT_EQ(variable.space, expected.space);
    EXPECT_EQ(variable.linkage, expected.linkage);
    EXPECT_EQ(variable.type, expected.type);
    EXPECT_EQ(variable.alignment, expected.alignment);
    EXPECT_EQ(variable.bytes, expected.bytes);
    EXPECT_EQ(variable.initial.size(), expected.initial_bytes);
  }
}

TEST(Module, InitialValuesAreLittleEndianBytes) {
  const ParseResult result = parse_items(".global .b16 x[2][3] = {{0x0102, -1}, {3}};");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const std::vector<std::uint8_t> expected = {2, 1, 255, 255, 0, 0, 3, 0};
  EXPECT_EQ(result.module.variables.at(0).initial, expected);
}

TEST(Module, AnInitialValueMayNameASymbol) {
  const ParseResult result = parse_items(
      ".global .b8 a[16]; .func f();\n"
      ".global .u64 x[5] = {a, generic(a)+8, 7, f, generic(a-4)};");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const std::vector<Relocation> expected = {
      {.offset = 0, .symbol = "a"},
      {.offset = 8, .symbol = "a", .addend = 8, .is_generic = true},
      {.offset = 24, .symbol = "f"},
      {.offset = 32, .symbol = "a", .addend = -4, .is_generic = true},
  };
  EXPECT_EQ(result.module.variables.at(1).relocations, expected);
  EXPECT_EQ(result.module.variables.at(1).initial.at(16), 7);
}

TEST(Module, AnInitialValueMayBeAByteOfAnAddress) {
  const ParseResult result = parse_items(
      ".global .b32 a; .const .u8 x[3] = {0xff(a), 0xff00(a+256), "
      "0xff00000000000000(generic(a)+4)};");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const std::vector<Relocation> expected = {
      {.offset = 0, .bytes = 1, .symbol = "a", .mask = 0xff},
      {.offset = 1, .bytes = 1, .symbol = "a", .addend = 256, .mask = 0xff00},
      {.offset = 2,
       .bytes = 1,
       .symbol = "a",
       .addend = 4,
       .is_generic = true,
       .mask = 0xff00000000000000},
  };
  EXPECT_EQ(result.module.variables.at(1).relocations, expected);
  for (const std::string_view text :
       {".global .b32 a; .const .u8 x = 0xfff(a);", ".global .b32 a; .const .u16 x = 0xff(a);",
        ".global .b32 a; .const .u8 x = 0x0(a);", ".const .u8 x = 0xff(7);"}) {
    EXPECT_NE(texts_of(parse_items(text).diagnostics), "") << text;
  }
}

TEST(Module, ManagedVariablesAreMarked) {
  const ParseResult result = parse_items(".global .attribute(.managed) .align 4 .u32 x = 3;");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  EXPECT_TRUE(result.module.variables.at(0).is_managed);
}

TEST(Module, OneDeclarationMayHaveSeveralNames) {
  const ParseResult result = parse_items(".global .u32 a, b[4], c = 1;");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  EXPECT_EQ(result.module.variables.size(), 3U);
}

TEST(Module, AnExternDeclarationAndTheDefinitionAreOne) {
  const ParseResult result = parse_items(
      ".extern .global .u32 a; .global .u32 a; .extern .global .u32 a;\n"
      ".extern .shared .b8 d[]; .extern .shared .b8 d[];");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  ASSERT_EQ(result.module.variables.size(), 2U);
  EXPECT_EQ(result.module.variables[0].linkage, Linkage::kInternal);
}

TEST(Module, ReadsKernelSignatures) {
  const ParseResult result = parse_items(
      ".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 s[40], .param "
      ".f32 x)\n"
      ".maxntid 128, 2\n.minnctapersm 2\n.reqntid 64\n.reqnctapercluster 2, 1, 1\n.pragma "
      "\"nounroll\";\n{ ret; }\n"
      ".entry empty { ret; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  ASSERT_EQ(result.module.functions.size(), 2U);
  const Function& kernel = result.module.functions[0];
  EXPECT_TRUE(kernel.is_entry);
  EXPECT_TRUE(kernel.is_defined);
  EXPECT_EQ(kernel.linkage, Linkage::kVisible);
  ASSERT_EQ(kernel.parameters.size(), 3U);
  EXPECT_EQ(kernel.parameters[0].alignment, 8U);
  EXPECT_EQ(kernel.parameters[1].bytes, 40U);
  EXPECT_EQ(kernel.parameters[1].alignment, 8U);
  EXPECT_EQ(kernel.max_threads, (std::array<std::uint32_t, 3>{128, 2, 1}));
  EXPECT_EQ(kernel.required_threads, (std::array<std::uint32_t, 3>{64, 1, 1}));
  EXPECT_EQ(kernel.required_cluster, (std::array<std::uint32_t, 3>{2, 1, 1}));
}

TEST(Module, ADeclaredFunctionKeepsItsPlaceWhenItIsDefined) {
  const ParseResult result = parse_items(
      ".func .attribute(.unified(1, 2)) (.param .b32 r) f(.param .b32 a);\n.extern .func g(.param "
      ".b64 x) .noreturn;\n"
      ".entry k() { { .param .b32 a; .param .b32 r; call (r), f, (a); } ret; }\n"
      ".func (.param .b32 r) f(.param .b32 a) { ret; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  ASSERT_EQ(result.module.functions.size(), 3U);
  EXPECT_EQ(result.module.functions[0].name, "f");
  EXPECT_TRUE(result.module.functions[0].is_defined);
  EXPECT_EQ(result.module.functions[1].linkage, Linkage::kExternal);
  EXPECT_TRUE(result.module.functions[1].is_noreturn);
  EXPECT_FALSE(result.module.functions[1].is_defined);
}

TEST(Module, AnAliasIsAFunctionWithTheSameBody) {
  const ParseResult result = parse_items(
      ".visible .func (.param .b32 r) g(.param .b32 a); .func (.param .b32 r) f(.param .b32 a)\n"
      "{ .reg .b32 %r<2>; ld.param.b32 %r1, [a]; st.param.b32 [r], %r1; ret; }\n"
      ".alias g, f; .entry k() { call g; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const Function& alias = result.module.functions.at(0);
  const Function& function = result.module.functions.at(1);
  EXPECT_EQ(alias.name, "g");
  EXPECT_EQ(alias.linkage, Linkage::kVisible);
  EXPECT_TRUE(alias.is_defined);
  EXPECT_EQ(alias.instructions, function.instructions);
}

TEST(Module, AnAliasNeedsADeclarationAndABody) {
  constexpr std::string_view kWrong[] = {".func f() { ret; } .alias g, f;",  // g isn't declared
                                         ".func g() { ret; } .func f() { ret; } .alias g, f;",
                                         ".func g(); .func f(); .alias g, f;",  // f has no body
                                         ".func g(); .alias g, f;",
                                         ".global .b32 f; .func g(); .alias g, f;"};
  for (const std::string_view text : kWrong) {
    EXPECT_NE(texts_of(parse_items(text).diagnostics).find("[ptx-alias]"), std::string::npos)
        << text;
  }
  EXPECT_NE(texts_of(parse_items(".func g(); .alias g;").diagnostics).find("expected"),
            std::string::npos);
}

// What isn't code is left out, and what is unknown is said.
TEST(Module, SkipsDebugSectionsAndUnknownDirectives) {
  const ParseResult result = parse_items(
      ".section .debug_info { .b32 1779\n.b8 2 .b32 .debug_abbrev\n .b64 $L__tmp1 { } }\n"
      ".section .debug_loc { }\n.shiny 1, two;\n.frame { .x { } }\n.pragma \"p\";\n"
      ".entry k() { .pragma \"nounroll\"; .sparkle a, b; ret; }");
  EXPECT_FALSE(has_errors(result));
  ASSERT_EQ(result.diagnostics.size(), 3U);
  EXPECT_EQ(result.diagnostics[0].message, "directive .shiny is unknown and left out");
  EXPECT_EQ(result.diagnostics[1].message, "directive .frame is unknown and left out");
  EXPECT_EQ(result.diagnostics[2].message, "directive .sparkle is unknown and left out");
  EXPECT_EQ(result.module.functions.at(0).instructions.size(), 1U);
}

// The text inside a fat binary, and worse.
TEST(Module, NeedsNoLineEnds) {
  const ParseResult result = parse_module(
      {"x",
       ".version 8.0 .target sm_80 .address_size 64 .visible.entry k(.param.u64 a){.reg.b32 %r<3>;"
       ".loc 1 2 3 mov.u32 %r1,%tid.x;$L:@!%p bra $L;ret;}.file 1 \"a.cu\".global.u32 g;"});
  ASSERT_EQ(result.diagnostics.size(), 1U);  // %p
  EXPECT_EQ(result.diagnostics[0].message, "%p isn't declared");
  EXPECT_EQ(result.module.files, (std::vector<std::string>{"a.cu"}));
  EXPECT_EQ(result.module.variables.size(), 1U);
}

struct FileNameCase {
  const char* written;
  const char* name;
};

constexpr FileNameCase kFileNames[] = {
    {R"(plain.cu)",       "plain.cu"      },
    {R"(caf\303\251.cu)", "caf\303\251.cu"},
    {R"(say \"hi\".cu)",  R"(say "hi".cu)"},
    {R"(C:\\new\\a.cu)",  R"(C:\new\a.cu)"},
    {R"(tab\there)",      "tab\there"     },
    {R"(\1012)",          "A2"            }, // three digits at most
    {R"(\5)",             "\5"            },
    {R"(\qx\9)",          R"(\qx\9)"      }, // no escapes: kept
};

TEST(Locations, FileNamesAreUnescaped) {
  for (const auto& [written, name] : kFileNames) {
    const ParseResult result = parse_items(".file 1 \"" + std::string(written) + "\"");
    EXPECT_EQ(result.module.files, (std::vector<std::string>{name})) << written;
  }
}

TEST(Locations, ChainFromTheInlinedFunctionToTheKernel) {
  const ParseResult result = parse_items(
      ".entry k() {\n.loc 1 25 3\n.loc 1 14 3, function_name $s1, inlined_at 1 25 3\n"
      ".loc 2 84 9, function_name $s2+1, inlined_at 1 14 3\nbar.sync 0;\n.loc 1 26 1\nret;\n}\n"
      ".file 2 \"lib.hpp\"\n.file 1 \"main.cu\"\n"
      ".section .debug_str {\n$s1:\n.b8 111,117,116,0\n$s2: .b8 95,105,110\n.b8 110,0 }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const Module& module = result.module;
  EXPECT_EQ(module.files, (std::vector<std::string>{"lib.hpp", "main.cu"}));
  const std::vector<SourceLocation> expected = {
      {.file = 1, .line = 25, .column = 3},
      {.file = 1, .line = 14, .column = 3, .function = "out", .inlined_at = 0},
      {.file = 0, .line = 84, .column = 9, .function = "inn", .inlined_at = 1},
      {.file = 1, .line = 26, .column = 1},
  };
  EXPECT_EQ(module.locations, expected);
  EXPECT_EQ(module.functions[0].instructions[0].location, 2U);
  EXPECT_EQ(module.functions[0].instructions[1].location, 3U);
}

TEST(Locations, AreSharedKeptAtLineZeroAndEndWithTheFunction) {
  const ParseResult result = parse_items(
      ".entry k() { .loc 1 5 1\nbar.sync 0; .loc 1 0 0\nbar.sync 0; .loc 1 5 1\nret; }\n"
      ".entry l() { ret; }\n.file 1 \"a\"");
  const Module& module = result.module;
  EXPECT_EQ(module.locations.size(), 2U);
  EXPECT_EQ(module.locations.at(1).line, 0U);
  EXPECT_EQ(module.functions.at(0).instructions.at(2).location, 0U);
  EXPECT_EQ(module.functions.at(1).instructions.at(0).location, kNone);
}

// The same helper inlined at two calls: each instruction has its own chain.
TEST(Locations, TheLastLocOfAPlaceIsTheCaller) {
  const ParseResult result = parse_items(
      ".entry k() {\n"
      ".loc 1 10 1, function_name $f, inlined_at 1 20 1\n.loc 1 5 1, function_name $g, inlined_at "
      "1 10 1\n"
      "bar.sync 0;\n"
      ".loc 1 10 1, function_name $f, inlined_at 1 30 1\n.loc 1 5 1, function_name $g, inlined_at "
      "1 10 1\n"
      "bar.sync 0; }");
  const Module& module = result.module;
  const auto outermost_line = [&](Index at) {
    while (module.locations[at].inlined_at != kNone) at = module.locations[at].inlined_at;
    return module.locations[at].line;
  };
  EXPECT_EQ(outermost_line(module.functions[0].instructions[0].location), 20U);
  EXPECT_EQ(outermost_line(module.functions[0].instructions[1].location), 30U);
}

TEST(Locations, AFunctionInlinedAtItsOwnPlaceDoesntGrow) {
  std::string body;
  for (int i = 0; i < 1000; ++i)
    body += ".loc 1 1 1, function_name $f, inlined_at 1 1 1\nbar.sync 0;\n";
  const ParseResult result = parse_items(".entry k() {" + body + "}");
  EXPECT_EQ(result.module.locations.size(), 2U);
}

}  // namespace
}  // namespace smemlens::ptx
