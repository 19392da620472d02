#pragma once

// What one executor knows while it runs: the launch, the warp whose turn it is, and caches.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/spin.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

// The last range of global memory, and the last shared array, that a memory instruction touched.
struct SiteCache {
  std::uint64_t begin = 1;  // host addresses; empty at first
  std::uint64_t end = 0;
  std::uint32_t array_begin = 1;  // offsets in shared memory; empty at first
  std::uint32_t array_end = 0;
  std::uint32_t array = 0;

  void forget_global() {
    begin = 1;
    end = 0;
  }
};

// What an instruction last asked shared memory for with all 32 lanes. Mostly the next time it asks
// for the same, some bytes further.
struct SharedPattern {
  std::array<std::uint32_t, kLanes> offsets{};
  std::uint32_t low = 0;  // of the offsets
  std::uint32_t high = 0;
  Shape shape = Shape::kScattered;
  ptx::Index array = ptx::kNone;  // that holds all of it; kNone too before the first time
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

  // False for an instruction that hardly ever asks for the same: it isn't looked for any more.
  bool is_worth_it() const { return misses < kTrial || hits > misses; }

  static constexpr std::uint64_t kTrial = 512;
};

struct ExecutionState {
  Execution launch;
  const IsaFunctions* isa = nullptr;
  std::vector<SiteCache> sites;
  std::vector<SharedPattern> patterns;  // by site
  std::vector<std::byte> parameters;    // the launch's, as the kernel reads them
  Request request;                      // the one that is being reported
  std::map<std::array<std::uint32_t, 3>, LoopKind> loop_kinds;  // by function, first and last pc
  std::map<const DecodedFunction*, std::vector<std::optional<bool>>>
      waits;  // by pc: waiting_loop.h

  // Whose turn it is.
  BlockState* block = nullptr;
  Warp* warp = nullptr;
  const DecodedFunction* function = nullptr;
  std::byte* shared = nullptr;
  std::uint32_t shared_bytes = 0;
  bool is_divergent = false;  // the warp's active lanes will meet others that are elsewhere

  std::uint64_t steps = 0;  // thread-instructions of all blocks
  std::optional<Diagnostic> fault;
  BlockState own_block;  // run_block()'s
};

}  // namespace smemlens::simt
