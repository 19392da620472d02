#pragma once

// A function's basic blocks, and where the paths of its branches meet again.
//
//   0: @%p bra 3     blocks  [0,1) → 1, 2     the paths of 0 meet at 3:
//   1: …                     [1,3) → 2        block 2 is the immediate post-dominator of block 0
//   3: ret                   [3,4) → exit
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
};

inline constexpr std::uint32_t kExitBlock = 0xffffffff;

struct ControlFlow {
  std::vector<BasicBlock> blocks;       // by begin; the first is the entry
  std::vector<std::uint32_t> block_of;  // by pc
};

ControlFlow control_flow_of(const ptx::Module& module, const ptx::Function& function);

// For each pc the first one of its block's immediate post-dominator; kNoPc if that is the exit, or
// if no path leads to the exit.
std::vector<std::uint32_t> reconvergence_points(const ControlFlow& flow);

}  // namespace smemlens::simt
