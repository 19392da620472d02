#pragma once

// How a decoded instruction computes: over a whole warp, lane beside lane.
//
// A frame is one warp's registers: slots of 32 lanes side by side.
//
//   slot kind     bytes  one lane's element              holds
//   32-bit class  128    uint32_t / int32_t / float      .b8 .b16 .b32 registers (8 and 16 bit
//                                                        zero-extended), constants, %tid, …
//   64-bit class  256    uint64_t / int64_t / double     .b64 registers, constants, addresses
//   128-bit class 512    –                               .b128 registers: two slots of the 64-bit
//                                                        class, the low halves' first
//   predicate     4      bit l is lane l                 .pred registers
//
// Immediates and special registers are slots too (filled before the kernel starts), so a compute
// function sees slots only. Every slot begins at a multiple of 64 bytes, predicates at one of 4.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "smemlens/ptx/module.h"

namespace smemlens::simt {

inline constexpr unsigned kLanes = 32;
using WarpMask = std::uint32_t;  // bit l is lane l
inline constexpr WarpMask kAllLanes = 0xffffffff;

struct Operation;

// Computes the destination slots of `operation` from its source slots, for the lanes in `mask`;
// other lanes of a destination keep their value.
//   frame  first byte of the warp's slots, 64-byte aligned
//   mask   active lanes whose guard holds; never 0
using ComputeFunction = void (*)(std::byte* frame, const Operation& operation, WarpMask mask);

// Two versions: `full` may assume that mask is kAllLanes (no blending).
struct Compute {
  ComputeFunction full = nullptr;
  ComputeFunction masked = nullptr;
};

inline constexpr unsigned kMaxSlots = 8;
using SlotOffset = std::uint32_t;  // bytes from the frame's first byte

// What the execute loop does with an operation; nearly everything but control flow and memory is
// kCompute.
enum class OperationKind : std::uint8_t {
  kCompute,        // calls `compute`; detail: see reads_other_lanes
  kSequence,       // detail: into DecodedFunction::sequences
  kNothing,        // fences, nanosleep, .pragma: no effect here
  kMemory,         // detail: into DecodedFunction::accesses
  kCollective,     // detail: into DecodedFunction::collectives
  kBranch,         // detail: the target's pc; reconvergence: where its paths meet
  kBranchIndexed,  // slots[0]: the index; detail: into DecodedFunction::branch_tables
  kBarrier,        // detail: into DecodedFunction::barriers
  kPhaseWait,      // mbarrier.test_wait, try_wait; detail: into DecodedFunction::accesses
  kWarpBarrier,    // slots[0]: which lanes meet
  kCall,           // detail: into DecodedFunction::calls
  kReturn,
  kExit,
  kTrap,
  kClock,      // slots[0] = the clock that detail (a SpecialRegister) names
  kSpaceTest,  // see isspacep.h
  kStack,      // alloca, stacksave, stackrestore: see stack.h
};

inline constexpr std::uint32_t kNoPc = 0xffffffff;
inline constexpr SlotOffset kNoGuard = 0xffffffff;

// One decoded instruction. A compute function reads the first three members.
struct Operation {
  Compute compute;
  // Operands in the order written, vectors flattened, destinations first: `setp.lt.s32 p|q, a, b`
  // → p, q, a, b; a sink `_` is a slot that nobody reads.
  std::array<SlotOffset, kMaxSlots> slots{};
  std::uint32_t immediate = 0;  // what the table's entry encodes here (a mode, a lane count, …)

  OperationKind kind = OperationKind::kNothing;
  bool guard_is_negated = false;
  // Shuffles and votes: `full` only for really full warps. detail: 1 + the number of the slot that
  // says which lanes meet, or 0.
  bool reads_other_lanes = false;
  SlotOffset guard = kNoGuard;  // the predicate slot of @p
  std::uint32_t detail = 0;     // by kind
};
static_assert(sizeof(Operation) == 64);  // a cache line

enum class SlotClass : std::uint8_t { k32, k64, k128, kPredicate };

// The functions for one instruction set of the host.
struct ComputeChoice {
  Compute compute;
  std::uint32_t immediate = 0;  // goes to Operation::immediate
  // What the functions take each slot for. An operand of another class (a 64-bit register where a
  // 32-bit one belongs) must be refused: the functions would read beyond its slot.
  std::array<SlotClass, kMaxSlots> classes{};
  std::uint8_t slots = 0;
  // The last slot isn't written in the instruction: it is the condition code register CC.CF of the
  // warp, a predicate slot (add.cc, addc, madc, …).
  bool has_carry = false;
  // Shuffles and votes: `full` only for really full warps. detail: 1 + the number of the slot that
  // says which lanes meet, or 0.
  bool reads_other_lanes = false;
};

}  // namespace smemlens::simt
