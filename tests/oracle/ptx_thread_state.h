#pragma once

// The state of the slow interpreter's threads.

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::testing {

// The instructions from `head` to the last one that jumps back to it.
struct Loop {
  ptx::Index head = 0;
  ptx::Index latch = 0;

  bool contains(ptx::Index pc) const { return head <= pc && pc <= latch; }
  bool operator==(const Loop&) const = default;
};

struct OpenLoop {
  Loop loop;
  std::uint64_t turn = 0;
};

struct Frame {
  ptx::Index function = 0;
  ptx::Index pc = 0;
  std::vector<std::uint64_t> registers;
  // What ld.param and st.param reach: parameters, results, and variables of the body.
  std::map<std::pair<ptx::SymbolScope, ptx::Index>, std::vector<std::byte>> parameters;
  std::uint64_t local_base = 0;
  std::vector<OpenLoop> loops;  // outermost first
  bool carry = false;           // CC.CF, which calls don't preserve: each frame has its own
};

enum class ThreadStatus : std::uint8_t { kRunning, kAtBarrier, kMeetsLanes, kDone };

struct Thread {
  std::uint32_t number = 0;
  ThreadStatus status = ThreadStatus::kRunning;
  std::vector<Frame> frames;
  std::vector<std::byte> local;

  std::uint32_t warp() const { return number / 32; }
  std::uint32_t lane() const { return number % 32; }
  Frame& frame() { return frames.back(); }
  const Frame& frame() const { return frames.back(); }
};

// The loops of a function, outermost first.
std::vector<Loop> loops_of(const ptx::Function& function);

// Moves on to `pc`, which may begin another turn of a loop, enter loops or leave them.
void move_to(Frame& frame, ptx::Index pc, const std::vector<Loop>& loops);

// Where the thread is: two threads of a warp that are at one place execute together.
using Place = std::vector<std::uint64_t>;
Place place_of(const Thread& thread);

}  // namespace smemlens::testing
