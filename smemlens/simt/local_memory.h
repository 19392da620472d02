#pragma once

// A warp's local memory: each lane's own bytes, 16 at a time side by side.
//
//   byte `offset` of lane l lies at  (offset / 16) * 512 + l * 16 + offset % 16
//
// So an access of up to 16 bytes is in one piece, lanes with one offset are close together, and a
// call makes the memory longer without moving what is there.

#include <cstddef>
#include <cstdint>

#include "smemlens/base/rounding.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

inline constexpr std::uint32_t kLocalGranule = 16;
// Where a call's local frame begins: what the widest alignment in use asks for.
inline constexpr std::uint32_t kLocalFrameAlignment = 128;
// Most local memory of a thread, as on a GPU.
inline constexpr std::uint32_t kMaxLocalBytes = 512 * 1024;

constexpr std::size_t local_position(std::uint32_t offset, unsigned lane) {
  const std::size_t granule = (std::size_t{offset / kLocalGranule} * kLanes) + lane;
  return (granule * kLocalGranule) + (offset % kLocalGranule);
}

// Bytes that `local_bytes` for each lane take.
constexpr std::size_t local_storage(std::uint32_t local_bytes) {
  return local_position(rounded_up(local_bytes, kLocalGranule), 0);
}

// Byte for byte, for any alignment and length.
void copy_from_local(const Warp& warp, unsigned lane, std::uint32_t offset, std::byte* to,
                     std::uint32_t bytes);
void copy_to_local(Warp& warp, unsigned lane, std::uint32_t offset, const std::byte* from,
                   std::uint32_t bytes);

}  // namespace smemlens::simt
