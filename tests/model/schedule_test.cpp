#include "smemlens/model/schedule.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::model_of;
using testing::request_of;

using Words = std::vector<WordIndex>;

Request of_words(Operation operation, const std::vector<std::uint32_t>& words) {
  const LaneMask active = (LaneMask{1} << words.size()) - 1;
  return request_of(operation, 4, active, [&](std::uint32_t lane) { return 4 * words[lane]; });
}

TEST(Schedule, ALaneIsServedInThePassOfItsWordsPlaceInItsBanksQueue) {
  const auto wavefronts = schedule(model_of("sm_80"), of_words(Operation::kLoad, {0, 32, 64, 33}));
  EXPECT_EQ(
      wavefronts,
      (std::vector<Wavefront>{
          {0, 0b1001, Words{{0}, {33}}},
          {0, 0b0010, Words{{32}}     },
          {0, 0b0100, Words{{64}}     }
  }));
}

TEST(Schedule, ABroadcastIsServedAtOnce) {
  const auto wavefronts = schedule(model_of("sm_80"), of_words(Operation::kLoad, {7, 7, 7}));
  EXPECT_EQ(wavefronts, (std::vector<Wavefront>{
                            {0, 0b111, Words{{7}}}
  }));
}

TEST(Schedule, AtomicsOfOneWordTakeTurns) {
  const auto wavefronts = schedule(model_of("sm_80"), of_words(Operation::kAtomic, {7, 8, 7}));
  EXPECT_EQ(wavefronts, (std::vector<Wavefront>{
                            {0, 0b011, Words{{7}, {8}}},
                            {0, 0b100, Words{{7}}     }
  }));
}

TEST(Schedule, PhasesFollowEachOtherAndWideLanesTakeAllTheirWords) {
  const auto wavefronts = schedule(
      model_of("sm_80"),
      request_of(Operation::kStore, 16, 0x101, [](std::uint32_t lane) { return 16 * lane; }));
  EXPECT_EQ(wavefronts,
            (std::vector<Wavefront>{
                {0, 0x001, Words{{0}, {1}, {2}, {3}}    },
                {1, 0x100, Words{{32}, {33}, {34}, {35}}}
  }));
}

TEST(Schedule, KeplerReadsBothWordsOfAPairTogether) {
  const auto wavefronts = schedule(model_of("sm_35"), of_words(Operation::kLoad, {0, 32, 64}));
  EXPECT_EQ(wavefronts, (std::vector<Wavefront>{
                            {0, 0b011, Words{{0}, {32}}},
                            {0, 0b100, Words{{64}}     }
  }));
}

TEST(Schedule, TheFirstGpusBroadcastOneWordAStep) {
  // Words 0 and 1 are both wanted twice: only word 0 is broadcast in the first step.
  const auto wavefronts = schedule(model_of("sm_10"), of_words(Operation::kLoad, {0, 0, 1, 1}));
  EXPECT_EQ(wavefronts, (std::vector<Wavefront>{
                            {0, 0b0111, Words{{0}, {1}}},
                            {0, 0b1000, Words{{1}}     }
  }));
}

}  // namespace
}  // namespace smemlens
