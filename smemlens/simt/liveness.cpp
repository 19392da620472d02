#include "smemlens/simt/liveness.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/control_flow.h"

namespace smemlens::simt {
namespace {

// Registers × blocks; a set of bits each: some 10 MiB, and a fraction of a second.
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 26;

class RegisterSet {
 public:
  explicit RegisterSet(std::size_t registers) : words_((registers + 63) / 64, 0) {}
  bool has(std::uint32_t i) const { return (words_[i / 64] >> (i % 64) & 1U) != 0; }
  void add(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  // True if that changed anything.
  bool add_all(const RegisterSet& other) {
    std::uint64_t changes = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      changes |= other.words_[w] & ~words_[w];
      words_[w] |= other.words_[w];
    }
    return changes != 0;
  }
  bool add_all_but(const RegisterSet& other, const RegisterSet& but) {
    std::uint64_t changes = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const std::uint64_t added = other.words_[w] & ~but.words_[w];
      changes |= added & ~words_[w];
      words_[w] |= added;
    }
    return changes != 0;
  }

 private:
  std::vector<std::uint64_t> words_;
};

template <class Visit>
void visit_registers(const ptx::Operand& operand, Visit visit) {
  const bool is_register = operand.kind == ptx::OperandKind::kRegister;
  const bool is_base = operand.kind == ptx::OperandKind::kAddress &&
                       operand.base_kind == ptx::OperandKind::kRegister;
  if (is_register || is_base) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) visit_registers(element, visit);
}

template <class Read, class Write>
void visit_registers(const ptx::Instruction& instruction, Read read, Write write) {
  if (instruction.guard != ptx::kNone) read(instruction.guard);
  for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
    visit_registers(instruction.operands[i], read);
  }
  for (std::size_t i = 0; i < instruction.destinations && i < instruction.operands.size(); ++i) {
    visit_registers(instruction.operands[i], write);
  }
}

struct BlockSets {
  RegisterSet live_in;   // needed at the block's begin
  RegisterSet live_out;  // needed at its end
  RegisterSet overwritten;
};

BlockSets local_sets(const ptx::Function& function, const BasicBlock& block) {
  const std::size_t registers = function.registers.size();
  BlockSets sets{RegisterSet(registers), RegisterSet(registers), RegisterSet(registers)};
  for (std::uint32_t pc = block.begin; pc < block.end; ++pc) {
    if (pc == function.instructions.size()) break;
    const ptx::Instruction& instruction = function.instructions[pc];
    visit_registers(
        instruction,
        [&sets](std::uint32_t i) {
          if (!sets.overwritten.has(i)) sets.live_in.add(i);
        },
        [&](std::uint32_t i) {
          if (instruction.guard == ptx::kNone) sets.overwritten.add(i);
        });
  }
  return sets;
}

std::vector<BlockSets> block_sets(const ptx::Function& function, const ControlFlow& flow) {
  std::vector<BlockSets> sets;
  sets.reserve(flow.blocks.size());
  for (const BasicBlock& block : flow.blocks) sets.push_back(local_sets(function, block));
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t b = sets.size(); b-- != 0;) {
      for (const std::uint32_t successor : flow.blocks[b].successors) {
        if (successor == kExitBlock) continue;
        has_changed = sets[b].live_out.add_all(sets[successor].live_in) || has_changed;
      }
      has_changed =
          sets[b].live_in.add_all_but(sets[b].live_out, sets[b].overwritten) || has_changed;
    }
  }
  return sets;
}

void extend(LiveRange& range, std::uint32_t pc) {
  range.begin = std::min(range.begin, pc);
  range.end = std::max(range.end, pc);
}

}  // namespace

std::vector<LiveRange> live_ranges(const ptx::Function& function, const ControlFlow& flow) {
  const std::size_t registers = function.registers.size();
  const auto last = static_cast<std::uint32_t>(function.instructions.size());
  if (std::uint64_t{registers} * flow.blocks.size() > kMostBits) {
    return std::vector<LiveRange>(registers, {.begin = 0, .end = last, .is_live_at_entry = true});
  }
  std::vector<LiveRange> ranges(registers);
  for (std::uint32_t pc = 0; pc < last; ++pc) {
    const auto touch = [&](std::uint32_t i) { extend(ranges[i], pc); };
    visit_registers(function.instructions[pc], touch, touch);
  }
  const std::vector<BlockSets> sets = block_sets(function, flow);
  for (std::size_t b = 0; b < sets.size(); ++b) {
    for (std::uint32_t i = 0; i < registers; ++i) {
      if (sets[b].live_in.has(i)) extend(ranges[i], flow.blocks[b].begin);
      if (sets[b].live_out.has(i)) extend(ranges[i], flow.blocks[b].end - 1);
    }
  }
  for (std::uint32_t i = 0; i < registers; ++i) {
    ranges[i].is_live_at_entry = sets.front().live_in.has(i);
  }
  return ranges;
}

}  // namespace smemlens::simt
