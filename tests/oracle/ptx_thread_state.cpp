#include "tests/oracle/ptx_thread_state.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace smemlens::testing {

std::vector<Loop> loops_of(const ptx::Function& function) {
  std::map<ptx::Index, ptx::Index> latch_of_head;
  for (ptx::Index pc = 0; pc < function.instructions.size(); ++pc) {
    for (const ptx::Operand& operand : function.instructions[pc].operands) {
      const bool jumps_back = operand.kind == ptx::OperandKind::kLabel && operand.index <= pc;
      if (jumps_back) latch_of_head[operand.index] = pc;
    }
  }
  std::vector<Loop> loops;
  for (const auto& [head, latch] : latch_of_head) loops.push_back({head, latch});
  std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return std::tuple(a.head, b.latch) < std::tuple(b.head, a.latch);
  });
  return loops;
}

void move_to(Frame& frame, ptx::Index pc, const std::vector<Loop>& loops) {
  frame.pc = pc;
  while (!frame.loops.empty() && !frame.loops.back().loop.contains(pc)) frame.loops.pop_back();
  for (OpenLoop& open : frame.loops) {
    if (open.loop.head == pc) ++open.turn;
  }
  for (const Loop& loop : loops) {
    const bool is_open = std::any_of(frame.loops.begin(), frame.loops.end(),
                                     [&](const OpenLoop& open) { return open.loop == loop; });
    if (loop.contains(pc) && !is_open) frame.loops.push_back({loop, 0});
  }
}

Place place_of(const Thread& thread) {
  Place place;
  for (const Frame& frame : thread.frames) {
    place.push_back(frame.function);
    place.push_back(frame.pc);
    for (const OpenLoop& open : frame.loops) place.push_back(open.turn);
  }
  return place;
}

}  // namespace smemlens::testing
