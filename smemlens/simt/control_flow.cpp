#include "smemlens/simt/control_flow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
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

bool leaves(const ptx::Module& module, const ptx::Instruction& instruction) {
  return is_in({Opcode::kRet, Opcode::kExit, Opcode::kTrap}, instruction.opcode) ||
         is_noreturn_call(module, instruction);
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
  }
  const bool falls_through = successors.empty() || instruction.guard != ptx::kNone;
  if (falls_through) successors.push_back(block + 1);
  std::sort(successors.begin(), successors.end());
  successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
}

// --- post-dominators -----------------------------------------------------------------------------
//
// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001), on the reversed graph: in
// reverse post-order from the exit, a block's immediate post-dominator is the nearest common one
// of its successors; repeat until nothing changes.

struct ReversedGraph {
  std::vector<std::vector<std::uint32_t>> predecessors;  // by block; the exit is the last
  std::vector<std::uint32_t> postorder;                  // blocks that reach the exit
  std::vector<std::uint32_t> number;                     // by block: place in postorder
};

constexpr std::uint32_t kUnreached = 0xffffffff;

ReversedGraph reversed(const ControlFlow& flow) {
  const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
  ReversedGraph graph;
  graph.predecessors.resize(exit + 1);
  graph.number.assign(exit + 1, kUnreached);
  for (std::uint32_t block = 0; block < exit; ++block) {
    for (const std::uint32_t successor : flow.blocks[block].successors) {
      graph.predecessors[std::min(successor, exit)].push_back(block);
    }
  }
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {
      {exit, 0}
  };
  std::vector<bool> is_seen(exit + 1, false);
  is_seen[exit] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == graph.predecessors[block].size()) {
      graph.number[block] = static_cast<std::uint32_t>(graph.postorder.size());
      graph.postorder.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t predecessor = graph.predecessors[block][next++];
    if (is_seen[predecessor]) continue;
    is_seen[predecessor] = true;
    stack.emplace_back(predecessor, 0);
  }
  return graph;
}

std::uint32_t common(const ReversedGraph& graph, const std::vector<std::uint32_t>& dominator,
                     std::uint32_t a, std::uint32_t b) {
  while (a != b) {
    while (graph.number[a] < graph.number[b]) a = dominator[a];
    while (graph.number[b] < graph.number[a]) b = dominator[b];
  }
  return a;
}

std::uint32_t common_of_successors(const ControlFlow& flow, const ReversedGraph& graph,
                                   const std::vector<std::uint32_t>& dominator,
                                   std::uint32_t block) {
  const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
  std::uint32_t result = kUnreached;
  for (std::uint32_t successor : flow.blocks[block].successors) {
    successor = std::min(successor, exit);
    if (dominator[successor] == kUnreached) continue;
    result = result == kUnreached ? successor : common(graph, dominator, result, successor);
  }
  return result;
}

// By block; the exit's number for those that only the exit post-dominates.
std::vector<std::uint32_t> post_dominators(const ControlFlow& flow) {
  const ReversedGraph graph = reversed(flow);
  const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
  std::vector<std::uint32_t> dominator(exit + 1, kUnreached);
  dominator[exit] = exit;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (auto block = graph.postorder.rbegin() + 1; block != graph.postorder.rend(); ++block) {
      const std::uint32_t next = common_of_successors(flow, graph, dominator, *block);
      has_changed = has_changed || dominator[*block] != next;
      dominator[*block] = next;
    }
  }
  return dominator;
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
  const std::vector<std::uint32_t> dominators = post_dominators(flow);
  std::vector<std::uint32_t> points(flow.block_of.size(), kNoPc);
  for (std::size_t pc = 0; pc < points.size(); ++pc) {
    const std::uint32_t dominator = dominators[flow.block_of[pc]];
    if (dominator < flow.blocks.size()) points[pc] = flow.blocks[dominator].begin;
  }
  return points;
}

}  // namespace smemlens::simt
