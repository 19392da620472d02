#include "smemlens/simt/data_dependence.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/spin.h"

namespace smemlens::simt {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

// What a value depends on: a bit for each parameter, the last ones sharing one, and one for data.
using Causes = std::uint64_t;
constexpr Causes kData = Causes{1} << 63;
constexpr std::size_t kLastParameterBit = 62;

Causes cause_of(std::size_t parameter) {
  return Causes{1} << std::min(parameter, kLastParameterBit);
}

// Causes of every register of one function, which only grow.
class FunctionTracker {
 public:
  FunctionTracker(const Kernel& kernel, const DecodedFunction& decoded)
      : kernel_(&kernel),
        decoded_(&decoded),
        function_(&kernel.module->functions[decoded.function]),
        registers_(function_->registers.size(), 0) {}

  // Until nothing changes; what decides about requests.
  Causes track() {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t pc = 0; pc < function_->instructions.size(); ++pc) {
        has_changed = step(pc) || has_changed;
      }
    }
    return decisive_;
  }

 private:
  // True if any register's causes have grown.
  bool step(std::size_t pc) {
    const ptx::Instruction& instruction = function_->instructions[pc];
    const Operation& operation = decoded_->code[pc];
    switch (operation.kind) {
      case OperationKind::kCompute:
        // Which lanes meet in a shuffle or a vote decides about the order of a warp's paths.
        if (operation.reads_other_lanes && operation.detail != 0) {
          decisive_ |= of_operand(instruction.operands.back());
        }
        return write(instruction, of_sources(instruction) | carry_in(instruction));
      case OperationKind::kSequence:
      case OperationKind::kCollective:
      case OperationKind::kSpaceTest:
        return write(instruction, of_sources(instruction));
      case OperationKind::kMemory:
      case OperationKind::kPhaseWait:
        return access(instruction, decoded_->accesses[operation.detail]);
      case OperationKind::kBarrier:
        decide_by_all_but_predicates(instruction);
        return write(instruction, of_sources(instruction));
      case OperationKind::kClock:
      case OperationKind::kStack:
        return write(instruction, kData);
      case OperationKind::kBranch:
        return branch(static_cast<std::uint32_t>(pc), of_sources(instruction));
      case OperationKind::kBranchIndexed:
      case OperationKind::kWarpBarrier:
      case OperationKind::kCall:
      case OperationKind::kReturn:
      case OperationKind::kExit:
      case OperationKind::kTrap:
        decisive_ |= of_sources(instruction);
        return false;
      case OperationKind::kNothing:
        // A fence, a hint; the value of a cache policy is never looked at.
        return false;
    }
    return false;
  }

  // Which lanes write what until they meet again depends on the branch; if that is not all, the
  // order of the requests does.
  bool branch(std::uint32_t pc, Causes causes) {
    if (causes == 0) return false;
    const auto [known, is_new] = arms_.try_emplace(pc);
    if (is_new) known->second = quiet_arms(pc);
    const std::optional<std::vector<std::uint32_t>>& arms = known->second;
    if (!arms) {
      decisive_ |= causes;
      return false;
    }
    bool has_grown = false;
    for (const std::uint32_t between : *arms) {
      has_grown = write(function_->instructions[between], causes) || has_grown;
    }
    return has_grown;
  }

  // The pcs between the branch at `pc` and the place where all its lanes meet; nullopt if there is
  // no such place, or an instruction between that asks shared memory or may change who meets.
  std::optional<std::vector<std::uint32_t>> quiet_arms(std::uint32_t pc) const {
    const std::uint32_t meeting = decoded_->reconvergence[pc];
    if (meeting == kNoPc) return std::nullopt;
    std::vector<bool> is_seen(decoded_->code.size(), false);
    std::vector<std::uint32_t> arms;
    const auto see = [&](std::uint32_t next) {
      if (next == meeting || is_seen[next]) return;
      is_seen[next] = true;
      arms.push_back(next);
    };
    see(decoded_->code[pc].detail);
    see(pc + 1);
    std::size_t looked_at = 0;
    while (looked_at < arms.size()) {
      const std::uint32_t at = arms[looked_at++];
      if (!is_quiet(at)) return std::nullopt;
      const Operation& operation = decoded_->code[at];
      const bool is_branch = operation.kind == OperationKind::kBranch;
      if (is_branch) see(operation.detail);
      if (!is_branch || operation.guard != kNoGuard) see(at + 1);
    }
    return arms;
  }

  bool is_quiet(std::uint32_t pc) const {
    const Operation& operation = decoded_->code[pc];
    switch (operation.kind) {
      case OperationKind::kCompute:
        return !operation.reads_other_lanes;
      case OperationKind::kSequence:
      case OperationKind::kNothing:
      case OperationKind::kSpaceTest:
        return true;
      case OperationKind::kMemory: {
        const AccessSpace space = decoded_->accesses[operation.detail].space;
        return is_plain(function_->instructions[pc]) && space != AccessSpace::kShared &&
               space != AccessSpace::kGeneric;
      }
      case OperationKind::kBranch:
        // Lanes that wait in a loop may let others go first (spin.h).
        return operation.detail > pc ||
               loop_kind_of(*function_, operation.detail, pc) == LoopKind::kCounted;
      case OperationKind::kCollective:
      case OperationKind::kPhaseWait:
      case OperationKind::kBarrier:
      case OperationKind::kClock:
      case OperationKind::kStack:
      case OperationKind::kBranchIndexed:
      case OperationKind::kWarpBarrier:
      case OperationKind::kCall:
      case OperationKind::kReturn:
      case OperationKind::kExit:
      case OperationKind::kTrap:
        return false;
    }
    return false;
  }

  static bool is_plain(const ptx::Instruction& instruction) {
    return instruction.opcode == Opcode::kLd || instruction.opcode == Opcode::kLdu ||
           instruction.opcode == Opcode::kSt || instruction.opcode == Opcode::kAtom ||
           instruction.opcode == Opcode::kRed;
  }

  bool access(const ptx::Instruction& instruction, const MemoryAccess& access) {
    const bool may_be_shared =
        access.space == AccessSpace::kShared || access.space == AccessSpace::kGeneric;
    if (!is_plain(instruction)) {
      decisive_ |= of_guard(instruction) | of_all_but_fragments(instruction);
    } else if (may_be_shared) {
      decisive_ |= of_guard(instruction) | of_addresses(instruction);
    }
    const bool is_parameter = is_plain(instruction) && access.space == AccessSpace::kParameter;
    return write(instruction, is_parameter ? of_parameter(instruction, access) : kData);
  }

  // Of a copy, an mbarrier or a matrix everything but the matrix' elements: addresses, strides,
  // sizes.
  Causes of_all_but_fragments(const ptx::Instruction& instruction) const {
    Causes causes = 0;
    for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
      const ptx::Operand& operand = instruction.operands[i];
      if (operand.kind != OperandKind::kVector) causes |= of_operand(operand);
    }
    return causes;
  }

  // bar.red combines predicates, which decide nothing; its number and its count of threads do.
  void decide_by_all_but_predicates(const ptx::Instruction& instruction) {
    decisive_ |= of_guard(instruction);
    for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
      const ptx::Operand& operand = instruction.operands[i];
      const bool is_predicate = operand.kind == OperandKind::kRegister &&
                                function_->registers[operand.index].type == ptx::Type::kPred;
      if (!is_predicate) decisive_ |= of_operand(operand);
    }
  }

  // The parameters that the bytes of a ld.param belong to.
  Causes of_parameter(const ptx::Instruction& instruction, const MemoryAccess& access) const {
    const ptx::Operand& address = instruction.operands[1];
    const bool is_named =
        address.base_kind == OperandKind::kSymbol && address.scope == ptx::SymbolScope::kParameter;
    Causes causes = of_sources(instruction);
    const std::int64_t begin =
        is_named ? kernel_->parameters[address.index].offset + address.offset : 0;
    const std::int64_t end = is_named ? begin + access.bytes_per_lane() : kernel_->parameter_bytes;
    for (std::size_t i = 0; i < kernel_->parameters.size(); ++i) {
      const Parameter& parameter = kernel_->parameters[i];
      const std::int64_t parameter_end = std::int64_t{parameter.offset} + parameter.bytes;
      if (parameter.offset < end && begin < parameter_end) causes |= cause_of(i);
    }
    return causes;
  }

  Causes of_operand(const ptx::Operand& operand) const {
    Causes causes = 0;
    const bool is_register = operand.kind == OperandKind::kRegister;
    const bool is_base =
        operand.kind == OperandKind::kAddress && operand.base_kind == OperandKind::kRegister;
    if (is_register || is_base) causes |= registers_[operand.index];
    // Where a cooperative launch counts its arrivals is another place each time.
    const bool is_environment = operand.special == ptx::SpecialRegister::kEnvreg1 ||
                                operand.special == ptx::SpecialRegister::kEnvreg2;
    if (operand.kind == OperandKind::kSpecial && is_environment) causes |= kData;
    for (const ptx::Operand& element : operand.elements) causes |= of_operand(element);
    return causes;
  }

  Causes of_guard(const ptx::Instruction& instruction) const {
    return instruction.guard == ptx::kNone ? 0 : registers_[instruction.guard];
  }

  Causes of_sources(const ptx::Instruction& instruction) const {
    Causes causes = of_guard(instruction);
    for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
      causes |= of_operand(instruction.operands[i]);
    }
    return causes;
  }

  Causes of_addresses(const ptx::Instruction& instruction) const {
    Causes causes = 0;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind == OperandKind::kAddress) causes |= of_operand(operand);
    }
    return causes;
  }

  // add.cc leaves a carry that addc reads.
  Causes carry_in(const ptx::Instruction& instruction) const {
    const bool reads = instruction.opcode == Opcode::kAddc || instruction.opcode == Opcode::kSubc ||
                       instruction.opcode == Opcode::kMadc;
    return reads ? carry_ : 0;
  }

  bool write(const ptx::Instruction& instruction, Causes causes) {
    bool has_grown = false;
    if (instruction.modifiers.has(ptx::Modifier::kCc)) has_grown = grow(carry_, causes);
    for (std::size_t i = 0; i < instruction.destinations && i < instruction.operands.size(); ++i) {
      has_grown = write(instruction.operands[i], causes) || has_grown;
    }
    return has_grown;
  }

  bool write(const ptx::Operand& operand, Causes causes) {
    bool has_grown = false;
    if (operand.kind == OperandKind::kRegister) has_grown = grow(registers_[operand.index], causes);
    for (const ptx::Operand& element : operand.elements) {
      has_grown = write(element, causes) || has_grown;
    }
    return has_grown;
  }

  static bool grow(Causes& causes, Causes more) {
    const Causes before = causes;
    causes |= more;
    return causes != before;
  }

  const Kernel* kernel_;
  const DecodedFunction* decoded_;
  const ptx::Function* function_;
  std::vector<Causes> registers_;
  Causes carry_ = 0;
  Causes decisive_ = 0;
  std::map<std::uint32_t, std::optional<std::vector<std::uint32_t>>> arms_;  // by branch
};

}  // namespace

DataDependence data_dependence_of(const Kernel& kernel) {
  // A function gets its arguments and gives its result through memory, so each stands for itself.
  Causes causes = 0;
  for (const DecodedFunction& function : kernel.functions) {
    causes |= FunctionTracker(kernel, function).track();
  }
  DataDependence dependence{.is_on_data = (causes & kData) != 0, .on_parameters = {}};
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    dependence.on_parameters.push_back((causes & cause_of(i)) != 0);
  }
  return dependence;
}

}  // namespace smemlens::simt
