// What the families list: every member takes the room that it claims, and none that differs is
// missing.

#include "smemlens/solve/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

// The members of a family for an array of which no access is known.
FamilyMembers members_for(LayoutFamily family, const TileShape& shape) {
  LayoutProblem problem;
  problem.architecture = find_architecture("sm_80");
  problem.shape = shape;
  return members_of(family, setting_of(problem, constraints_of(problem)));
}

std::vector<std::uint32_t> all_places(const Layout& layout, const TileShape& shape) {
  std::vector<std::uint32_t> elements(static_cast<std::size_t>(shape.elements()));
  std::iota(elements.begin(), elements.end(), 0U);
  return places_of(layout, shape, elements);
}

// A LinearMap at random: invertible, as each row has a bit on the diagonal and others above it.
LinearMap random_map(std::uint32_t bits, std::mt19937& random) {
  LinearMap map;
  for (std::uint32_t bit = 0; bit < bits; ++bit)
    map.rows.push_back(((static_cast<std::uint32_t>(random()) & ((1U << bits) - 1)) >> bit | 1U)
                       << bit);
  std::ranges::shuffle(map.rows, random);
  return map;
}

TEST(Families, AnXorEndsWhereItsHighestElementLies) {
  std::mt19937 random(1);
  for (const std::uint32_t elements :
       {1U, 2U, 3U, 32U, 33U, 96U, 100U, 262U, 1000U, 1023U, 1024U}) {
    const TileShape shape{.sizes = {elements}};
    std::vector<Layout> layouts = members_for(LayoutFamily::kComplement, shape).layouts;
    std::ranges::copy(members_for(LayoutFamily::kSwizzle, shape).layouts,
                      std::back_inserter(layouts));
    for (int i = 0; elements > 1 && i < 20; ++i)
      layouts.emplace_back(random_map(index_bits_of(elements), random));
    for (const Layout& layout : layouts)
      EXPECT_EQ(footprint_of(layout, shape), std::ranges::max(all_places(layout, shape)) + 1);
  }
}

// 262 elements, of which every second 32 lie mirrored in pairs: the last six need no more room.
TEST(Families, TheLastBlockOfAnXorNeedNotBeWhole) {
  EXPECT_EQ(footprint_of(BitSpread{5, 2}, {.sizes = {262}}), 262U);
  EXPECT_EQ(footprint_of(BitSpread{5, 31}, {.sizes = {40}}), 64U);
}

// In which bank each element lies, for every turn there is: none has banks that no member has.
TEST(Families, RotationsAreAllThatDiffer) {
  for (const std::uint32_t columns : {3U, 31U, 32U, 33U, 40U, 64U, 80U, 96U}) {
    SCOPED_TRACE(columns);
    const TileShape shape{
        .sizes = {17, columns}
    };
    const auto banks_of = [&](const Layout& layout) {
      std::vector<std::uint32_t> banks = all_places(layout, shape);
      for (std::uint32_t& place : banks) place %= 32;
      return banks;
    };
    const FamilyMembers members = members_for(LayoutFamily::kRotation, shape);
    EXPECT_TRUE(members.is_complete);
    std::set<std::vector<std::uint32_t>> listed{banks_of(natural_layout(shape))};
    for (const Layout& layout : members.layouts) listed.insert(banks_of(layout));
    for (std::uint32_t step = 1; step < columns; ++step)
      EXPECT_TRUE(listed.contains(banks_of(Rotation{step, 1}))) << step;
  }
}

TEST(Families, TooManyRotationsAreNotCalledAll) {
  const auto is_complete = [](std::uint32_t columns) {
    const TileShape shape{
        .sizes = {2, columns}
    };
    return members_for(LayoutFamily::kRotation, shape).is_complete;
  };
  EXPECT_TRUE(is_complete(4096));
  EXPECT_FALSE(is_complete(4099));
}

}  // namespace
}  // namespace smemlens
