#pragma once

// What an atomic instruction makes of one value in memory (PTX ISA, "atom").
// Included only by the sources that are compiled once for each host instruction set.

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"

namespace smemlens::simt::SMEMLENS_ISA {

template <class Value>
using AtomicBits =
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
    return canonical(flushed(flushed(old, flushes) + flushed(operand, flushes), flushes));
  } else if constexpr (std::is_floating_point_v<Value>) {
    return old + operand;
  } else {
    return static_cast<Value>(AtomicBits<Value>(old) + AtomicBits<Value>(operand));
  }
}

// What memory holds after `action` on `old`.
template <class Value>
[[gnu::always_inline]] inline Value combined(const MemoryAccess& access, Value old,
                                             const Operands<Value>& operands, bool is_shared) {
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
[[gnu::always_inline]] inline AtomicBits<Value> exchange(const MemoryAccess& access,
                                                         std::byte* where,
                                                         const Operands<Value>& operands,
                                                         bool is_shared) {
  auto* const word = reinterpret_cast<AtomicBits<Value>*>(where);
  if (is_shared) {
    const AtomicBits<Value> old = *word;
    *word = std::bit_cast<AtomicBits<Value>>(
        combined(access, std::bit_cast<Value>(old), operands, /*is_shared=*/true));
    return old;
  }
  AtomicBits<Value> old = __atomic_load_n(word, __ATOMIC_RELAXED);
  AtomicBits<Value> next = 0;
  do {
    next = std::bit_cast<AtomicBits<Value>>(
        combined(access, std::bit_cast<Value>(old), operands, /*is_shared=*/false));
  } while (!__atomic_compare_exchange_n(word, &old, next, /*weak=*/true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED));
  return old;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
