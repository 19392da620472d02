#include "smemlens/cuda/block_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace smemlens::cuda {
namespace {

std::vector<std::uint64_t> order_of(std::uint64_t count, std::uint64_t seed) {
  const BlockOrder order(count, seed);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t n = 0; n < count; ++n) numbers.push_back(order[n]);
  return numbers;
}

TEST(BlockOrder, HasEachNumberOnce) {
  for (std::uint64_t count = 0; count < 70; ++count) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      SCOPED_TRACE(testing::Message() << count << " numbers, seed " << seed);
      const std::vector<std::uint64_t> numbers = order_of(count, seed);
      const std::set<std::uint64_t> different(numbers.begin(), numbers.end());
      EXPECT_EQ(different.size(), count);
      EXPECT_TRUE(std::ranges::all_of(numbers, [count](std::uint64_t n) { return n < count; }));
    }
  }
}

TEST(BlockOrder, SeedZeroIsInOrder) {
  EXPECT_TRUE(std::ranges::is_sorted(order_of(1000, 0)));
}

// A stride's order has one difference, modulo the count; this has nearly as many as numbers.
TEST(BlockOrder, IsNoWalkAtAStride) {
  constexpr std::uint64_t kCount = 1000;
  const std::vector<std::uint64_t> numbers = order_of(kCount, 1);
  std::set<std::uint64_t> differences;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    differences.insert((numbers[i] + kCount - numbers[i - 1]) % kCount);
  }
  EXPECT_GT(differences.size(), kCount / 2);
}

TEST(BlockOrder, ASeedIsAnOrder) {
  std::set<std::vector<std::uint64_t>> orders;
  for (std::uint64_t seed = 0; seed < 50; ++seed) orders.insert(order_of(100, seed));
  EXPECT_EQ(orders.size(), 50U);
  EXPECT_EQ(order_of(100, 7), order_of(100, 7));
}

TEST(BlockOrder, TheLargestCountsNeedNoList) {
  for (const std::uint64_t count : {std::uint64_t{1} << 60, ~std::uint64_t{0}}) {
    const BlockOrder order(count, 3);
    EXPECT_LT(order[0], count);
    EXPECT_LT(order[count - 1], count);
    EXPECT_NE(order[0], order[count - 1]);
  }
}

}  // namespace
}  // namespace smemlens::cuda
