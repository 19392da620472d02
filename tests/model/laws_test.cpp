#include "smemlens/model/laws.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"
#include "tests/oracle/random_request.h"

namespace smemlens {
namespace {

using testing::load_of;
using testing::model_of;
using testing::strided_load;

std::uint32_t sm_80(const Request& request) {
  return cost_of(model_of("sm_80"), request).wavefronts;
}

template <typename WordOf>
std::uint32_t words(WordOf word_of) {
  return sm_80(load_of(4, [=](std::uint32_t lane) { return 4 * word_of(lane); }));
}

TEST(Laws, S1StrideOfAnyNumberOfLanesOnAnyBanks) {
  for (const std::string_view name : {"sm_80", "gfx950"}) {
    const BankModel& model = model_of(name);
    for (std::uint32_t lanes = 1; lanes <= model.lanes_per_warp; ++lanes) {
      const LaneMask active = ~LaneMask{0} >> (64 - lanes);
      for (std::uint32_t stride = 0; stride < 200; ++stride) {
        const Request request = testing::request_of(
            Operation::kLoad, 4, active, [=](std::uint32_t lane) { return 4 * stride * lane; });
        ASSERT_EQ(cost_of(model, request).wavefronts, stride_wavefronts(lanes, model.banks, stride))
            << name << ": " << lanes << " lanes at stride " << stride;
      }
    }
  }
}

TEST(Laws, S2WideStrides) {
  for (std::uint32_t stride = 1; stride < 200; ++stride) {
    for (const std::uint32_t bytes : {8U, 16U}) {
      const auto address = [=](std::uint32_t lane) { return bytes * stride * lane; };
      EXPECT_EQ(sm_80(load_of(bytes, address)), wide_stride_wavefronts(bytes, stride)) << stride;
      EXPECT_EQ(sm_80(testing::request_of(Operation::kStore, bytes, testing::kWarp, address)),
                wide_stride_wavefronts(bytes, stride));
    }
  }
}

TEST(Laws, S3SubwordStridesStayWithinTheirBounds) {
  for (std::uint32_t stride = 0; stride < 300; ++stride) {
    const Bounds bounds = subword_stride_wavefronts(stride);
    for (const std::uint32_t bytes : {1U, 2U}) {
      if (stride % bytes != 0) continue;
      for (std::uint32_t base = 0; base < 4; base += bytes) {
        const std::uint32_t cost =
            sm_80(load_of(bytes, [=](std::uint32_t lane) { return base + (stride * lane); }));
        EXPECT_GE(cost, bounds.lowest) << stride;
        EXPECT_LE(cost, bounds.highest) << stride;
      }
    }
  }
}

TEST(Laws, S3ExactValuesDependOnTheBase) {
  const auto cost = [](std::uint32_t bytes, std::uint32_t stride, std::uint32_t base) {
    return sm_80(load_of(bytes, [=](std::uint32_t lane) { return base + (stride * lane); }));
  };
  EXPECT_EQ(cost(2, 62, 0), 2U);
  EXPECT_EQ(cost(2, 62, 2), 1U);
  EXPECT_EQ(cost(1, 17, 0), 2U);
  EXPECT_EQ(cost(1, 17, 1), 3U);
}

TEST(Laws, S4BlocksAreFreeAtOddMultiples) {
  for (std::uint32_t width = 2; width < 32; width *= 2) {
    for (std::uint32_t row = width; row < 200; ++row) {
      const bool is_free =
          words([=](std::uint32_t lane) { return (row * (lane / width)) + (lane % width); }) == 1;
      EXPECT_EQ(is_free, block_is_conflict_free(width, row)) << width << " of " << row;
    }
    for (std::uint32_t row = 32 / width; row < 200; ++row) {
      const bool is_free =
          words([=](std::uint32_t lane) { return (row * (lane % width)) + (lane / width); }) == 1;
      EXPECT_EQ(is_free, transposed_block_is_conflict_free(width, row)) << width << " of " << row;
    }
  }
}

TEST(Laws, S5XorSwizzle) {
  for (std::uint32_t bits = 0; bits <= 5; ++bits) {
    const std::uint32_t mask = (1U << bits) - 1;
    for (std::uint32_t i = 0; i < 32; ++i) {
      EXPECT_EQ(words([=](std::uint32_t lane) { return (32 * lane) + (i ^ (lane & mask)); }),
                xor_column_wavefronts(bits));
      EXPECT_EQ(words([=](std::uint32_t lane) { return (32 * i) + (lane ^ (i & mask)); }), 1U);
    }
  }
  // The price: the main diagonal.
  EXPECT_EQ(words([](std::uint32_t lane) { return (32 * lane) + (lane ^ lane); }), 32U);
}

TEST(Laws, S6OnePadWordEvery32) {
  for (std::uint32_t k = 0; k <= 10; ++k) {
    EXPECT_EQ(words([=](std::uint32_t lane) { return (lane << k) + ((lane << k) / 32); }),
              padded_stride_wavefronts(k))
        << k;
  }
}

TEST(Laws, S7PadsRepeatAfterOnePeriod) {
  for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U}) {
    const std::uint32_t period = pad_period_elements(bytes);
    for (std::uint32_t width = 32; width < 32 + period; ++width) {
      const auto column = [=](std::uint32_t pad) {
        return sm_80(
            load_of(bytes, [=](std::uint32_t lane) { return (width + pad) * bytes * lane; }));
      };
      EXPECT_EQ(column(0), column(period)) << width;
    }
  }
}

