#include "smemlens/simt/spin.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::Opcode;

// What the value of each register hangs on, as far as the loop computes it.
class Dependences {
 public:
  LoopKind of(ptx::Index register_index) const {
    const auto found = kinds_.find(register_index);
    return found == kinds_.end() ? LoopKind::kCounted : found->second;
  }

  // What an instruction's result hangs on: its operands, its guard, and memory.
  LoopKind of(const ptx::Instruction& instruction) const {
    LoopKind kind = own_kind(instruction);
    if (instruction.guard != ptx::kNone) kind = std::max(kind, of(instruction.guard));
    for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
      kind = std::max(kind, of_operand(instruction.operands[i]));
    }
    return kind;
  }

  void follow(const ptx::Instruction& instruction) {
    const LoopKind kind = of(instruction);
    if (kind == LoopKind::kCounted) return;
    for (std::size_t i = 0; i < instruction.destinations && i < instruction.operands.size(); ++i) {
      mark(instruction.operands[i], kind);
    }
  }

 private:
  static LoopKind own_kind(const ptx::Instruction& instruction) {
    if (instruction.opcode == Opcode::kAtom || instruction.opcode == Opcode::kMbarrierTestWait ||
        instruction.opcode == Opcode::kMbarrierTryWait) {
      return LoopKind::kHangsOnOrdered;
    }
    if (instruction.opcode != Opcode::kLd || instruction.space == ptx::StateSpace::kParam) {
      return LoopKind::kCounted;
    }
    const auto& modifiers = instruction.modifiers;
    const bool is_ordered = modifiers.has(Modifier::kVolatile) ||
                            modifiers.has(Modifier::kRelaxed) || modifiers.has(Modifier::kAcquire);
    return is_ordered ? LoopKind::kHangsOnOrdered : LoopKind::kHangsOnLoads;
  }

  LoopKind of_operand(const ptx::Operand& operand) const {
    LoopKind kind = LoopKind::kCounted;
    if (operand.kind == ptx::OperandKind::kRegister) kind = of(operand.index);
    for (const ptx::Operand& element : operand.elements) {
      kind = std::max(kind, of_operand(element));
    }
    return kind;
  }

  void mark(const ptx::Operand& operand, LoopKind kind) {
    if (operand.kind == ptx::OperandKind::kRegister) {
      LoopKind& known = kinds_[operand.index];
      known = std::max(known, kind);
    }
    for (const ptx::Operand& element : operand.elements) mark(element, kind);
  }

  std::map<ptx::Index, LoopKind> kinds_;
};

}  // namespace

LoopKind loop_kind_of(const ptx::Function& function, std::uint32_t begin, std::uint32_t end) {
  Dependences dependences;
  LoopKind kind = LoopKind::kCounted;
  // Twice: a value may go around the loop once before a branch asks for it.
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t pc = begin; pc <= end && pc < function.instructions.size(); ++pc) {
      const ptx::Instruction& instruction = function.instructions[pc];
      dependences.follow(instruction);
      if (instruction.opcode == Opcode::kBra) kind = std::max(kind, dependences.of(instruction));
    }
  }
  return kind;
}

}  // namespace smemlens::simt
