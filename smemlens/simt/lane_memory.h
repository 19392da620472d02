#pragma once

// The memory at one lane's address, for instructions that only few lanes execute: mbarriers and
// bulk copies. They are no shared-memory requests (docs/model.md §10), so nothing is reported.

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/memory_access.h"

namespace smemlens::simt {

struct LaneExtent {
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 1;  // a power of two
};

// Where an access of one lane goes: a generic address is taken to the space that it lies in.
struct LanePlace {
  AccessSpace space{};        // never kGeneric
  std::uint64_t address = 0;  // in the space
};
LanePlace lane_place(const MemoryAccess& access, const std::byte* frame, unsigned lane);

// The host's pointer to the lane's bytes, in global or, through a shared or generic address, in
// shared memory. Null pointer: a fault, kept in the state.
std::byte* memory_at(const AccessSite& site, unsigned lane, const LaneExtent& extent);

}  // namespace smemlens::simt
