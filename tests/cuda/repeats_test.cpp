// Launches that repeat earlier ones are executed, and counted by them: the report is the same.

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/compiler.h"
#include "tests/cuda/program_support.h"

namespace smemlens::cuda {
namespace {

struct Row {
  std::string_view name;
  std::uint32_t blocks;
  std::uint32_t dynamic_bytes;
  std::uint64_t launches;
  std::uint64_t repeated;
};

// Each kernel of repeats.cu. rotate_by is launched with stride 1, with stride 2, and with pointers
// exchanged, three times over: two of nine are counted.
constexpr Row kRows[] = {
    {"rotate_by",   1, 0,    9, 7},
    {"rotate_by",   2, 0,    3, 2},
    {"by_data",     1, 0,    3, 0}, // the address was loaded
    {"if_data",     1, 0,    3, 0}, // whether it stores was loaded
    {"by_constant", 1, 0,    3, 0}, // the host changes the constant
    {"dynamic",     1, 256,  4, 3}, // of other dynamic bytes is another kernel in the report
    {"dynamic",     1, 512,  1, 0},
    {"dynamic",     1, 1024, 1, 0},
};

class RepeatsTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Compilers, RepeatsTest, testing::Values("clang", "nvcc"),
                         [](const auto& compiler) { return std::string(compiler.param); });

TEST_P(RepeatsTest, HaveTheCountsThatCountingAgainGives) {
  const auto built = compile({.sources = {source("repeats.cu")}, .compiler = GetParam()});
  if (!built && built.error().diagnostic.message.starts_with("nvcc is not installed")) {
    GTEST_SKIP() << "nvcc is not installed";
  }
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  Observed once = observe({.program = built->program});
  const Observed every = observe({.program = built->program, .settings = {.counts_every = true}});
  EXPECT_EQ(once.output, every.output);
  // Other data behind the same pointers gives other results, counted or not.
  EXPECT_TRUE(once.output.starts_with("rotate_by 1 228143 no error\n"));
  EXPECT_NE(once.output.find("rotate_by 1 684429 no error\n"), std::string::npos);  // three times

  ASSERT_EQ(once.run.analysis.kernels.size(), std::size(kRows));
  for (const Row& row : kRows) {
    SCOPED_TRACE(std::string(row.name) + ' ' + std::to_string(row.blocks) + ' ' +
                 std::to_string(row.dynamic_bytes));
    bool is_there = false;
    for (KernelAnalysis& kernel : once.run.analysis.kernels) {
      if (!kernel.name.starts_with(row.name) || kernel.key.grid[0] != row.blocks ||
          kernel.key.dynamic_bytes != row.dynamic_bytes) {
        continue;
      }
      is_there = true;
      EXPECT_EQ(kernel.launches, row.launches);
      EXPECT_EQ(kernel.repeated_launches, row.repeated);
      kernel.repeated_launches = 0;
    }
    EXPECT_TRUE(is_there);
  }
  EXPECT_EQ(to_record(once.run.analysis), to_record(every.run.analysis));
}

}  // namespace
}  // namespace smemlens::cuda
