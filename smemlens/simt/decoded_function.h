#pragma once

// A function's instructions as the execute loop reads them: one Operation for each PTX
// instruction, at the same index (a pc is an instruction index), and one kReturn behind them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// A slot that holds the same value for as long as the frame lives.
struct ConstantSlot {
  SlotOffset slot = 0;
  SlotClass slot_class = SlotClass::k32;
  std::uint64_t value = 0;
  bool is_local_address = false;  // value is an offset in the function's local frame
};

// A register's slot that may be read before it is written: registers start as 0.
struct ZeroedSlot {
  SlotOffset slot = 0;
  std::uint32_t bytes = 0;
};

// A slot that holds a special register: %tid.x, …
struct SpecialSlot {
  SlotOffset slot = 0;
  SlotClass slot_class = SlotClass::k32;
  ptx::SpecialRegister special{};
};

// Bytes that a call copies between two local frames, the same for every lane.
struct ArgumentCopy {
  std::uint32_t from = 0;  // offset in the local frame that is read
  std::uint32_t to = 0;
  std::uint32_t bytes = 0;
};

enum class NativeCall : std::uint8_t { kNone, kPrintf, kAssert, kMalloc, kFree, kMath };

struct CallTarget {
  std::uint64_t address = 0;            // as a value of the kernel; 0 for native calls
  std::uint32_t callee = 0;             // into Kernel::functions; unused for native calls
  std::vector<ArgumentCopy> arguments;  // caller's frame → callee's
  std::vector<ArgumentCopy> results;    // callee's frame → caller's
};

struct CallSite {
  CallTarget target;                   // of a direct call
  std::optional<SlotOffset> address;   // of an indirect one: 64-bit slot
  std::vector<CallTarget> candidates;  // what the address may mean
  NativeCall native = NativeCall::kNone;
  // kMath: the compute function; its slots are the result's and the arguments', which the call
  // copies from and to the local frame.
  Operation math;
};

struct BarrierSite {
  enum class Action : std::uint8_t { kSync, kArrive, kReduceAnd, kReduceOr, kReducePopulation };
  Action action = Action::kSync;
  bool is_aligned = true;             // the whole warp must arrive together
  bool is_cluster = false;            // barrier.cluster: kArrive, or kSync for its wait; no id
  SlotOffset id = 0;                  // 32-bit slot
  std::optional<SlotOffset> threads;  // 32-bit slot: how many threads take part; none: all
  SlotOffset result = 0;              // reductions
  SlotOffset predicate = 0;           // reductions
  bool predicate_is_negated = false;
};

struct BranchTable {
  std::vector<std::uint32_t> targets;  // pcs
};

struct DecodedFunction {
  ptx::Index function = 0;  // into Module::functions
  std::vector<Operation> code;
  std::vector<std::uint32_t> reconvergence;  // by pc: where the paths of a branch meet, or kNoPc
  std::vector<MemoryAccess> accesses;
  std::vector<Collective> collectives;
  std::vector<BarrierSite> barriers;
  std::vector<CallSite> calls;
  std::vector<BranchTable> branch_tables;
  std::vector<std::vector<Operation>>
      sequences;  // kCompute each, that are one instruction together

  // The frame: constants, special registers, then registers.
  std::uint32_t frame_bytes = 0;
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<ZeroedSlot> zeroed;

  // The local frame, for each lane: parameters and results of a .func, .local and .param variables.
  std::uint32_t local_bytes = 0;
};

}  // namespace smemlens::simt
