#include "smemlens/simt/waiting_loop.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/spin.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// Loops that wait are short; looking further would cost long kernels something.
constexpr std::size_t kLongestWait = 256;

// Does the innermost loop around `pc` wait for others?
bool is_in_waiting_loop(ExecutionState& state, std::uint32_t pc) {
  const auto& code = state.function->code;
  std::uint32_t begin = 0;
  std::uint32_t end = kNoPc;
  const std::size_t behind = std::min(code.size(), pc + kLongestWait);
  for (std::uint32_t branch = pc; branch < behind; ++branch) {
    const Operation& operation = code[branch];
    if (operation.kind != OperationKind::kBranch || operation.detail > pc) continue;
    const bool is_inner = end == kNoPc || branch - operation.detail < end - begin;
    if (!is_inner) continue;
    begin = operation.detail;
    end = branch;
  }
  return end != kNoPc && kind_of_loop(state, begin, end) == LoopKind::kHangsOnOrdered;
}

}  // namespace

LoopKind kind_of_loop(ExecutionState& state, std::uint32_t begin, std::uint32_t end) {
  const ptx::Index function = state.function->function;
  const auto [known, is_new] = state.loop_kinds.try_emplace({function, begin, end});
  if (is_new) {
    known->second = loop_kind_of(state.launch.kernel.module->functions[function], begin, end);
  }
  return known->second;
}

bool stands_in_waiting_loop(ExecutionState& state, const Warp& warp) {
  if (warp.paths.empty()) return false;
  const std::uint32_t pc = warp.paths.back().pc;
  auto& waits = state.waits[state.function];
  if (waits.empty()) waits.resize(state.function->code.size());
  if (pc >= waits.size()) return false;
  std::optional<bool>& waits_here = waits[pc];
  if (!waits_here) waits_here = is_in_waiting_loop(state, pc);
  return *waits_here;
}

}  // namespace smemlens::simt
