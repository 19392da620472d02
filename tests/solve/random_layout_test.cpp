// Bounds against layouts at random, on every architecture: none of them may be below.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "smemlens/solve/tile_shape.h"
#include "tests/solve/slow_layout.h"

namespace smemlens {
namespace {

// Chunks of 16 bytes at random places of twice the room.
PlaceTable random_table(const TileShape& shape, std::mt19937& random) {
  const std::uint32_t unit = 16 / shape.element_bytes;
  const auto chunks = static_cast<std::uint32_t>(shape.elements() / unit);
  std::vector<std::uint32_t> places(std::size_t{2} * chunks);
  std::iota(places.begin(), places.end(), 0U);
  std::ranges::shuffle(places, random);
  PlaceTable table;
  for (std::uint32_t chunk = 0; chunk < chunks; ++chunk)
    for (std::uint32_t i = 0; i < unit; ++i) table.places.push_back((places[chunk] * unit) + i);
  return table;
}

// One access of each width and kind, along rows, columns and askew.
ProblemText all_kinds(std::uint32_t element_bytes) {
  ProblemText text;
  text.shape = {
      .sizes = {32, 64},
        .element_bytes = element_bytes
  };
  for (const std::string kind : {"load", "store", "atomic", "cp.async"}) {
    for (const std::uint32_t width : {1U, 2U, 4U, 8U, 16U}) {
      if (width < element_bytes) continue;
      const std::string step = std::to_string(width / element_bytes);
      const auto add = [&](const std::string& row, const std::string& column) {
        text.accesses.push_back({
            .name = kind + step,
            .kind = kind,
            .width_bytes = width,
            .index = {row, column},
            .loops = {{"k", 0, 3, 1}},
            .active = "lane < 29"
        });
      };
      add("k", "(lane * " + step + ") % 64");
      add("lane % 32", "k * " + step);
      add("(lane / 3) % 32", "(lane * k % 7) * " + step + " % 64");
    }
  }
  return text;
}

TEST(RandomLayouts, NoneIsBelowTheBound) {
  std::mt19937 random(1);
  std::size_t tried = 0;
  for (const Architecture& architecture : architectures()) {
    for (const std::uint32_t element_bytes : {1U, 2U, 4U}) {
      for (const AccessText& access : all_kinds(element_bytes).accesses) {
        ProblemText text;
        text.shape = {
            .sizes = {32, 64},
              .element_bytes = element_bytes
        };
        text.accesses = {access};
        const auto problem = layout_problem_of(text, architecture);
        if (!problem) continue;  // the architecture has no such access
        SCOPED_TRACE(std::string(architecture.name) + " " + access.name);
        const LowerBound bound = lower_bound_of(*problem);
        for (int i = 0; i < 3; ++i) {
          const Layout layout = random_table(text.shape, random);
          ASSERT_TRUE(is_injective(layout, text.shape));
          ASSERT_GE(testing::slow_wavefronts(*problem, layout), bound.wavefronts);
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 1000U);
}

// Every architecture's solutions stand up to the slow model.
TEST(RandomLayouts, SolutionsHoldOnEveryArchitecture) {
  for (const Architecture& architecture : architectures()) {
    SCOPED_TRACE(architecture.name);
    ProblemText text;
    text.shape = {
        .sizes = {32, 64},
          .element_bytes = 4
    };
    text.accesses = {
        {.name = "rows", .kind = "store", .index = {"k", "lane"}, .loops = {{"k", 0, 8, 1}}},
        {.name = "columns",
         .kind = "load",
         .index = {"lane % 32", "k"},
         .loops = {{"k", 0, 8, 1}},
         .weight = 3},
    };
    const auto problem = layout_problem_of(text, architecture);
    ASSERT_TRUE(problem.has_value()) << to_text(problem.error());
    const Solution solution =
        solve(*problem, {.linear_steps = std::uint64_t{1} << 22U, .exchanges = 500});
    EXPECT_LT(solution.best().wavefronts, solution.naive.wavefronts);
    EXPECT_GE(solution.best().wavefronts, solution.bound.wavefronts);
    for (const SolutionPoint& point : solution.pareto)
      EXPECT_EQ(point.wavefronts, testing::slow_wavefronts(*problem, point.layout));
  }
}

}  // namespace
}  // namespace smemlens
