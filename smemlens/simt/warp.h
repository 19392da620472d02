#pragma once

// One warp: its lanes' paths through the program, its calls, its registers and local memory.
//
// Lanes that a branch separates run one path after the other and meet again at the branch's
// immediate post-dominator. The paths are a stack; the top one runs:
//
//   3: @%p bra 7   lanes 0-15 jump         paths (pc, meets at, lanes), top last
//   4: …                                     before        (3, –, all)
//   7: …           both meet at 9            after         (9, –, all) (4, 9, 16-31) (7, 9, 0-15)
//   9: …                                     top at 9      (9, –, all) (4, 9, 16-31)
//                                            top at 9      (9, –, all)
//
// A path's lanes are part of the lanes of the path that waits for it. ret and exit take lanes out
// of every path.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// What a path waits for the warp's other lanes at.
enum class Parked : std::uint8_t { kNo, kAtBarrier, kAtWarpBarrier, kAtExchange };

struct Path {
  std::uint32_t pc = 0;
  std::uint32_t reconvergence = kNoPc;  // the pc at which the path ends; kNoPc: runs to its return
  WarpMask lanes = 0;
  Parked parked = Parked::kNo;
};

struct BarrierSite;
struct CallTarget;

struct CallFrame {
  std::uint32_t function = 0;          // into Kernel::functions
  std::uint32_t path_base = 0;         // the call's first path in Warp::paths
  std::uint32_t frame_begin = 0;       // bytes, in Warp::registers
  std::uint32_t local_begin = 0;       // bytes of one lane, in Warp::local
  std::uint32_t local_end = 0;         // of the frame, and of what alloca has added to it
  WarpMask lanes = 0;                  // that made the call
  const CallTarget* target = nullptr;  // null pointer: the kernel itself
  // By lane, where the bytes of its next alloca begin; empty before the first.
  std::vector<std::uint32_t> stack;
};

enum class WarpStatus : std::uint8_t { kReady, kWaiting, kDone };

// What a barrier will write when it completes.
struct PendingReduction {
  const BarrierSite* site = nullptr;  // null pointer: nothing
  WarpMask lanes = 0;
};

struct alignas(64) FrameLine {
  std::byte bytes[64];
};

struct Warp {
  std::uint32_t index = 0;  // in its block
  WarpMask alive = 0;       // lanes that exist and have not exited
  WarpStatus status = WarpStatus::kReady;
  std::uint8_t barrier = 0;  // kWaiting: for which
  PendingReduction reduction;
  std::vector<Path> paths;
  std::vector<CallFrame> calls;
  std::vector<FrameLine> registers;
  std::vector<std::byte> local;  // see local_memory.h
  std::uint64_t shared_accesses = 0;
  bool is_spinning = false;     // its last turn ended in a loop that waits
  bool leaves_barrier = false;  // it hasn't run since
  std::uint32_t spins = 0;      // backward branches of the top path while others wait

  // A kernel without registers has no frame: null.
  std::byte* frame() {
    return reinterpret_cast<std::byte*>(registers.data()) + calls.back().frame_begin;
  }
};

// The lanes of `warp`'s top path branch: `taken` to `target`, the others go on at the next
// instruction; all meet at `reconvergence`. Both sets must be non-empty.
void diverge(Warp& warp, WarpMask taken, std::uint32_t target, std::uint32_t reconvergence);

// The same for a branch with many targets; the arms' lanes are disjoint, their union the top's.
struct BranchArm {
  std::uint32_t pc = 0;
  WarpMask lanes = 0;
};
void diverge(Warp& warp, const std::vector<BranchArm>& arms, std::uint32_t reconvergence);

// Removes finished paths from the top: those at their end, and those without lanes. False if the
// current call has no path left.
bool settle(Warp& warp);

// `lanes` leave the current call (ret) or the program (exit).
void remove_from_call(Warp& warp, WarpMask lanes);
void remove_from_warp(Warp& warp, WarpMask lanes);

// True if lanes that the top path will meet again are elsewhere.
bool is_divergent(const Warp& warp);

enum class Gathered : std::uint8_t {
  kAll,          // they have all come; if to one place, they are one path now, the top one
  kOthersFirst,  // another path was brought to the top, to come here too
  kImpossible,   // some wait elsewhere for these
};

// The top path has come to where the lanes of `required` meet. (Those that have exited needn't.)
Gathered gather(Warp& warp, Parked at, WarpMask required);

// For paths that spin, waiting for lanes that wait for them (a lock within a warp): lets another
// path of the same call run first. False if there is none.
bool rotate(Warp& warp);

}  // namespace smemlens::simt
