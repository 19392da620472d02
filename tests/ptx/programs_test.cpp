// What compilers write: our own kernels, compiled four ways (programs/README.md).

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "ptx_test_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/ptx/printer.h"
#include "without_spans.h"

namespace smemlens::ptx {
namespace {

struct ProgramCase {
  const char* file;
  std::size_t kernels;
  const char* target;
  std::size_t inlined_places;  // locations with a caller
};

constexpr ProgramCase kPrograms[] = {
    {"nvcc_80.ptx",            9, "sm_80", 9},
    {"nvcc_80_fat_binary.ptx", 9, "sm_80", 9},
    {"nvcc_80_debug.ptx",      9, "sm_80", 0},
    {"clang_75.ptx",           7, "sm_75", 0},
};

TEST(Programs, AreReadWithoutAWord) {
  for (const auto& [file, kernels, target, inlined_places] : kPrograms) {
    SCOPED_TRACE(file);
    const ParseResult result =
        parse_module({file, read_test_file(std::string("programs/") + file)});
    EXPECT_EQ(texts_of(result.diagnostics), "");
    const Module& module = result.module;
    EXPECT_EQ(module.target, target);
    EXPECT_EQ(std::ranges::count_if(module.functions, &Function::is_entry),
              static_cast<std::ptrdiff_t>(kernels));
    EXPECT_EQ(std::ranges::count_if(
                  module.locations,
                  [](const SourceLocation& location) { return location.inlined_at != kNone; }),
              static_cast<std::ptrdiff_t>(inlined_places));
    EXPECT_TRUE(std::ranges::any_of(
        module.files, [](const std::string& name) { return name == "/tmp/programs/kernels.cu"; }));
  }
}

TEST(Programs, PrintToTextThatReadsBackTheSame) {
  for (const ProgramCase& program : kPrograms) {
    SCOPED_TRACE(program.file);
    const Module module =
        parse_module({program.file, read_test_file(std::string("programs/") + program.file)})
            .module;
    const ParseResult again = parse_module({"printed", to_text(module)});
    EXPECT_EQ(texts_of(again.diagnostics), "");
    EXPECT_EQ(without_spans(again.module), without_spans(module));
  }
}

// The fat binary's text has lost its comments and indentation, nothing else.
TEST(Programs, AFatBinarySaysTheSame) {
  const auto texts = [](const char* file) {
    const Module module = parse_module({file, read_test_file(file)}).module;
    std::string text;
    for (const Function& function : module.functions) {
      if (!function.is_entry) continue;
      text += function.name + "\n";
      for (const Instruction& each : function.instructions) text += each.mnemonic + "\n";
    }
    return text;
  };
  EXPECT_EQ(texts("programs/nvcc_80.ptx"), texts("programs/nvcc_80_fat_binary.ptx"));
}

TEST(Programs, AnInlinedHelperKnowsItsNameAndItsCallers) {
  const Module module = parse_module({"x", read_test_file("programs/nvcc_80.ptx")}).module;
  std::set<std::string> functions;
  for (const SourceLocation& location : module.locations) functions.insert(location.function);
  EXPECT_TRUE(functions.contains("_Z12shared_valuePKfi"));
  EXPECT_TRUE(functions.contains("_Z10shared_sumPKfi"));
}

}  // namespace
}  // namespace smemlens::ptx
