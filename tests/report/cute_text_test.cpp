// CuTe's notation against CuTe's rules, written here a second time: whatever is printed for a
// member of a family gives every element the place that the member gives it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/families.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

std::vector<std::uint32_t> numbers_in(const std::string& tuple) {
  std::vector<std::uint32_t> numbers;
  std::istringstream text(tuple);
  for (std::string number; std::getline(text, number, ',');)
    numbers.push_back(static_cast<std::uint32_t>(std::stoul(number)));
  return numbers;
}

// Swizzle<B,M,S>: bits M + max(S, 0) … of the offset, B of them, are XORed into those S places
// lower.
std::uint32_t swizzled(std::uint32_t offset, int bits, int base, int shift) {
  const std::uint32_t mask = ((1U << bits) - 1) << (base + std::max(shift, 0));
  const std::uint32_t read = offset & mask;
  return offset ^ (shift > 0 ? read >> shift : read << -shift);
}

// Where `Swizzle<…> o … (shape):(strides)` puts an element. CuTe splits a single number with the
// first axis as the fastest; an array of several axes is asked by one index each.
std::uint32_t cute_place(const std::string& cute, const TileShape& tile, std::uint32_t element) {
  static const std::regex layout(R"(\(([0-9,]+)\):\(([0-9,]+)\)$)");
  static const std::regex swizzle(R"(Swizzle<(\d+),(\d+),(-?\d+)>)");
  std::smatch parts;
  EXPECT_TRUE(std::regex_search(cute, parts, layout)) << cute;
  std::vector<std::uint32_t> sizes = numbers_in(parts[1]);
  std::vector<std::uint32_t> strides = numbers_in(parts[2]);
  if (tile.sizes.size() > 1) {
    std::ranges::reverse(sizes);
    std::ranges::reverse(strides);
  }
  std::uint32_t offset = 0;
  for (std::size_t axis = 0; axis < sizes.size(); element /= sizes[axis++])
    offset += element % sizes[axis] * strides[axis];
  std::vector<std::smatch> swizzles(std::sregex_iterator(cute.begin(), cute.end(), swizzle), {});
  std::ranges::reverse(swizzles);  // the innermost stands last
  for (const std::smatch& one : swizzles)
    offset = swizzled(offset, std::stoi(one[1]), std::stoi(one[2]), std::stoi(one[3]));
  return offset;
}

// How many of a family's members CuTe can say, each looked at in all its elements.
std::size_t agreeing(LayoutFamily family, const TileShape& shape) {
  LayoutProblem problem;
  problem.architecture = find_architecture("sm_80");
  problem.shape = shape;
  std::vector<std::uint32_t> elements(static_cast<std::size_t>(shape.elements()));
  std::iota(elements.begin(), elements.end(), 0U);
  std::size_t said = 0;
  for (const Layout& layout :
       members_of(family, setting_of(problem, constraints_of(problem))).layouts) {
    const std::optional<std::string> cute = cute_text(layout, shape);
    if (!cute) continue;
    ++said;
    const std::vector<std::uint32_t> places = places_of(layout, shape, elements);
    const auto differs = std::ranges::find_if(elements, [&](std::uint32_t element) {
      return cute_place(*cute, shape, element) != places[element];
    });
    if (differs != elements.end()) ADD_FAILURE() << *cute << " misplaces element " << *differs;
  }
  return said;
}

TEST(CuteText, GivesEachElementItsPlace) {
  EXPECT_GT(agreeing(LayoutFamily::kSwizzle,
                     {
                         .sizes = {16, 16}
  }),
            20U);
  EXPECT_GT(agreeing(LayoutFamily::kSwizzle,
                     {
                         .sizes = {4, 4, 8}
  }),
            20U);
  EXPECT_GT(agreeing(LayoutFamily::kComplement, {.sizes = {128}}), 20U);
  EXPECT_GT(agreeing(LayoutFamily::kRowPad,
                     {
                         .sizes = {3, 5, 7}
  }),
            20U);
  EXPECT_GT(agreeing(LayoutFamily::kAxisOrder,
                     {
                         .sizes = {3, 5}
  }),
            20U);
  EXPECT_GT(agreeing(LayoutFamily::kBlockPad, {.sizes = {96}}), 20U);
}

// An axis of 3 or 21 rows: above its bits in the offset stand those of the planes.
TEST(CuteText, SaysNoSwizzleThatReadsTheBitsOfTwoAxes) {
  EXPECT_GT(agreeing(LayoutFamily::kSwizzle,
                     {
                         .sizes = {21, 3, 4}
  }),
            0U);
  EXPECT_GT(agreeing(LayoutFamily::kSwizzle,
                     {
                         .sizes = {2, 3, 16}
  }),
            0U);
  EXPECT_EQ(cute_text(
                RowXor{
                    1, 1, 1, 1
  },
                {.sizes = {21, 3, 4}}),
            std::nullopt);
  EXPECT_EQ(cute_text(
                RowXor{
                    1, 1, 0, 0
  },
                {.sizes = {21, 6, 4}}),
            "Swizzle<1,0,2> o (21,6,4):(24,4,1)");
}

}  // namespace
}  // namespace smemlens
