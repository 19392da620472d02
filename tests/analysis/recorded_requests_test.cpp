// What a run keeps of its requests: each different one once, bounded, in whatever order they come.

#include "smemlens/analysis/recorded_requests.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace smemlens {
namespace {

Request word_at(std::uint32_t address) {
  Request request{.bytes_per_lane = 4, .active = 1};
  request.addresses[0] = {address};
  request.addresses[5] = {12345};  // of an inactive lane: means nothing
  return request;
}

TEST(RecordedRequests, EqualOnesAreCounted) {
  RecordedRequests recorded;
  EXPECT_TRUE(recorded.empty());
  recorded.add(word_at(100), 100);
  recorded.add(word_at(0), 0, 4);
  recorded.add(word_at(104), 100);
  ASSERT_EQ(recorded.counts().size(), 2U);
  std::uint64_t sum = 0;
  for (const auto& [key, count] : recorded.counts()) {
    sum += count;
    EXPECT_EQ(count, key.request.addresses[0].value == 0 ? 5U : 1U);
    EXPECT_EQ(key.request.addresses[5].value, 0U);
  }
  EXPECT_EQ(sum, 6U);
  EXPECT_EQ(recorded.left_out(), 0U);
}

TEST(RecordedRequests, KindWidthAndLanesMakeADifference) {
  RecordedRequests recorded;
  Request request = word_at(0);
  recorded.add(request, 0);
  request.operation = Operation::kStore;
  recorded.add(request, 0);
  request.bytes_per_lane = 8;
  recorded.add(request, 0);
  request.active = 3;
  recorded.add(request, 0);
  EXPECT_EQ(recorded.counts().size(), 4U);
}

// The same sample whatever the order, and what is left out is counted.
TEST(RecordedRequests, TooManyAreAFairSample) {
  constexpr std::uint32_t kAll = 3 * RecordedRequests::kMost;
  RecordedRequests up;
  RecordedRequests down;
  RecordedRequests halves;
  RecordedRequests upper_half;
  for (std::uint32_t i = 0; i < kAll; ++i) {
    up.add(word_at(4 * i), 0, 2);
    down.add(word_at(4 * (kAll - 1 - i)), 0);
    down.add(word_at(4 * (kAll - 1 - i)), 0);
    (i < kAll / 2 ? halves : upper_half).add(word_at(4 * i), 0, 2);
  }
  halves.merge(upper_half);
  EXPECT_EQ(up.counts().size(), RecordedRequests::kMost);
  EXPECT_EQ(up.left_out(), 2 * (kAll - RecordedRequests::kMost));
  for (const RecordedRequests* other : {&down, &halves}) {
    EXPECT_EQ(other->left_out(), up.left_out());
    ASSERT_EQ(other->counts().size(), up.counts().size());
    auto mine = up.counts().begin();
    for (const auto& [key, count] : other->counts()) {
      EXPECT_EQ(key.request.addresses, mine->first.request.addresses);
      EXPECT_EQ(count, mine->second);
      ++mine;
    }
  }
}

}  // namespace
}  // namespace smemlens