TEST(Laws, S8TriangularNumbersVisitEveryBank) {
  EXPECT_EQ(words([](std::uint32_t lane) { return lane * (lane + 1) / 2; }),
            triangular_wavefronts());
}

TEST(Laws, S9AntidiagonalIsAStrideOfOneLess) {
  for (std::uint32_t width = 2; width < 200; ++width) {
    EXPECT_EQ(words([=](std::uint32_t lane) { return (width * lane) + (31 - lane); }),
              antidiagonal_wavefronts(width))
        << width;
  }
}

// --- explain_law --------------------------------------------------------------------------------

struct Explained {
  std::string_view name;
  Request request;
  std::string_view formula;
  LawReason reason;
  std::string_view item;  // what lane i asks for, or all do
};

TEST(ExplainLaw, RecognisesConcreteRequests) {
  const Explained cases[] = {
      {"column", strided_load(128), "gcd(32, 32) = 32", LawReason::kTogether, "32 * i"},
      {"stride 12", strided_load(48), "gcd(12, 32) = 4", LawReason::kTogether, "12 * i"},
      {"padded column", strided_load(132), "gcd(33, 32) = 1", LawReason::kApart, "33 * i"},
      {"backwards", load_of(4, [](std::uint32_t lane) { return 4 * (62 - 2 * lane); }),
       "gcd(2, 32) = 2", LawReason::kTogether, "62 - 2 * i"},
      {"stride 0", strided_load(0), "1 for stride 0", LawReason::kBroadcast, "0"},
      {"doubles", strided_load(16, 8), "2 * gcd(2, 16) = 4", LawReason::kTogether, "2 * i"},
      {"row of chars", strided_load(1, 1), "1 in one row of banks", LawReason::kOneRow, ""},
      {"eight lanes a word", load_of(4, [](std::uint32_t lane) { return lane / 8 * 4; }),
       "1 in one row of banks", LawReason::kOneRow, ""},
      {"xor column", load_of(4, [](std::uint32_t lane) { return 4 * (32 * lane + (5 ^ lane)); }),
       "2^(5 - 5) = 1", LawReason::kXor, ""},
      {"triangle", load_of(4, [](std::uint32_t lane) { return 2 * lane * (lane + 1); }),
       "t * (t + 1) / 2 mod 32 takes 32 values: 1", LawReason::kTriangular, ""},
      {"padded stride 8",
       load_of(4, [](std::uint32_t lane) { return 4 * (8 * lane + 8 * lane / 32); }),
       "stride 2^3, padded: 1", LawReason::kPadded, ""},
      {"8 x 4 block of rows of 24",
       load_of(4, [](std::uint32_t lane) { return 4 * (24 * (lane / 8) + lane % 8); }),
       "24 = 8 * 3, an odd multiple: 1", LawReason::kBlock, ""},
      {"one lane", testing::request_of(Operation::kLoad, 4, 2, [](std::uint32_t) { return 12U; }),
       "1 for one lane", LawReason::kOneLane, "3"},
  };
  for (const Explained& c : cases) {
    SCOPED_TRACE(c.name);
    const std::optional<Law> law = explain_law(model_of("sm_80"), c.request);
    ASSERT_TRUE(law);
    EXPECT_EQ(law->formula, c.formula);
    EXPECT_EQ(law->reason, c.reason);
    EXPECT_EQ(law->facts.item, c.item);
  }
}

TEST(ExplainLaw, AdmitsThatThereIsNone) {
  const Request random = load_of(4, [](std::uint32_t lane) { return lane * lane * 52 % 4096; });
  EXPECT_FALSE(explain_law(model_of("sm_80"), random));
  const Request inexact =
      testing::request_of(Operation::kAtomic, 4, testing::kWarp, [](std::uint32_t) { return 0U; });
  EXPECT_FALSE(explain_law(model_of("sm_80"), inexact));
}

TEST(ExplainLaw, NeverContradictsCostOf) {
  std::mt19937_64 random(3);
  for (const Architecture& architecture : architectures()) {
    for (const Operation operation : {Operation::kLoad, Operation::kStore, Operation::kAtomic,
                                      Operation::kLdmatrix, Operation::kCpAsync}) {
      for (std::uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        const BankModel& model = architecture.bank_model;
        if (rules_of(model, operation, bytes) == nullptr) continue;
        for (int i = 0; i < 40; ++i) {
          const Request request = testing::random_request(model, operation, bytes, random);
          const std::optional<Law> law = explain_law(model, request);
          if (law) {
            EXPECT_EQ(law->value, cost_of(model, request).wavefronts);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace smemlens
