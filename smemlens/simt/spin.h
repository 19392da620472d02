#pragma once

// Is a loop a wait? Lanes of a warp may wait for each other: a lock that is taken lane by lane.
//
//   SPIN: atom.shared.cas.b32 %r2, [lock], 0, 1;     the way out hangs on what memory says:
//         setp.ne.u32 %p1, %r2, 0;  @%p1 bra SPIN;   a wait
//   NEXT: red.shared.add.u32 [%r3], 1;               the way out hangs on a counter:
//         setp.lt.u32 %p1, %r4, %r5;  @%p1 bra NEXT; no wait, however long it runs
//
// While lanes wait like the first, lanes that wait for them at the meeting point must be let on.
// Pure reconvergence wouldn't; GPUs since Volta do.

#include <cstdint>

#include "smemlens/ptx/module.h"

namespace smemlens::simt {

enum class LoopKind : std::uint8_t {
  kCounted,         // its branches hang on nothing that it loads
  kHangsOnLoads,    // on plain loads: a list, or a flag behind a fence
  kHangsOnOrdered,  // on atomics, or on volatile, relaxed or acquire loads
};

// The loop of the instructions [begin, end], whose last one branches back to `begin`.
LoopKind loop_kind_of(const ptx::Function& function, std::uint32_t begin, std::uint32_t end);

}  // namespace smemlens::simt
