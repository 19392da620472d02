#include "smemlens/simt/atomic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

#include "smemlens/simt/atomic_value.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

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
  return std::bit_cast<Value>(static_cast<AtomicBits<Value>>(slot));
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
    const AtomicBits<Value> old =
        exchange<Value>(site.access, where, operands, leads_to_shared(site, where));
    if (site.access.has_result) result[lane] = old;
  });
  return true;
}

// Of each element in turn, whose slots the function's sequences hold.
template <class Value>
bool atomic_vector(const AccessSite& site, WarpMask mask) {
  Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve(site, mask, reach)) return false;
  const std::vector<Operation>& elements = site.state.function->sequences[site.operation.immediate];
  const std::uint32_t bytes = site.access.bytes_per_lane();
  bool is_good = true;
  for_each_lane_in(mask, [&](unsigned lane) {
    std::byte* where = pointer_of(reach, lane, bytes);
    if (leads_to_shared(site, where)) {
      if (is_good) report_not_global(site, lane);
      is_good = false;
      return;
    }
    for (const Operation& element : elements) {
      const auto* const operands = slot_elements<const U32>(site.frame, element.slots[1]);
      const AtomicBits<Value> old =
          exchange<Value>(site.access, where, {value_in<Value>(operands[lane]), {}},
                          /*is_shared=*/false);
      if (site.access.has_result) slot_elements<U32>(site.frame, element.slots[0])[lane] = old;
      where += sizeof(Value);
    }
  });
  return is_good;
}

// .b128. What does this in global memory runs its blocks one after the other (Kernel).
struct Wide {
  U64 low = 0;
  U64 high = 0;

  bool operator==(const Wide&) const = default;
};

// Each operand has two slots.
bool atomic_wide(const AccessSite& site, WarpMask mask) {
  Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve(site, mask, reach)) return false;
  const auto half = [&](unsigned slot, unsigned lane) -> U64& {
    return slot_elements<U64>(site.frame, site.operation.slots[slot])[lane];
  };
  const bool swaps = site.access.atomic == AtomicAction::kCompareAndSwap;
  for_each_lane_in(mask, [&](unsigned lane) {
    std::byte* const where = pointer_of(reach, lane, sizeof(Wide));
    Wide old;
    std::memcpy(&old, where, sizeof(old));
    Wide next{half(2, lane), half(3, lane)};
    if (swaps) next = old == next ? Wide{half(4, lane), half(5, lane)} : old;
    std::memcpy(where, &next, sizeof(next));
    if (!site.access.has_result) return;
    half(0, lane) = old.low;
    half(1, lane) = old.high;
  });
  return true;
}

AccessFunction vector_function(const MemoryAccess& access) {
  const bool is_small = access.element_bytes == 2;
  switch (access.element) {
    case ElementKind::kFloat:
      return atomic_vector<float>;
    case ElementKind::kHalf:
      return is_small ? atomic_vector<Small<Half, 1>> : atomic_vector<Small<Half, 2>>;
    case ElementKind::kBfloat:
      return is_small ? atomic_vector<Small<Bfloat, 1>> : atomic_vector<Small<Bfloat, 2>>;
    case ElementKind::kUnsigned:
    case ElementKind::kSigned:
      break;
  }
  return nullptr;
}

}  // namespace

AccessFunction atomic_function(const MemoryAccess& access) {
  if (access.element_bytes == sizeof(Wide)) return atomic_wide;
  const unsigned element_bits = access.element_bytes * 8U;
  if (access.register_bits != std::max(element_bits, 32U)) return nullptr;
  if (access.count != 1) return vector_function(access);
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
      return is_wide ? atomic<double> : atomic<float>;
    case ElementKind::kHalf:
      return is_small ? atomic<Small<Half, 1>> : atomic<Small<Half, 2>>;
    case ElementKind::kBfloat:
      return is_small ? atomic<Small<Bfloat, 1>> : atomic<Small<Bfloat, 2>>;
  }
  return nullptr;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
