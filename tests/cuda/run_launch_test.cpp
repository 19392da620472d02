#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/launch.h"
#include "smemlens/model/architecture.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::cuda {
namespace {

// Each thread of block b adds one to out[b]; the stride of its stores is 1 to 4 words, by block.
constexpr const char* kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
  .shared .align 4 .b32 s[2048];
  .reg .b32 %r<6>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;
  and.b32 %r3, %r1, 3; add.u32 %r3, %r3, 1; mul.lo.u32 %r3, %r3, %r2; shl.b32 %r3, %r3, 2;
  st.shared.u32 [%r3], %r1;
  mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd2, %rd1;
  red.global.add.u32 [%rd2], 1;
  ret;
}
)";

// The launch's record, and how often each block has run.
struct Ran {
  std::string record;
  std::vector<std::uint32_t> times;
};

Ran run(std::uint32_t blocks, unsigned threads, std::uint64_t shuffle, bool is_counted = true) {
  const ptx::ParseResult parsed = ptx::parse_module({"k.ptx", kPtx});
  simt::GlobalMemory memory;
  const auto image = simt::ModuleImage::load(parsed.module, memory);
  const auto kernel = simt::prepare(image.value(), "k");
  Ran ran{.record = {}, .times = std::vector<std::uint32_t>(blocks)};
  const std::uint64_t out = simt::address_of(ran.times.data());
  memory.add({.begin = out, .bytes = blocks * sizeof(std::uint32_t), .name = "out"});
  simt::Launch launch{
      .grid = {blocks, 1, 1},
        .block = {32,     1, 1}
  };
  launch.parameters.resize(sizeof(out));
  std::memcpy(launch.parameters.data(), &out, sizeof(out));
  const LaunchResult result = run_launch({.kernel = kernel.value(),
                                          .launch = launch,
                                          .memory = memory,
                                          .model = find_architecture("sm_80")->bank_model,
                                          .is_counted = is_counted},
                                         {.threads = threads, .shuffle = shuffle, .blocks = {}});
  EXPECT_FALSE(result.fault.has_value());
  EXPECT_EQ(result.blocks_run, blocks);
  ran.record = to_record(analysis_of(*result.sites, {.architecture = "sm_80",
                                                     .grid = launch.grid,
                                                     .block = launch.block,
                                                     .blocks_run = result.blocks_run}));
  return ran;
}

TEST(RunLaunch, TheOrderOfBlocksChangesNothing) {
  for (const std::uint32_t blocks : {1U, 2U, 64U, 97U, 360U}) {
    const Ran expected = run(blocks, 1, 0);
    EXPECT_EQ(expected.times, std::vector<std::uint32_t>(blocks, 32));
    for (const std::uint64_t shuffle : {1U, 2U, 3U, 1000U}) {
      const Ran ran = run(blocks, 2, shuffle);
      EXPECT_EQ(ran.record, expected.record) << blocks << " blocks, shuffle " << shuffle;
      EXPECT_EQ(ran.times, expected.times) << blocks << " blocks, shuffle " << shuffle;
    }
  }
}

TEST(RunLaunch, WithoutCountingTheEffectsAreTheSame) {
  const Ran ran = run(64, 2, 0, false);
  EXPECT_EQ(ran.times, std::vector<std::uint32_t>(64, 32));
  EXPECT_EQ(ran.record.find("\"where\""), std::string::npos) << "no site";
}

}  // namespace
}  // namespace smemlens::cuda
