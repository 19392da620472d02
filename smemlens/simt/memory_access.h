#pragma once

// A decoded load, store, atomic or copy: what to do with the bytes at each lane's address.
//
//   ld.shared.v2.f32 {%f1, %f2}, [%r4+8]
//     space kShared, action kLoad, element_bytes 4, count 2, offset 8
//     operation.slots: %f1, %f2; address_slot: %r4

#include <cstddef>
#include <cstdint>

#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;
struct MemoryAccess;

// What a warp touches while it executes one access.
struct AccessSite {
  ExecutionState& state;
  std::byte* frame;
  const Operation& operation;
  const MemoryAccess& access;
};

// Does the access for the lanes in `mask`; false: a fault, kept in the state.
using AccessFunction = bool (*)(const AccessSite& site, WarpMask mask);

enum class AccessAction : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kLoadMatrix,   // ldmatrix
  kStoreMatrix,  // stmatrix
  kCopy,         // the shared side of cp.async.ca
  kCopyBypass,   // … of cp.async.cg
};

constexpr bool is_load(AccessAction action) {
  return action == AccessAction::kLoad || action == AccessAction::kLoadMatrix;
}

enum class AccessSpace : std::uint8_t { kGlobal, kShared, kLocal, kParameter, kGeneric };

inline constexpr unsigned kRunLanes = 8;
inline constexpr unsigned kRuns = kLanes / kRunLanes;

// How the addresses of an access lie, of 32 lanes in runs of eight.
enum class Shape : std::uint8_t {
  kScattered,
  kContiguous,  // in each run side by side: lane l at its run's first + (l % 8) * bytes_per_lane
  kUniform,     // in each run at one place
};

enum class AtomicAction : std::uint8_t {
  kAdd,
  kMin,
  kMax,
  kIncrement,
  kDecrement,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kCompareAndSwap,
};

// Of atomics f16 and bf16 are kinds of their own; four bytes of them are a pair.
enum class ElementKind : std::uint8_t { kUnsigned, kSigned, kFloat, kHalf, kBfloat };

// Instructions with several addresses (cp.async, cp.async.bulk) have one MemoryAccess for each, in
// the order written, one after the other in DecodedFunction::accesses; the first has the function.
struct MemoryAccess {
  AccessFunction function = nullptr;
  AccessAction action = AccessAction::kLoad;
  AccessSpace space = AccessSpace::kGlobal;
  ElementKind element = ElementKind::kUnsigned;
  std::uint8_t element_bytes = 4;
  std::uint8_t count = 1;           // of elements: 1, 2, 4 or 8
  std::uint8_t register_bits = 32;  // of the data registers
  bool address_is_wide = true;      // the address slot is a 64-bit one
  bool has_result = true;           // atomics: not red, and not to a sink
  AtomicAction atomic = AtomicAction::kAdd;
  OpenCost open_cost = OpenCost::kNone;  // of its shared-memory requests
  SlotOffset address_slot = 0;
  std::int32_t offset = 0;     // bytes added to the address
  ptx::Index instruction = 0;  // into the function's instructions
  std::uint32_t site = 0;      // dense over the kernel's functions

  std::uint32_t bytes_per_lane() const { return std::uint32_t{element_bytes} * count; }
};

}  // namespace smemlens::simt
