#include "smemlens/simt/atomic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "smemlens/simt/execution.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class Value>
using Bits =
    std::conditional_t<sizeof(Value) == 8, std::uint64_t,
                       std::conditional_t<sizeof(Value) == 2, std::uint16_t, std::uint32_t>>;

// One or two numbers of f16 or bf16.
template <class Format, std::size_t kCount>
struct Small {
  std::array<U16, kCount> parts;
};

template <class Value>
struct Operands {
  Value first;
  Value second;  // cas: what is stored if memory holds `first`
};

// atom.add.f32 on global memory takes subnormals for zeros (PTX ISA, "atom").
template <class Value>
Value flushed(Value value, bool flushes) {
  const bool is_subnormal = value != 0 && std::abs(value) < std::numeric_limits<Value>::min();
  return flushes && is_subnormal ? std::copysign(Value{0}, value) : value;
}

template <class Value>
Value sum(Value old, Value operand, bool flushes) {
  if constexpr (std::is_same_v<Value, float>) {
    return flushed(flushed(old, flushes) + flushed(operand, flushes), flushes);
  } else if constexpr (std::is_floating_point_v<Value>) {
    return old + operand;
  } else {
    return static_cast<Value>(Bits<Value>(old) + Bits<Value>(operand));
  }
}

// What memory holds after `action` on `old`.
template <class Value>
Value combined(const MemoryAccess& access, Value old, const Operands<Value>& operands,
               bool is_shared) {
  const Value operand = operands.first;
  switch (access.atomic) {
    case AtomicAction::kAdd:
      return sum(old, operand, !is_shared);
    case AtomicAction::kMin:
      return operand < old ? operand : old;
    case AtomicAction::kMax:
      return old < operand ? operand : old;
    case AtomicAction::kExchange:
      return operand;
    case AtomicAction::kCompareAndSwap:
      return old == operand ? operands.second : old;
    case AtomicAction::kIncrement:
      return old >= operand ? Value{0} : static_cast<Value>(old + 1);
    case AtomicAction::kDecrement:
      return old == 0 || old > operand ? operand : static_cast<Value>(old - 1);
    case AtomicAction::kAnd:
    case AtomicAction::kOr:
    case AtomicAction::kXor:
      break;
  }
  if constexpr (std::is_integral_v<Value>) {
    if (access.atomic == AtomicAction::kAnd) return old & operand;
    if (access.atomic == AtomicAction::kOr) return old | operand;
    if (access.atomic == AtomicAction::kXor) return old ^ operand;
  }
  return old;
}

// These are only added, subnormals and all (.noftz).
template <class Format, std::size_t kCount>
Small<Format, kCount> combined(const MemoryAccess& /*access*/, const Small<Format, kCount>& old,
                               const Operands<Small<Format, kCount>>& operands,
                               bool /*is_shared*/) {
  Small<Format, kCount> result{};
  for (std::size_t i = 0; i < kCount; ++i) {
    result.parts[i] = nearest_small<Format>(float_from_small<Format>(old.parts[i]) +
                                            float_from_small<Format>(operands.first.parts[i]));
  }
  return result;
}

// The old value. A block's shared memory is touched by one host thread only.
template <class Value>
Bits<Value> exchange(const MemoryAccess& access, std::byte* where, const Operands<Value>& operands,
                     bool is_shared) {
  auto* const word = reinterpret_cast<Bits<Value>*>(where);
  if (is_shared) {
    const Bits<Value> old = *word;
    *word = std::bit_cast<Bits<Value>>(
        combined(access, std::bit_cast<Value>(old), operands, /*is_shared=*/true));
    return old;
  }
  Bits<Value> old = __atomic_load_n(word, __ATOMIC_RELAXED);
  Bits<Value> next = 0;
  do {
    next = std::bit_cast<Bits<Value>>(
        combined(access, std::bit_cast<Value>(old), operands, /*is_shared=*/false));
  } while (!__atomic_compare_exchange_n(word, &old, next, /*weak=*/true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED));
  return old;
}

// A generic address may lead to shared memory or elsewhere.
bool leads_to_shared(const AccessSite& site, const std::byte* where) {
  const ExecutionState& state = site.state;
  const std::less<> is_before;
  return site.access.space == AccessSpace::kShared ||
         (!is_before(where, state.shared) && is_before(where, state.shared + state.shared_bytes));
}

// A register of 16 bits has a slot of 32.
template <class Value, class Slot>
Value value_in(Slot slot) {
  return std::bit_cast<Value>(static_cast<Bits<Value>>(slot));
}

// slots: the result (if there is one), the operand, cas: the second operand.
template <class Value>
bool atomic(const AccessSite& site, WarpMask mask) {
  using Slot = std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t>;
  Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve(site, mask, reach)) return false;
  const auto& slots = site.operation.slots;
  auto* const result = slot_elements<Slot>(site.frame, slots[0]);
  const auto* const first = slot_elements<const Slot>(site.frame, slots[1]);
  const auto* const second = slot_elements<const Slot>(site.frame, slots[2]);
  for_each_lane_in(mask, [&](unsigned lane) {
    std::byte* const where = pointer_of(reach, lane, sizeof(Value));
    const Operands<Value> operands{value_in<Value>(first[lane]), value_in<Value>(second[lane])};
    const Bits<Value> old =
        exchange<Value>(site.access, where, operands, leads_to_shared(site, where));
    if (site.access.has_result) result[lane] = old;
  });
  return true;
}

bool is_logic(AtomicAction action) {
  return action == AtomicAction::kAnd || action == AtomicAction::kOr ||
         action == AtomicAction::kXor;
}

}  // namespace

AccessFunction atomic_function(const MemoryAccess& access) {
  const unsigned element_bits = access.element_bytes * 8U;
  if (access.count != 1 || access.register_bits != std::max(element_bits, 32U)) return nullptr;
  const bool is_wide = access.element_bytes == 8;
  const bool is_small = access.element_bytes == 2;
  if (!is_wide && !is_small && access.element_bytes != 4) return nullptr;
  switch (access.element) {
    case ElementKind::kUnsigned:
      if (is_small) return atomic<std::uint16_t>;
      return is_wide ? atomic<std::uint64_t> : atomic<std::uint32_t>;
    case ElementKind::kSigned:
      return is_wide ? atomic<std::int64_t> : atomic<std::int32_t>;
    case ElementKind::kFloat:
      if (access.atomic == AtomicAction::kExchange || is_logic(access.atomic)) return nullptr;
      return is_wide ? atomic<double> : atomic<float>;
    case ElementKind::kHalf:
      return is_small ? atomic<Small<Half, 1>> : atomic<Small<Half, 2>>;
    case ElementKind::kBfloat:
      return is_small ? atomic<Small<Bfloat, 1>> : atomic<Small<Bfloat, 2>>;
  }
  return nullptr;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
