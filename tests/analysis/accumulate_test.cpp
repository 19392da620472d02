// The counts of an accumulator are the sums of what cost_of gives for each request, in whatever
// order an instruction's addresses come: moved a little, a lot, into another array, or quite
// different.

#include "smemlens/analysis/accumulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "tests/simt/engine_support.h"

namespace smemlens {
namespace {

constexpr std::uint32_t kIdle = 0xffffffff;
constexpr std::uint32_t kLanes = 32;
constexpr std::uint32_t kSharedBytes = 8192;

// Round by round each lane loads in[round * 32 + lane], an offset, and what s holds there: its own
// number of a word. An offset of kIdle keeps the lane out.
constexpr std::string_view kKernel = R"(
.version 8.0
.target sm_80
.address_size 64
.shared .align 16 .b8 s[4096];
.shared .align 16 .b8 t[4096];
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 rounds) {
  .reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %tid.x; mov.u32 %r3, s; mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;
  mov.u32 %r4, %r2; shl.b32 %r5, %r2, 2; mov.u32 %r10, t;
FILL:
  add.u32 %r6, %r3, %r5; st.shared.u32 [%r6], %r4;
  add.u32 %r4, %r4, 32; add.u32 %r5, %r5, 128;
  setp.lt.u32 %p1, %r5, 8192; @%p1 bra FILL;
ROUND:
  ld.global.u32 %r7, [%rd2]; setp.ne.u32 %p2, %r7, -1;
  mov.u32 %r8, 0; add.u32 %r9, %r3, %r7;
  @%p2 ld.shared.u32 %r8, [%r9];
  st.global.u32 [%rd1], %r8;
  add.s64 %rd1, %rd1, 128; add.s64 %rd2, %rd2, 128;
  sub.u32 %r1, %r1, 1; setp.ne.u32 %p3, %r1, 0; @%p3 bra ROUND;
  ret;
})";

using Round = std::array<std::uint32_t, kLanes>;

// A walk, lanes by eights or by halves, or anything; somewhere in the two arrays.
Round random_round(std::mt19937& random) {
  Round round{};
  const auto step = static_cast<std::uint32_t>(random() % 3);
  const auto shape = random() % 5;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    std::uint32_t word = lane * step;
    if (shape == 1) word = (lane / 8 * 20) + (lane % 8 * step);
    if (shape == 2) word = lane / 16 * 16;
    if (shape == 3 && lane == 17) word = 70;
    if (shape == 4) word = static_cast<std::uint32_t>(random() % 128);
    round[lane] = 4 * word;
  }
  return round;
}

Round moved(Round round, std::uint32_t bytes) {
  for (std::uint32_t& offset : round) offset += bytes;
  return round;
}

std::vector<Round> random_rounds(std::size_t count) {
  std::mt19937 random(5);
  std::vector<Round> rounds;
  Round pattern = random_round(random);
  while (rounds.size() < count) {
    if (random() % 40 == 0) pattern = random_round(random);
    const std::uint32_t highest = *std::ranges::max_element(pattern);
    const std::uint32_t room = (kSharedBytes - 4 - highest) / 4;
    const bool is_by_period = random() % 2 == 0;
    const auto words = static_cast<std::uint32_t>(random() % (room + 1));
    Round round = moved(pattern, is_by_period ? words / 32 * 128 : words * 4);
    if (random() % 8 == 0) round[random() % kLanes] = kIdle;
    rounds.push_back(round);
  }
  return rounds;
}

struct Sum {
  Totals totals;
  std::uint64_t inexact = 0;
  std::map<std::uint32_t, std::uint64_t> degrees;

  bool operator==(const Sum&) const = default;
};

// Passes each access on, and adds up by array what it costs.
class Tee : public simt::AccessObserver {
 public:
  Tee(const BankModel& model, SiteAccumulator& sites) : model_(&model), sites_(&sites) {}

  void observe(const simt::SharedAccess& access) override {
    sites_->observe(access);
    moved_ += access.moved_by ? 1 : 0;
    const RequestCost cost = cost_of(*model_, access.request);
    Sum& sum = sums_[{access.instruction, access.array}];
    sum.totals += {1, cost.wavefronts, cost.ideal_wavefronts};
    sum.inexact += cost.is_exact() ? 0 : 1;
    ++sum.degrees[cost.degree];
  }

  using Sums = std::map<std::pair<ptx::Index, ptx::Index>, Sum>;
  const Sums& sums() const { return sums_; }
  std::size_t moved() const { return moved_; }

 private:
  const BankModel* model_;
  SiteAccumulator* sites_;
  Sums sums_;
  std::size_t moved_ = 0;
};

Tee::Sums sums_of(const SiteAccumulator& sites) {
  Tee::Sums sums;
  for (ptx::Index i = 0; i < sites.counts().size(); ++i) {
    for (const SiteCounts& counts : sites.counts()[i]) {
      Sum& sum = sums[{i, counts.array}];
      sum.totals = counts.totals;
      sum.inexact = counts.inexact_requests;
      for (std::uint32_t degree = 0; degree < counts.degrees.size(); ++degree) {
        if (counts.degrees[degree] != 0) sum.degrees[degree] = counts.degrees[degree];
      }
    }
  }
  return sums;
}

TEST(SiteAccumulator, CountsWhatEachRequestCosts) {
  const std::vector<Round> rounds = random_rounds(3000);
  std::vector<std::uint32_t> in;
  for (const Round& round : rounds) in.insert(in.end(), round.begin(), round.end());
  simt::KernelUnderTest test{std::string(kKernel)};
  test.buffer(std::vector<std::uint32_t>(in.size())).buffer(in);
  test.value(static_cast<std::uint32_t>(rounds.size()));
  test.launch().block = {kLanes, 1, 1};
  const BankModel& model = find_architecture("sm_80")->bank_model;
  SiteAccumulator sites(model, test.kernel());
  Tee tee(model, sites);
  simt::BlockExecutor executor({test.kernel(), test.launch(), test.memory(), &tee});
  const auto fault = executor.run_block(0);
  ASSERT_FALSE(fault) << to_text(*fault);
  EXPECT_EQ(sums_of(sites), tee.sums());
  EXPECT_GT(tee.moved(), 300U);  // this test is about them
  const auto out = test.content<std::uint32_t>(0);
  for (std::size_t i = 0; i < in.size(); ++i) {
    ASSERT_EQ(out[i], in[i] == kIdle ? 0 : in[i] / 4) << "round " << i / kLanes;
  }
}

}  // namespace
}  // namespace smemlens
