#include "smemlens/simt/control_flow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using ptx::Opcode;

bool is_in(std::initializer_list<Opcode> opcodes, Opcode opcode) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

// The labels that a branch names: pcs.
std::vector<std::uint32_t> targets_of(const ptx::Instruction& instruction) {
  std::vector<std::uint32_t> targets;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::OperandKind::kLabel) targets.push_back(operand.index);
    for (const ptx::Operand& element : operand.elements) {
      if (element.kind == ptx::OperandKind::kLabel) targets.push_back(element.index);
    }
  }
  return targets;
}

bool is_noreturn_call(const ptx::Module& module, const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::kCall &&
         std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const ptx::Operand& operand) {
                       return operand.kind == ptx::OperandKind::kFunction &&
                              module.functions[operand.index].is_noreturn;
                     });
}

bool is_branch(const ptx::Instruction& instruction) {
  return is_in({Opcode::kBra, Opcode::kBrxIdx}, instruction.opcode);
}

bool stops(const ptx::Module& module, const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::kTrap || is_noreturn_call(module, instruction);
}

bool leaves(const ptx::Module& module, const ptx::Instruction& instruction) {
  return is_in({Opcode::kRet, Opcode::kExit}, instruction.opcode) || stops(module, instruction);
}

// Which pcs begin a block.
std::vector<bool> leaders(const ptx::Module& module, const ptx::Function& function) {
  const auto& instructions = function.instructions;
  std::vector<bool> is_leader(instructions.size() + 1, false);
  is_leader.front() = true;
  is_leader.back() = true;
  for (std::size_t pc = 0; pc < instructions.size(); ++pc) {
    const ptx::Instruction& instruction = instructions[pc];
    if (!is_branch(instruction) && !leaves(module, instruction)) continue;
    is_leader[pc + 1] = true;
    for (const std::uint32_t target : targets_of(instruction)) is_leader[target] = true;
  }
  return is_leader;
}

void find_successors(const ptx::Module& module, const ptx::Function& function, ControlFlow& flow,
                     std::uint32_t block) {
  auto& successors = flow.blocks[block].successors;
  const std::uint32_t last = flow.blocks[block].end - 1;
  if (last == function.instructions.size()) {
    successors = {kExitBlock};
    return;
  }
  const ptx::Instruction& instruction = function.instructions[last];
  if (is_branch(instruction)) {
    for (const std::uint32_t target : targets_of(instruction)) {
      successors.push_back(flow.block_of[target]);
    }
  } else if (leaves(module, instruction)) {
    successors.push_back(kExitBlock);
    flow.blocks[block].stops = stops(module, instruction);
  }
  const bool falls_through = successors.empty() || instruction.guard != ptx::kNone;
  if (falls_through) successors.push_back(block + 1);
  std::sort(successors.begin(), successors.end());
  successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
}

// --- ends ----------------------------------------------------------------------------------------

// Where lanes leave: blocks after which nothing but ret, exit or trap comes.
enum class EndKind : std::uint8_t { kWithEffect, kReturnOnly, kStopOnly };

struct End {
  std::uint32_t block = 0;
  EndKind kind = EndKind::kWithEffect;
  std::uint32_t reached_from = 0;  // blocks
};

using Edges = std::vector<std::vector<std::uint32_t>>;  // by block

// A block that only leaves, so that lanes which come there might as well have left before.
bool only_leaves(const BasicBlock& block) {
  return block.end - block.begin == 1 && block.successors.size() == 1 &&
         block.successors.front() == kExitBlock;
}

std::vector<End> ends_of(const ControlFlow& flow) {
  std::vector<End> ends;
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    const BasicBlock& b = flow.blocks[block];
    const bool is_end =
        std::all_of(b.successors.begin(), b.successors.end(), [&](std::uint32_t successor) {
          return successor == kExitBlock || only_leaves(flow.blocks[successor]);
        });
    if (!is_end) continue;
    EndKind kind = EndKind::kWithEffect;
    if (only_leaves(b)) kind = EndKind::kReturnOnly;
    if (b.stops) kind = EndKind::kStopOnly;
    ends.push_back({.block = block, .kind = kind});
  }
  return ends;
}

Edges predecessors_of(const ControlFlow& flow) {
  Edges predecessors(flow.blocks.size());
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    for (const std::uint32_t successor : flow.blocks[block].successors) {
      if (successor != kExitBlock) predecessors[successor].push_back(block);
    }
  }
  return predecessors;
}

// The blocks from which `end` is reached, `end` last, each after those that it leads to on the
// way to the end; only such for which `is_taken` is false.
std::vector<std::uint32_t> postorder_from(std::uint32_t end, const Edges& predecessors,
                                          const std::vector<bool>& is_taken) {
  std::vector<std::uint32_t> postorder;
  std::vector<bool> is_seen = is_taken;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {
      {end, 0}
  };
  is_seen[end] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == predecessors[block].size()) {
      postorder.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t predecessor = predecessors[block][next++];
    if (is_seen[predecessor]) continue;
    is_seen[predecessor] = true;
    stack.emplace_back(predecessor, 0);
  }
  return postorder;
}

// The most steps that are spent on telling a function's main end from its early ones; in one that
// has more ends and blocks the last end counts as the main one.
constexpr std::size_t kMostSteps = std::size_t{1} << 26U;

