#pragma once

// From the address slot of a memory instruction to a host pointer for each lane; checked.
// Included only by the sources that are compiled once for each host instruction set.
//
//   ld.global.f32 %f1, [%rd1];    lanes at p, p+4, p+8, …  →  {kContiguous, first = p}
//   ld.shared.f32 %f2, [%r1];     a column                 →  {kScattered, lane = {…}}

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt::SMEMLENS_ISA {

enum class Shape : std::uint8_t {
  kScattered,   // Reach::lane of the lanes in the mask
  kContiguous,  // all 32 lanes side by side: lane l at first + l * bytes_per_lane
  kUniform,     // all 32 lanes at `first`
};

struct Reach {
  Shape shape;
  std::byte* first;
  std::array<std::byte*, kLanes> lane;
};

// False: a fault, kept in the state. A shared access is reported to the observer.
bool resolve(const AccessSite& site, WarpMask mask, Reach& reach);

// The lanes of a mask, lowest first.
template <class Function>
[[gnu::always_inline]] inline void for_each_lane_in(WarpMask mask, Function function) {
  while (mask != 0) {
    function(static_cast<unsigned>(std::countr_zero(mask)));
    mask &= mask - 1;
  }
}

template <class Element>
[[gnu::always_inline]] inline Element* slot_elements(std::byte* frame, SlotOffset slot) {
  return std::assume_aligned<64>(reinterpret_cast<Element*>(frame + slot));
}

}  // namespace smemlens::simt::SMEMLENS_ISA
