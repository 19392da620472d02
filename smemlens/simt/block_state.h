#pragma once

// One block while it runs: a plain value, so that it can be put aside and go on later.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/simt/launch.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

// A hardware barrier: warps that arrived since it last completed.
struct Barrier {
  std::uint32_t arrived_warps = 0;
  std::uint32_t expected_threads = 0;  // 0: every warp that is not done
  std::uint32_t population = 0;        // reductions: threads whose predicate holds
  std::uint32_t participants = 0;      // reductions: threads that arrived
};

inline constexpr unsigned kNamedBarriers = 16;               // those that programs number
inline constexpr unsigned kClusterBarrier = kNamedBarriers;  // Warp::barrier, too

// barrier.cluster of a cluster of one block: bit w is warp w.
struct ClusterBarrier {
  std::uint32_t arrived = 0;    // in the phase that is still open
  std::uint32_t completed = 0;  // arrived in one that is complete, and hasn't waited yet
};

struct BlockState {
  std::uint64_t index = 0;
  Extent position{};
  std::vector<Warp> warps;
  std::vector<FrameLine> shared;  // 64-byte aligned
  std::uint32_t shared_bytes = 0;
  std::array<Barrier, kNamedBarriers> barriers{};
  ClusterBarrier cluster_barrier;
  std::uint32_t warps_done = 0;
  std::uint32_t turn = 0;                // the warp that runs next
  std::uint64_t steps = 0;               // thread-instructions
  std::uint64_t next_look = 0;           // steps at which to look whether it repeats itself
  const Kernel* prepared_for = nullptr;  // whose constants the warps' frames hold

  std::byte* shared_memory() { return shared.empty() ? nullptr : shared.data()->bytes; }
};

}  // namespace smemlens::simt
