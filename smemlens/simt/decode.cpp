#include "smemlens/simt/decode.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/control_flow.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/local_layout.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/operand_slots.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/slots.h"
#include "smemlens/simt/special_registers.h"
#include "smemlens/simt/stack.h"
#include "smemlens/simt/symbols.h"

namespace smemlens::simt {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

// --- what the compute functions do ---------------------------------------------------------------

// Vectors flattened, in the order written.
void flatten(const std::vector<ptx::Operand>& operands, std::vector<const ptx::Operand*>& flat) {
  for (const ptx::Operand& operand : operands) {
    if (operand.kind == OperandKind::kVector) {
      flatten(operand.elements, flat);
    } else {
      flat.push_back(&operand);
    }
  }
}

std::string reason_of(const ptx::Operand& operand) {
  if (operand.kind != OperandKind::kSpecial || is_constant_special(operand.special)) return {};
  return "the special register " + std::string(ptx::name_of(operand.special));
}

bool reads_other_lanes(Opcode opcode) {
  return opcode == Opcode::kShfl || opcode == Opcode::kVote || opcode == Opcode::kMatch ||
         opcode == Opcode::kRedux || opcode == Opcode::kActivemask || opcode == Opcode::kElect;
}

}  // namespace

Decoded decode_compute(Decoder& decoder, const ptx::Instruction& instruction) {
  std::vector<const ptx::Operand*> operands;
  flatten(instruction.operands, operands);
  for (const ptx::Operand* const operand : operands) {
    if (auto reason = reason_of(*operand); !reason.empty()) return unsupported(std::move(reason));
  }
  const auto choice = decoder.context.isa.compute_for(instruction);
  if (!choice || operands.size() + (choice->has_carry ? 1 : 0) != choice->slots) {
    return unsupported();
  }
  Decoded result;
  Operation& operation = result.operation;
  operation.kind = OperationKind::kCompute;
  operation.compute = choice->compute;
  operation.immediate = choice->immediate;
  operation.reads_other_lanes = reads_other_lanes(instruction.opcode);
  const bool names_lanes = operation.reads_other_lanes &&
                           instruction.modifiers.has(ptx::Modifier::kSync) && !operands.empty();
  if (names_lanes) operation.detail = static_cast<std::uint32_t>(operands.size());  // the last
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto slot = decoder.slots.slot_of(*operands[i], choice->classes[i]);
    if (!slot) return unsupported();
    operation.slots[i] = *slot;
  }
  if (choice->has_carry) operation.slots[operands.size()] = decoder.slots.carry();
  return result;
}

Decoded sequence(Decoder& decoder, std::vector<Operation> parts) {
  Decoded result{.operation = {.kind = OperationKind::kSequence}};
  result.operation.detail = static_cast<std::uint32_t>(decoder.decoded.sequences.size());
  decoder.decoded.sequences.push_back(std::move(parts));
  return result;
}

// --- control flow --------------------------------------------------------------------------------

namespace {

Decoded plain(OperationKind kind) {
  return {.operation = {.kind = kind}};
}

Decoded decode_warp_barrier(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 1) return unsupported();
  const auto lanes = decoder.slots.slot_of(instruction.operands[0], SlotClass::k32);
  if (!lanes) return unsupported();
  Decoded result = plain(OperationKind::kWarpBarrier);
  result.operation.slots[0] = *lanes;
  return result;
}

Decoded decode_branch(const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::kLabel) {
    return unsupported();
  }
  Decoded result = plain(OperationKind::kBranch);
  result.operation.detail = instruction.operands[0].index;
  return result;
}

Decoded decode_branch_indexed(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2) return unsupported();
  const auto index = decoder.slots.slot_of(instruction.operands[0], SlotClass::k32);
  if (!index) return unsupported();
  Decoded result = plain(OperationKind::kBranchIndexed);
  result.operation.slots[0] = *index;
  result.operation.detail = static_cast<std::uint32_t>(decoder.decoded.branch_tables.size());
  BranchTable table;
  for (const ptx::Operand& label : instruction.operands[1].elements) {
    if (label.kind != OperandKind::kLabel) return unsupported();
    table.targets.push_back(label.index);
  }
  decoder.decoded.branch_tables.push_back(std::move(table));
  return result;
}