// The main end first: an end with effects before one that only leaves, the one that most blocks
// lead to, the last one in the text.
void rank(std::vector<End>& ends, const Edges& predecessors) {
  const auto has_effect = [](const End& end) { return end.kind == EndKind::kWithEffect; };
  const auto candidates =
      static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), has_effect));
  if (candidates > 1 && candidates * predecessors.size() <= kMostSteps) {
    const std::vector<bool> none(predecessors.size(), false);
    for (End& end : ends) {
      if (!has_effect(end)) continue;
      end.reached_from =
          static_cast<std::uint32_t>(postorder_from(end.block, predecessors, none).size());
    }
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
    return std::tuple(a.kind, b.reached_from, b.block) <
           std::tuple(b.kind, a.reached_from, a.block);
  });
}

// --- post-dominators -----------------------------------------------------------------------------
//
// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001), on the reversed graph: in
// reverse post-order from the end, a block's immediate post-dominator is the nearest common one
// of its successors; repeat until nothing changes.

constexpr std::uint32_t kUnreached = 0xffffffff;

// All by block; kUnreached where no end is reached.
struct PostDominators {
  std::vector<std::uint32_t> end_of;     // the main one of the ends that the block leads to
  std::vector<std::uint32_t> number;     // its place in the end's postorder
  std::vector<std::uint32_t> dominator;  // the immediate one, on the ways to the end

  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (number[a] < number[b]) a = dominator[a];
      while (number[b] < number[a]) b = dominator[b];
    }
    return a;
  }
};

// The nearest block that all of the block's successors on the ways to `end` lead through, as far as
// it is known; kUnreached if nothing is.
std::uint32_t common_of_successors(const BasicBlock& block, std::uint32_t end,
                                   const PostDominators& known) {
  std::uint32_t result = kUnreached;
  for (const std::uint32_t successor : block.successors) {
    if (successor == kExitBlock || known.end_of[successor] != end) continue;
    if (known.dominator[successor] == kUnreached) continue;
    result = result == kUnreached ? successor : known.common(result, successor);
  }
  return result;
}

// Adds the blocks of `postorder`, whose end is its last; edges to other blocks don't count.
void find_dominators(const ControlFlow& flow, const std::vector<std::uint32_t>& postorder,
                     PostDominators& result) {
  const std::uint32_t end = postorder.back();
  for (std::uint32_t i = 0; i < postorder.size(); ++i) {
    result.number[postorder[i]] = i;
    result.end_of[postorder[i]] = end;
  }
  result.dominator[end] = end;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (auto block = postorder.rbegin() + 1; block != postorder.rend(); ++block) {
      const std::uint32_t next = common_of_successors(flow.blocks[*block], end, result);
      has_changed = has_changed || result.dominator[*block] != next;
      result.dominator[*block] = next;
    }
  }
}

PostDominators post_dominators(const ControlFlow& flow) {
  const Edges predecessors = predecessors_of(flow);
  std::vector<End> ends = ends_of(flow);
  rank(ends, predecessors);
  const std::size_t blocks = flow.blocks.size();
  PostDominators result;
  for (auto* const values : {&result.end_of, &result.number, &result.dominator}) {
    values->assign(blocks, kUnreached);
  }
  std::vector<bool> is_taken(blocks, false);
  for (const End& end : ends) {
    const auto postorder = postorder_from(end.block, predecessors, is_taken);
    find_dominators(flow, postorder, result);
    for (const std::uint32_t block : postorder) is_taken[block] = true;
  }
  return result;
}

}  // namespace

ControlFlow control_flow_of(const ptx::Module& module, const ptx::Function& function) {
  const std::vector<bool> is_leader = leaders(module, function);
  ControlFlow flow;
  flow.block_of.resize(is_leader.size());
  for (std::uint32_t pc = 0; pc < is_leader.size(); ++pc) {
    if (is_leader[pc]) flow.blocks.push_back({.begin = pc, .end = pc, .successors = {}});
    flow.blocks.back().end = pc + 1;
    flow.block_of[pc] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
  }
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    find_successors(module, function, flow, block);
  }
  return flow;
}

std::vector<std::uint32_t> reconvergence_points(const ControlFlow& flow) {
  const PostDominators found = post_dominators(flow);
  const auto leads_to_end_of = [&](std::uint32_t block) {
    return [&found, block](std::uint32_t successor) {
      return successor != kExitBlock && found.end_of[successor] == found.end_of[block];
    };
  };
  std::vector<std::uint32_t> points(flow.block_of.size(), kNoPc);
  for (std::size_t pc = 0; pc < points.size(); ++pc) {
    const std::uint32_t block = flow.block_of[pc];
    const auto& successors = flow.blocks[block].successors;
    // All lanes go to one place, by whichever way: an empty if.
    if (successors.size() == 1 && successors.front() != kExitBlock) {
      points[pc] = flow.blocks[successors.front()].begin;
      continue;
    }
    if (found.end_of[block] == kUnreached) continue;
    if (std::count_if(successors.begin(), successors.end(), leads_to_end_of(block)) < 2) continue;
    points[pc] = flow.blocks[found.dominator[block]].begin;
  }
  return points;
}

}  // namespace smemlens::simt
