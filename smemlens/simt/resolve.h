#pragma once

// From the address slot of a memory instruction to a host pointer for each lane; checked.
// Included only by the sources that are compiled once for each host instruction set.
//
//   ld.global.f32 %f1, [%rd1];    lanes at p, p+4, p+8, …  →  {kContiguous, run = {p, p+32, …}}
//   ld.shared.f32 %f2, [%r1];     a column                 →  {kScattered, lane = {…}}
//
// Lanes are looked at in runs of eight: what a row of a tile of 8 or 16 columns asks for isn't side
// by side in all 32 lanes, but in each run.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt::SMEMLENS_ISA {

struct Reach {
  Shape shape;
  std::array<std::byte*, kRuns> run;    // where runs begin, unless scattered
  std::array<std::byte*, kLanes> lane;  // of the lanes in the mask, if scattered
};

// Where lane `lane` of a resolved access of `bytes` a lane is.
[[gnu::always_inline]] inline std::byte* pointer_of(const Reach& reach, unsigned lane,
                                                    unsigned bytes) {
  if (reach.shape == Shape::kScattered) return reach.lane[lane];
  const std::size_t stride = reach.shape == Shape::kContiguous ? bytes : 0;
  return reach.run[lane / kRunLanes] + (lane % kRunLanes * stride);
}

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