bool reads_clock(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::kMov && instruction.operands.size() == 2 &&
         instruction.operands[1].kind == OperandKind::kSpecial &&
         is_clock(instruction.operands[1].special);
}

Decoded decode_clock(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto slot = decoder.slots.slot_of(instruction.operands[0]);
  if (!slot || !is_word(slot->slot_class)) return unsupported();
  Decoded result = plain(OperationKind::kClock);
  result.operation.slots[0] = slot->slot;
  result.operation.immediate = slot->slot_class == SlotClass::k64 ? 8 : 4;
  result.operation.detail = static_cast<std::uint32_t>(instruction.operands[1].special);
  return result;
}

// alloca.u64 %rd1, %rd2, 16; stacksave.u64 %rd1; stackrestore.u64 %rd1;
template <StackAction kAction>
Decoded decode_stack(Decoder& decoder, const ptx::Instruction& instruction) {
  constexpr std::size_t kMostSlots = kAction == StackAction::kAllocate ? 2 : 1;
  constexpr std::uint32_t kLeastAlignment = 8;
  const bool is_wide = instruction.types[0] == ptx::Type::kU64;
  const auto& operands = instruction.operands;
  if (operands.size() < kMostSlots) return unsupported();
  Decoded result = plain(OperationKind::kStack);
  for (std::size_t i = 0; i < kMostSlots; ++i) {
    const auto slot = decoder.slots.slot_of(operands[i], is_wide ? SlotClass::k64 : SlotClass::k32);
    if (!slot) return unsupported();
    result.operation.slots[i] = *slot;
  }
  const std::uint64_t asked = operands.size() > kMostSlots ? operands.back().bits : kLeastAlignment;
  if (!std::has_single_bit(asked) || asked >= kStackIsWide) return unsupported();
  result.operation.immediate =
      std::max(static_cast<std::uint32_t>(asked), kLeastAlignment) | (is_wide ? kStackIsWide : 0);
  result.operation.detail = static_cast<std::uint32_t>(kAction);
  return result;
}

// Does a vector's move write a register that a later element of it reads?
bool overlaps(const std::vector<ptx::Operand>& to, const std::vector<ptx::Operand>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    for (std::size_t j = i + 1; j < from.size(); ++j) {
      if (from[j].kind == OperandKind::kRegister && from[j].index == to[i].index) return true;
    }
  }
  return false;
}

// mov.v4.u32 {…}, {…}: one move after the other.
Decoded decode_vector_move(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto& to = instruction.operands[0].elements;
  const auto& from = instruction.operands[1].elements;
  if (overlaps(to, from)) return unsupported("overlapping vectors");
  std::vector<Operation> moves;
  for (std::size_t i = 0; i < to.size(); ++i) {
    ptx::Instruction element = instruction;
    element.vector_width = 1;
    element.operands = {to[i], from[i]};
    Decoded decoded = decode_compute(decoder, element);
    if (!decoded.is_supported) return decoded;
    moves.push_back(decoded.operation);
  }
  return sequence(decoder, std::move(moves));
}

// mov.b128 %q1, {%rd1, %rd2}, or the other way round, or %q1, %q2: a move for each half.
Decoded decode_wide_move(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  const auto is_vector = [](const ptx::Operand& operand) {
    return operand.kind == OperandKind::kVector;
  };
  const auto to = decoder.slots.halves_of(operands[0]);
  const auto from = decoder.slots.halves_of(operands[1]);
  if (!to || !from || (is_vector(operands[0]) && is_vector(operands[1]))) return unsupported();
  ptx::Instruction half = instruction;
  half.types = {ptx::Type::kB64};
  for (ptx::Operand& operand : half.operands) operand = {.kind = OperandKind::kRegister};
  const auto choice = decoder.context.isa.compute_for(half);
  if (!choice) return unsupported();
  std::vector<Operation> moves;
  for (std::size_t i = 0; i < to->size(); ++i) {
    Operation& move = moves.emplace_back(Operation{.compute = choice->compute});
    move.kind = OperationKind::kCompute;
    move.slots[0] = (*to)[i];
    move.slots[1] = (*from)[i];
  }
  return sequence(decoder, std::move(moves));
}

Decoded decode_move(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.types[0] == ptx::Type::kB128) {
    return instruction.vector_width > 1 ? unsupported() : decode_wide_move(decoder, instruction);
  }
  if (instruction.vector_width > 1) return decode_vector_move(decoder, instruction);
  return reads_clock(instruction) ? decode_clock(decoder, instruction)
                                  : decode_compute(decoder, instruction);
}

