// Several units of PTX as one module.

#include "smemlens/ptx/linker.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

constexpr std::string_view kHeader = ".version 8.0\n.target sm_80\n.address_size 64\n";

Unit unit(const std::string& body) {
  const std::string text = std::string(kHeader) + body;
  ParseResult parsed = parse_module({"unit.ptx", text});
  EXPECT_TRUE(parsed.diagnostics.empty());
  return {text, std::move(parsed.module)};
}

std::string names_of(const auto& items) {
  std::string names;
  for (const auto& item : items) names += (names.empty() ? "" : " ") + item.name;
  return names;
}

constexpr const char* kUser = R"(
.extern .func (.param .b32 r) twice(.param .b32 x);
.extern .global .align 4 .u32 table[4];
.extern .shared .align 4 .b8 scratch[];
.global .align 4 .u32 own = 1;
.visible .entry use()
{
  .reg .b32 %r<3>;
  .param .b32 x;
  .param .b32 r;
  ld.global.u32 %r1, [table+4];
  ld.global.u32 %r2, [own];
  st.shared.u32 [scratch], %r1;
  st.param.b32 [x], %r2;
  call (r), twice, (x);
  ret;
}
)";

constexpr const char* kOwner = R"(
.visible .global .align 4 .u32 table[4] = {1, 2, 3, 4};
.extern .shared .align 16 .b8 scratch[];
.global .align 4 .u32 own = 2;
.global .align 8 .u64 pointer = own;
.visible .func (.param .b32 r) twice(.param .b32 x)
{
  .reg .b32 %r<2>;
  ld.param.b32 %r1, [x];
  add.u32 %r1, %r1, %r1;
  st.param.b32 [r], %r1;
  ret;
}
)";

TEST(Linker, NamesOfOneUnitAreThoseOfAnother) {
  for (const bool is_user_first : {true, false}) {
    SCOPED_TRACE(is_user_first);
    std::vector<Unit> units;
    units.push_back(unit(is_user_first ? kUser : kOwner));
    units.push_back(unit(is_user_first ? kOwner : kUser));
    const auto linked = link(std::move(units));
    ASSERT_TRUE(linked.has_value());
    const Module& module = linked->module;
    EXPECT_EQ(names_of(module.functions), "twice use");
    EXPECT_EQ(names_of(module.variables), is_user_first ? "table scratch own own$2 pointer"
                                                        : "table scratch own pointer own$2");
    const Function& use = module.functions[1];
    const auto called = use.instructions[4].operands[1];
    EXPECT_EQ(called.kind, OperandKind::kFunction);
    EXPECT_TRUE(module.functions[called.index].is_defined);
    const Variable& table = module.variables[use.instructions[0].operands[1].index];
    EXPECT_EQ(table.name, "table");
    EXPECT_EQ(table.initial.size(), 16U);
    EXPECT_EQ(module.variables[1].alignment, 16U);  // the larger of both views
    // Each unit keeps its own `own`, also behind addresses.
    const Variable& own = module.variables[use.instructions[1].operands[1].index];
    EXPECT_EQ(own.initial.at(0), 1);
    for (const Variable& variable : module.variables) {
      if (variable.name != "pointer") continue;
      EXPECT_EQ(variable.relocations.at(0).symbol, is_user_first ? "own$2" : "own");
    }
    // Spans point into the text of both.
    const SourceSpan span = use.instructions[0].span;
    EXPECT_EQ(linked->text.substr(span.begin, 13), "ld.global.u32");
  }
}

TEST(Linker, OneUnitStaysAsItIs) {
  std::vector<Unit> units;
  units.push_back(unit(kOwner));
  const Module before = units[0].module;
  const auto linked = link(std::move(units));
  ASSERT_TRUE(linked.has_value());
  EXPECT_EQ(linked->module, before);
}

TEST(Linker, TheFirstWeakDefinitionCounts) {
  const auto weak = [](int value) {
    return unit(".weak .global .align 4 .u32 w = " + std::to_string(value) +
                ";\n.weak .func f()\n{\n  ret;\n}\n");
  };
  std::vector<Unit> units;
  units.push_back(weak(1));
  units.push_back(weak(2));
  const auto linked = link(std::move(units));
  ASSERT_TRUE(linked.has_value());
  EXPECT_EQ(names_of(linked->module.variables), "w");
  EXPECT_EQ(linked->module.variables[0].initial.at(0), 1);
  EXPECT_EQ(names_of(linked->module.functions), "f");
}

TEST(Linker, TwoDefinitionsAreAnError) {
  for (const char* const body :
       {".visible .global .align 4 .u32 same;\n", ".visible .func same()\n{\n  ret;\n}\n"}) {
    std::vector<Unit> units;
    units.push_back(unit(body));
    units.push_back(unit(body));
    const auto linked = link(std::move(units));
    ASSERT_FALSE(linked.has_value());
    EXPECT_EQ(linked.error().message, "'same' is defined in more than one unit of the device code");
  }
}

TEST(Linker, WhatNobodyDefinesStaysExternal) {
  const char* const kPrinter =
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";
  std::vector<Unit> units;
  units.push_back(unit(kPrinter));
  units.push_back(unit(kPrinter));
  const auto linked = link(std::move(units));
  ASSERT_TRUE(linked.has_value());
  EXPECT_EQ(names_of(linked->module.functions), "vprintf");
  EXPECT_FALSE(linked->module.functions[0].is_defined);
}

TEST(Linker, NothingIsAModuleToo) {
  EXPECT_TRUE(link({}).has_value());
}

}  // namespace
}  // namespace smemlens::ptx
