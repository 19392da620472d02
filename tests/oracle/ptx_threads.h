#pragma once

// A second, slow interpreter of PTX: one thread at a time, from one meeting with others to the
// next (barrier, shuffle, vote). It knows no warp: which accesses a warp makes together follows
// from where each thread was in the program's structure, its loops' turns included.
//
//   thread 0: 2nd turn of the loop at pc 7, ld.shared at pc 9  ┐ one request of two lanes
//   thread 1: 2nd turn of the loop at pc 7, ld.shared at pc 9  ┘
//
// That is what a warp with reconvergence does in structured programs: ifs, loops with breaks at
// the level of their body, switches, calls, and early returns outside of all of those.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"

namespace smemlens::testing {

// Global memory that a parameter points to.
struct Buffer {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};

// One block of one kernel, in a row of threads.
struct BlockRun {
  const ptx::Module* module = nullptr;
  ptx::Index kernel = 0;
  std::uint32_t threads = 32;
  std::vector<std::byte> parameters;  // as in simt::Launch
  std::vector<Buffer> buffers;
  std::uint64_t max_steps = 1'000'000;
};

struct SharedRequest {
  ptx::Index function = 0;
  ptx::Index instruction = 0;
  Request request;
};

struct BlockResult {
  std::optional<std::string> problem;  // a deadlock, a bad address, a form that isn't here, …
  std::vector<Buffer> buffers;
  std::vector<SharedRequest> requests;  // in no particular order
};

BlockResult run_block(const BlockRun& run);

}  // namespace smemlens::testing