// --- the families --------------------------------------------------------------------------------

struct Family {
  Opcode opcode;
  Decoded (*decode)(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
};

template <OperationKind kKind>
Decoded always(Decoder& /*decoder*/, const ptx::Instruction& /*instruction*/, ptx::Index /*pc*/) {
  return plain(kKind);
}

template <auto kDecode>
Decoded without_pc(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index /*pc*/) {
  if constexpr (std::is_invocable_v<decltype(kDecode), const ptx::Instruction&>) {
    return kDecode(instruction);
  } else {
    return kDecode(decoder, instruction);
  }
}

// Fences and hints have no effect: a warp's accesses happen in order, and at once for all. Nor have
// waits for asynchronous copies: they are done when they are asked for. A cache policy
// (createpolicy) is never looked at.
constexpr Family kFamilies[] = {
    {Opcode::kLd,                     decode_load_or_store                            },
    {Opcode::kLdu,                    decode_load_or_store                            },
    {Opcode::kSt,                     decode_load_or_store                            },
    {Opcode::kAtom,                   decode_atomic                                   },
    {Opcode::kRed,                    decode_atomic                                   },
    {Opcode::kCvta,                   without_pc<decode_address>                      },
    {Opcode::kIsspacep,               without_pc<decode_space_test>                   },
    {Opcode::kMov,                    without_pc<decode_move>                         },
    {Opcode::kCvt,                    without_pc<decode_convert>                      },
    {Opcode::kBra,                    without_pc<decode_branch>                       },
    {Opcode::kBrxIdx,                 without_pc<decode_branch_indexed>               },
    {Opcode::kCall,                   without_pc<decode_call>                         },
    {Opcode::kBar,                    without_pc<decode_barrier>                      },
    {Opcode::kBarrier,                without_pc<decode_barrier>                      },
    {Opcode::kRet,                    always<OperationKind::kReturn>                  },
    {Opcode::kExit,                   always<OperationKind::kExit>                    },
    {Opcode::kTrap,                   always<OperationKind::kTrap>                    },
    {Opcode::kBrkpt,                  always<OperationKind::kTrap>                    },
    {Opcode::kBarWarpSync,            without_pc<decode_warp_barrier>                 },
    {Opcode::kMembar,                 always<OperationKind::kNothing>                 },
    {Opcode::kFence,                  always<OperationKind::kNothing>                 },
    {Opcode::kNanosleep,              always<OperationKind::kNothing>                 },
    {Opcode::kPrefetch,               always<OperationKind::kNothing>                 },
    {Opcode::kPrefetchu,              always<OperationKind::kNothing>                 },
    {Opcode::kApplypriority,          always<OperationKind::kNothing>                 },
    {Opcode::kDiscard,                always<OperationKind::kNothing>                 },
    {Opcode::kPmevent,                always<OperationKind::kNothing>                 },
    {Opcode::kCreatepolicy,           always<OperationKind::kNothing>                 },
    {Opcode::kBarrierClusterArrive,   without_pc<decode_cluster_barrier>              },
    {Opcode::kBarrierClusterWait,     without_pc<decode_cluster_barrier>              },
    {Opcode::kMapa,                   without_pc<decode_cluster_address>              },
    {Opcode::kGetctarank,             without_pc<decode_cluster_address>              },
    {Opcode::kGriddepcontrol,         always<OperationKind::kNothing>                 },
    {Opcode::kCpAsync,                decode_copy_async                               },
    {Opcode::kCpAsyncCommitGroup,     always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncWaitGroup,       always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncWaitAll,         always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncBulk,            decode_bulk_copy                                },
    {Opcode::kCpReduceAsyncBulk,      decode_bulk_reduction                           },
    {Opcode::kCpAsyncBulkPrefetch,    always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncBulkCommitGroup, always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncBulkWaitGroup,   always<OperationKind::kNothing>                 },
    {Opcode::kCpAsyncMbarrierArrive,  decode_mbarrier                                 },
    {Opcode::kMbarrierInit,           decode_mbarrier                                 },
    {Opcode::kMbarrierInval,          decode_mbarrier                                 },
    {Opcode::kMbarrierExpectTx,       decode_mbarrier                                 },
    {Opcode::kMbarrierCompleteTx,     decode_mbarrier                                 },
    {Opcode::kMbarrierArrive,         decode_mbarrier                                 },
    {Opcode::kMbarrierArriveDrop,     decode_mbarrier                                 },
    {Opcode::kMbarrierTestWait,       decode_phase_wait                               },
    {Opcode::kMbarrierTryWait,        decode_phase_wait                               },
    {Opcode::kMbarrierPendingCount,   without_pc<decode_pending_count>                },
    {Opcode::kLdmatrix,               decode_matrix_access                            },
    {Opcode::kStmatrix,               decode_matrix_access                            },
    {Opcode::kMovmatrix,              without_pc<decode_movmatrix>                    },
    {Opcode::kWmmaLoad,               decode_fragment_access                          },
    {Opcode::kWmmaStore,              decode_fragment_access                          },
    {Opcode::kMma,                    without_pc<decode_multiply>                     },
    {Opcode::kWmmaMma,                without_pc<decode_multiply>                     },
    {Opcode::kTex,                    decode_texture                                  },
    {Opcode::kAlloca,                 without_pc<decode_stack<StackAction::kAllocate>>},
    {Opcode::kStacksave,              without_pc<decode_stack<StackAction::kSave>>    },
    {Opcode::kStackrestore,           without_pc<decode_stack<StackAction::kRestore>> },
};

Decoded decode_instruction(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  if (instruction.opcode >= Opcode::kVadd) return decode_video(decoder, instruction);
  const auto* const family =
      std::find_if(std::begin(kFamilies), std::end(kFamilies),
                   [&](const Family& f) { return f.opcode == instruction.opcode; });
  return family == std::end(kFamilies) ? decode_compute(decoder, instruction)
                                       : family->decode(decoder, instruction, pc);
}

Operation decode_at(Decoder& decoder, ptx::Index pc) {
  const ptx::Instruction& instruction = decoder.function.instructions[pc];
  Decoded result = decode_instruction(decoder, instruction, pc);
  if (!result.is_supported) {
    decoder.context.unsupported.push_back({.function = decoder.decoded.function,
                                           .instruction = pc,
                                           .reason = std::move(result.reason)});
    return {.kind = OperationKind::kTrap};
  }
  if (instruction.guard != ptx::kNone) {
    result.operation.guard = decoder.slots.slot_of_register(instruction.guard).slot;
    result.operation.guard_is_negated = instruction.guard_is_negated;
  }
  return result.operation;
}

// Lanes that have nothing left but to return do so at once, so that a barrier doesn't wait for
// them: `if (i >= n) return; … __syncthreads();`.
void forget_meetings_at_the_end(DecodedFunction& function) {
  for (std::uint32_t& meeting : function.reconvergence) {
    if (meeting == kNoPc) continue;
    const Operation& operation = function.code[meeting];
    const bool leaves =
        operation.kind == OperationKind::kReturn || operation.kind == OperationKind::kExit;
    if (leaves && operation.guard == kNoGuard) meeting = kNoPc;
  }
}

}  // namespace

