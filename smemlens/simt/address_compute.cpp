#include "smemlens/simt/address_compute.h"

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

using Words = std::uint64_t*;

Words words_in(std::byte* frame, const Operation& operation, unsigned slot) {
  return reinterpret_cast<Words>(frame + operation.slots[slot]);
}

template <bool kFull>
void add(std::byte* frame, const Operation& operation, WarpMask mask) {
  Words sum = words_in(frame, operation, 0);
  Words a = words_in(frame, operation, 1);
  Words b = words_in(frame, operation, 2);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (kFull || (mask >> lane & 1U) != 0) sum[lane] = a[lane] + b[lane];
  }
}

void test(std::byte* frame, const Operation& operation, WarpMask mask) {
  Words address = words_in(frame, operation, 1);
  Words window = words_in(frame, operation, 2);
  WarpMask inside = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    inside |= is_in_window(address[lane], window[lane]) ? WarpMask{1} << lane : 0;
  }
  auto& predicate = *reinterpret_cast<WarpMask*>(frame + operation.slots[0]);
  predicate = (predicate & ~mask) | (inside & mask);
}

}  // namespace

Compute wide_add() {
  return {.full = add<true>, .masked = add<false>};
}

Compute window_test() {
  return {.full = test, .masked = test};
}

}  // namespace smemlens::simt::SMEMLENS_ISA
