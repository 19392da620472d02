#include "smemlens/model/cost.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::kWarp;
using testing::load_of;
using testing::model_of;
using testing::request_of;
using testing::strided_load;

// An address passed for a word does not compile, nor one unit for another.
static_assert(std::is_invocable_v<decltype(bank_of), const BankModel&, WordIndex>);
static_assert(!std::is_invocable_v<decltype(bank_of), const BankModel&, ByteAddress>);
static_assert(!std::is_invocable_v<decltype(bank_of), const BankModel&, std::uint32_t>);
static_assert(!std::is_invocable_v<decltype(word_of), const BankModel&, WordIndex>);
static_assert(!std::is_convertible_v<ByteAddress, WordIndex>);
static_assert(!std::is_convertible_v<LaneIndex, BankIndex>);

struct StridedCase {
  std::string_view name;
  std::uint32_t stride_bytes;
  std::uint32_t bytes_per_lane;
  std::uint32_t wavefronts;
  std::uint32_t ideal;
  std::uint32_t degree;
};

constexpr StridedCase kStridedLoads[] = {
    {"unit_stride",          4,   4,  1,  1, 1 },
    {"broadcast",            0,   4,  1,  1, 1 },
    {"stride_of_2_words",    8,   4,  2,  1, 2 },
    {"stride_of_3_words",    12,  4,  1,  1, 1 },
    {"column_of_32_floats",  128, 4,  32, 1, 32},
    {"column_padded_to_33",  132, 4,  1,  1, 1 },
    {"column_padded_to_34",  136, 4,  2,  1, 2 },
    {"row_of_chars",         1,   1,  1,  1, 1 },
    {"column_of_64_halves",  128, 2,  32, 1, 32},
    {"row_of_doubles",       8,   8,  2,  2, 1 },
    {"column_of_16_doubles", 128, 8,  32, 2, 16},
    {"broadcast_double",     0,   8,  1,  1, 1 },
    {"row_of_float4",        16,  16, 4,  4, 1 },
    {"column_of_float4",     128, 16, 32, 4, 8 },
    {"broadcast_float4",     0,   16, 2,  2, 1 },
};

TEST(Cost, StridedLoadsOfAWholeWarp) {
  for (const StridedCase& c : kStridedLoads) {
    SCOPED_TRACE(c.name);
    const RequestCost cost =
        cost_of(model_of("sm_80"), strided_load(c.stride_bytes, c.bytes_per_lane));
    EXPECT_EQ(cost.wavefronts, c.wavefronts);
    EXPECT_EQ(cost.ideal_wavefronts, c.ideal);
    EXPECT_EQ(cost.excess_wavefronts(), c.wavefronts - c.ideal);
    EXPECT_EQ(cost.degree, c.degree);
    EXPECT_TRUE(cost.is_exact());
  }
}

TEST(Cost, NoActiveLaneIsNoRequest) {
  for (const Architecture& architecture : architectures()) {
    const Request nobody = request_of(Operation::kLoad, 4, 0, [](std::uint32_t) { return 0U; });
    EXPECT_EQ(why_malformed(architecture.bank_model, nobody), "");
    const RequestCost cost = cost_of(architecture.bank_model, nobody);
    EXPECT_EQ(cost.wavefronts + cost.ideal_wavefronts + cost.degree, 0U);
    EXPECT_TRUE(cost.is_exact());
    EXPECT_TRUE(cost.phases().empty());
  }
}

TEST(Cost, PhasesAddUpAndNameTheirWorstBank) {
  // 8 lanes of float4, a column: only the first quarter-warp is active.
  const Request request =
      request_of(Operation::kLoad, 16, 0xff, [](std::uint32_t lane) { return (128 * lane) + 32; });
  const RequestCost cost = cost_of(model_of("sm_80"), request);
  ASSERT_EQ(cost.phases().size(), 1U);
  EXPECT_EQ(cost.phases()[0], (PhaseCost{0xff, 8, BankIndex{8}}));
  EXPECT_EQ(cost.wavefronts, 8U);
}

TEST(Cost, InactiveLanesCostNothing) {
  const Request request =
      request_of(Operation::kLoad, 4, 0x00010001, [](std::uint32_t lane) { return lane * 128; });
  EXPECT_EQ(cost_of(model_of("sm_80"), request).wavefronts, 2U);
}

TEST(Cost, AddressesMayBeAnywhere) {
  const Request request =
      load_of(4, [](std::uint32_t lane) { return lane % 2 == 0 ? lane * 64 : 0xffffff80U; });
  EXPECT_EQ(cost_of(model_of("sm_80"), request).wavefronts, 17U);
}

TEST(Cost, StoresNeverMerge) {
  const auto broadcast = [](std::uint32_t) { return 64U; };
  EXPECT_EQ(
      cost_of(model_of("sm_120"), request_of(Operation::kStore, 8, kWarp, broadcast)).wavefronts,
      2U);
  EXPECT_EQ(
      cost_of(model_of("sm_120"), request_of(Operation::kStore, 16, kWarp, broadcast)).wavefronts,
      4U);
}

TEST(Cost, AtomicsOfOneWordTakeTurns) {
  const Request request =
      request_of(Operation::kAtomic, 4, kWarp, [](std::uint32_t lane) { return lane % 4 * 4; });
  const RequestCost cost = cost_of(model_of("sm_80"), request);
  EXPECT_EQ(cost.wavefronts, 8U);
  EXPECT_EQ(cost.lowest_candidate, 1U);
  EXPECT_FALSE(cost.is_exact());
}

}  // namespace
}  // namespace smemlens
