// What the project's first readers are told, one statement a test.

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::load_of;
using testing::model_of;
using testing::strided_load;

std::uint32_t wavefronts_on(std::string_view architecture, const Request& request) {
  return cost_of(model_of(architecture), request).wavefronts;
}

std::uint32_t column_of(std::uint32_t row_words, std::string_view architecture = "sm_80") {
  return wavefronts_on(architecture, strided_load(4 * row_words));
}

TEST(Seeds, EveryStrideFollowsTheGcdLaw) {
  for (std::uint32_t stride = 1; stride < 200; ++stride) {
    EXPECT_EQ(wavefronts_on("sm_80", strided_load(4 * stride)), std::gcd(stride, 32U)) << stride;
  }
}

TEST(Seeds, StridesOneTwoThreeAndThirtyTwo) {
  EXPECT_EQ(wavefronts_on("sm_80", strided_load(4)), 1U);
  EXPECT_EQ(wavefronts_on("sm_80", strided_load(8)), 2U);
  EXPECT_EQ(wavefronts_on("sm_80", strided_load(12)), 1U);
  EXPECT_EQ(wavefronts_on("sm_80", strided_load(128)), 32U);
}

TEST(Seeds, StrideZeroTakesOneAndTheLawDoesNotApply) {
  const std::optional<Law> law = explain_law(model_of("sm_80"), strided_load(0));
  ASSERT_TRUE(law);
  EXPECT_EQ(law->value, 1U);
  EXPECT_EQ(law->reason, LawReason::kBroadcast) << "the gcd law is about different words";
}

TEST(Seeds, BroadcastIsFree) {
  EXPECT_EQ(wavefronts_on("sm_80", load_of(4, [](std::uint32_t) { return 20U; })), 1U);
}

TEST(Seeds, EightLanesShareEachWord) {
  EXPECT_EQ(wavefronts_on("sm_80", load_of(4, [](std::uint32_t lane) { return lane / 8 * 4; })),
            1U);
}

TEST(Seeds, RowsAreAlwaysFree) {
  for (const std::uint32_t width : {32U, 33U, 34U}) {
    const Request row = load_of(4, [=](std::uint32_t lane) { return (5 * width + lane) * 4; });
    EXPECT_EQ(wavefronts_on("sm_80", row), 1U) << width;
  }
}

TEST(Seeds, ColumnsOfWidths32And33And34) {
  EXPECT_EQ(column_of(32), 32U);
  EXPECT_EQ(column_of(33), 1U);
  EXPECT_EQ(column_of(34), 2U);
}

// 32 warps write tile[ty][tx] and read tile[tx][ty] of float tile[32][33].
TEST(Seeds, PaddedTransposeTakes32And32Wavefronts) {
  std::uint32_t writes = 0;
  std::uint32_t reads = 0;
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    const auto row = [=](std::uint32_t lane) { return (warp * 33 + lane) * 4; };
    const auto column = [=](std::uint32_t lane) { return (lane * 33 + warp) * 4; };
    writes +=
        wavefronts_on("sm_80", testing::request_of(Operation::kStore, 4, testing::kWarp, row));
    reads += wavefronts_on("sm_80", load_of(4, column));
  }
  EXPECT_EQ(writes, 32U);
  EXPECT_EQ(reads, 32U);
}

TEST(Seeds, StrideTwelveHasDegreeFourAndLanes0And8And16And24Collide) {
  const Request request = strided_load(48);
  EXPECT_EQ(cost_of(model_of("sm_80"), request).degree, 4U);
  std::vector<std::uint32_t> wavefront_of_lane(32);
  const std::vector<Wavefront> wavefronts = schedule(model_of("sm_80"), request);
  ASSERT_EQ(wavefronts.size(), 4U);
  for (std::uint32_t i = 0; i < 4; ++i) {
    // Lane 8 i is the first that is served in wavefront i.
    EXPECT_EQ(wavefronts[i].lanes & 0x01010101, LaneMask{1} << (8 * i));
  }
}

TEST(Seeds, SixteenBanksTakeAHalfWarpAtATime) {
  const RequestCost cost = cost_of(model_of("sm_10"), strided_load(4));
  EXPECT_EQ(cost.wavefronts, 2U);
  EXPECT_EQ(cost.ideal_wavefronts, 2U);
  EXPECT_EQ(cost.degree, 1U);
  EXPECT_TRUE(cost.is_exact());
}

TEST(Seeds, EightByteBanksMakeStrideTwoClean) {
  EXPECT_EQ(wavefronts_on("sm_35", strided_load(8)), 1U);
  EXPECT_EQ(wavefronts_on("sm_35-8byte", strided_load(8)), 1U);
}

TEST(Seeds, EightByteBanksHalveTheColumnAndPads1And2BothCureIt) {
  EXPECT_EQ(column_of(32, "sm_35-8byte"), 16U);
  EXPECT_EQ(column_of(33, "sm_35-8byte"), 1U);
  EXPECT_EQ(column_of(34, "sm_35-8byte"), 1U);
}

TEST(Seeds, KeplersFourByteModeIsCuredByPad1Only) {
  EXPECT_EQ(column_of(32, "sm_35"), 16U);
  EXPECT_EQ(column_of(33, "sm_35"), 1U);
  EXPECT_EQ(column_of(34, "sm_35"), 2U);
}

}  // namespace
}  // namespace smemlens
