// Which forms of the PTX ISA manual the product executes: manual_forms.txt has them, section by
// section, <a|b> standing for either (an & there for the | of a pair). Those of its last section
// are refused by name. What docs/compatibility.md says of instructions is what stands there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/folders.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kRefusals = "# refused";

// "add.<u32|s32> …" → "add.u32 …", "add.s32 …"
// NOLINTNEXTLINE(misc-no-recursion): as deep as a line has alternatives
void expand(const std::string& pattern, std::vector<std::string>& statements) {
  const std::size_t begin = pattern.find('<');
  if (begin == std::string::npos) {
    std::string statement = pattern;
    for (char& letter : statement) letter = letter == '&' ? '|' : letter;
    statements.push_back(std::move(statement));
    return;
  }
  const std::size_t end = pattern.find('>', begin);
  for (std::size_t from = begin + 1; from <= end;) {
    const std::size_t to = std::min(pattern.find('|', from), end);
    expand(pattern.substr(0, begin) + pattern.substr(from, to - from) + pattern.substr(end + 1),
           statements);
    from = to + 1;
  }
}

// A kernel of nothing but the statement and what it can name.
std::string kernel_of(const std::string& statement) {
  return ".version 9.0\n.target sm_100a\n.address_size 64\n"
         ".const .align 16 .b8 c[64];\n.global .align 16 .b8 g[64];\n"
         ".shared .align 16 .b8 s[64];\n.func f() { ret; }\n"
         ".visible .entry k(.param .align 16 .b8 p[64])\n{\n"
         "  .reg .pred %p<16>; .reg .b8 %c<16>; .reg .b16 %h<16>; .reg .b32 %r<32>;\n"
         "  .reg .f32 %f<16>; .reg .b64 %l<16>; .reg .f64 %d<16>; .reg .b128 %q<8>;\n  " +
         statement + "\nL:\n  ret;\n}\n";
}

struct Line {
  std::string pattern;
  bool is_refused = false;
};

std::vector<Line> lines() {
  std::ifstream file(in_sources("tests/simt/manual_forms.txt"));
  std::vector<Line> lines;
  bool is_refused = false;
  for (std::string line; std::getline(file, line);) {
    is_refused |= line.starts_with(kRefusals);
    if (!line.starts_with('#')) lines.push_back({line, is_refused});
  }
  return lines;
}

TEST(ManualForms, AreExecutedOrRefusedByName) {
  std::size_t executed = 0;
  std::size_t refused = 0;
  for (const auto& [pattern, is_refused] : lines()) {
    std::vector<std::string> statements;
    expand(pattern, statements);
    for (const std::string& statement : statements) {
      const std::string refusal = refusal_of(kernel_of(statement));
      const std::string mnemonic = statement.substr(0, statement.find_first_of(" ;"));
      if (is_refused) {
        ++refused;
        EXPECT_NE(refusal.find(mnemonic), std::string::npos) << statement << ": " << refusal;
      } else {
        ++executed;
        EXPECT_EQ(refusal, "") << statement;
      }
    }
  }
  std::cout << executed << " statements are executed, " << refused << " refused by name\n";
  EXPECT_GT(executed, 5000U);
  EXPECT_GT(refused, 10U);
}

}  // namespace
}  // namespace smemlens::simt
