#include "smemlens/simt/local_memory.h"

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/warp.h"

namespace smemlens::simt {

void copy_from_local(const Warp& warp, unsigned lane, std::uint32_t offset, std::byte* to,
                     std::uint32_t bytes) {
  for (std::uint32_t i = 0; i < bytes; ++i) {
    to[i] = warp.local[local_position(offset + i, lane)];
  }
}

void copy_to_local(Warp& warp, unsigned lane, std::uint32_t offset, const std::byte* from,
                   std::uint32_t bytes) {
  for (std::uint32_t i = 0; i < bytes; ++i) {
    warp.local[local_position(offset + i, lane)] = from[i];
  }
}

}  // namespace smemlens::simt
