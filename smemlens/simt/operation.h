#pragma once

// How a decoded instruction computes: over a whole warp, lane beside lane.
//
// A frame is one warp's registers: slots of 32 lanes side by side.
//
//   slot kind     bytes  one lane's element              holds
//   32-bit class  128    uint32_t / int32_t / float      .b8 .b16 .b32 registers (8 and 16 bit
//                                                        zero-extended), constants, %tid, …
//   64-bit class  256    uint64_t / int64_t / double     .b64 registers, constants, addresses
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

// The part of a decoded instruction that a compute function reads.
struct Operation {
  Compute compute;
  // Operands in the order written, vectors flattened, destinations first: `setp.lt.s32 p|q, a, b`
  // → p, q, a, b; a sink `_` is a slot that nobody reads.
  std::array<SlotOffset, kMaxSlots> slots{};
  std::uint32_t immediate = 0;  // what the table's entry encodes here (a mode, a lane count, …)
};

// The functions for one instruction set of the host, or nullopt if `instruction` isn't supported.
// `immediate` is set to what the functions expect in Operation::immediate.
struct ComputeChoice {
  Compute compute;
  std::uint32_t immediate = 0;
};

}  // namespace smemlens::simt