DecodedFunction decode(DecodeContext& context, std::uint32_t index) {
  const ptx::Module& module = context.image.module();
  const ptx::Index number = context.functions[index];
  const ptx::Function& function = module.functions[number];
  const ControlFlow flow = control_flow_of(module, function);
  const RegisterSlots registers = allocate_slots(function, flow);
  FunctionSymbols symbols{.image = context.image,
                          .shared = context.shared,
                          .function = number,
                          .local = local_layout_of(function),
                          .parameter_offsets = {}};
  for (const Parameter& parameter : context.parameters) {
    symbols.parameter_offsets.push_back(parameter.offset);
  }
  OperandSlots slots(function, symbols, registers);
  DecodedFunction decoded{.function = number};
  Decoder decoder{context, function, symbols, slots, decoded};
  for (ptx::Index pc = 0; pc < function.instructions.size(); ++pc) {
    decoded.code.push_back(decode_at(decoder, pc));
  }
  decoded.code.push_back({.kind = OperationKind::kReturn});
  decoded.reconvergence = reconvergence_points(flow);
  forget_meetings_at_the_end(decoded);
  slots.finish(decoded);
  decoded.local_bytes =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(symbols.local.bytes, kMaxLocalBytes + 1));
  return decoded;
}

}  // namespace smemlens::simt
