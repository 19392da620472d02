#pragma once

// A function's basic blocks, and where the paths of its branches meet again.
//
//   0: @%p bra 3     blocks  [0,1) → 1, 2     the paths of 0 meet at 3:
//   1: …                     [1,3) → 2        block 2 is the immediate post-dominator of block 0
//   3: ret                   [3,4) → exit
//
// Lanes that return early don't come to where the others meet, as on a GPU since Volta, whose
// compiler lets a lane that exits count as arrived:
//
//   if (lane < 16) {           the paths of this branch meet at (1), although some of them
//     if (n < 0) return;       may never come there; those of the inner branch have no place
//     a[lane] = 0;             of their own to meet: what is left of them goes on to (1)
//   }
//   b[lane] = 0;        // (1)
//
// So a block's meeting place is looked for on the ways to one end of the function only: the main
// one of those that the block leads to (control_flow.cpp, rank).
//
// A pc is an instruction's index; the one behind the last instruction is an implied ret.

#include <cstdint>
#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::simt {

struct BasicBlock {
  std::uint32_t begin = 0;  // pcs [begin, end)
  std::uint32_t end = 0;
  std::vector<std::uint32_t> successors;  // into ControlFlow::blocks; kExitBlock
  bool stops = false;                     // ends with a trap, or a call that never returns
};

inline constexpr std::uint32_t kExitBlock = 0xffffffff;

struct ControlFlow {
  std::vector<BasicBlock> blocks;       // by begin; the first is the entry
  std::vector<std::uint32_t> block_of;  // by pc
};

ControlFlow control_flow_of(const ptx::Module& module, const ptx::Function& function);

// For each pc where the paths of its block meet: the first pc of the block's immediate
// post-dominator on the ways to its main end. kNoPc where fewer than two of the block's successors
// lead there, or none leads to an end.
std::vector<std::uint32_t> reconvergence_points(const ControlFlow& flow);

}  // namespace smemlens::simt
