#include "smemlens/simt/slots.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/control_flow.h"
#include "smemlens/simt/liveness.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

// Numbers the slots of one class. Ranges come in order of their begin.
class Pool {
 public:
  std::uint32_t take(const LiveRange& range) {
    std::uint32_t slot = count_;
    if (!busy_.empty() && busy_.top().first < range.begin) {
      slot = busy_.top().second;
      busy_.pop();
    } else {
      ++count_;
    }
    busy_.emplace(range.end, slot);
    return slot;
  }
  std::uint32_t count() const { return count_; }

 private:
  using Busy = std::pair<std::uint32_t, std::uint32_t>;  // until which pc, slot
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy_;
  std::uint32_t count_ = 0;
};

std::vector<std::uint32_t> in_order_of_begin(const std::vector<LiveRange>& ranges) {
  std::vector<std::uint32_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(ranges[i].begin, i); });
  return order;
}

// The widest first, so that all are aligned.
constexpr std::array kSlotClasses = {SlotClass::k128, SlotClass::k64, SlotClass::k32,
                                     SlotClass::kPredicate};

constexpr std::size_t index_of(SlotClass slot_class) {
  return static_cast<std::size_t>(slot_class);
}

}  // namespace

SlotClass class_of(ptx::Type type) {
  if (type == ptx::Type::kPred) return SlotClass::kPredicate;
  if (ptx::bits_of(type) == 128) return SlotClass::k128;
  return ptx::bits_of(type) == 64 ? SlotClass::k64 : SlotClass::k32;
}

RegisterSlots allocate_slots(const ptx::Function& function, const ControlFlow& flow) {
  const std::vector<LiveRange> ranges = live_ranges(function, flow);
  std::array<Pool, kSlotClasses.size()> pools;
  std::vector<std::uint32_t> numbers(ranges.size(), 0);
  for (const std::uint32_t i : in_order_of_begin(ranges)) {
    if (!ranges[i].is_used()) continue;
    numbers[i] = pools[index_of(class_of(function.registers[i].type))].take(ranges[i]);
  }

  std::array<std::uint32_t, kSlotClasses.size()> begins{};
  std::uint32_t bytes = 0;
  for (const SlotClass slot_class : kSlotClasses) {
    begins[index_of(slot_class)] = bytes;
    bytes += pools[index_of(slot_class)].count() * slot_bytes(slot_class);
  }
  RegisterSlots slots;
  slots.bytes = (bytes + 63) / 64 * 64;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const SlotClass slot_class = class_of(function.registers[i].type);
    slots.offsets.push_back(begins[index_of(slot_class)] + (numbers[i] * slot_bytes(slot_class)));
    if (ranges[i].is_live_at_entry) {
      slots.zeroed.push_back({.slot = slots.offsets.back(), .bytes = slot_bytes(slot_class)});
    }
  }
  return slots;
}

}  // namespace smemlens::simt
