#pragma once

// tex: a fetch from a texture object for each lane. Textures are in global memory: nothing of it is
// counted.
//
//   tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];
//     slots[0..3]: %f1 to %f4; slots[4]: %rd1; slots[5..7]: %f5, %f6; immediate: of kFetches

#include <cstdint>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct TextureGeometry {
  ptx::Modifier modifier;   // .1d, …
  std::uint8_t dimensions;  // coordinates, without the layer
  bool is_layered;          // the layer's number comes first
  std::uint8_t written;     // elements of the written vector: some are there for its length
};

inline constexpr TextureGeometry kTextureGeometries[] = {
    {ptx::Modifier::k1d,  1, false, 1},
    {ptx::Modifier::k2d,  2, false, 2},
    {ptx::Modifier::k3d,  3, false, 4},
    {ptx::Modifier::kA1d, 1, true,  2},
    {ptx::Modifier::kA2d, 2, true,  4},
};

inline constexpr unsigned kTextureSlot = 4;      // the object
inline constexpr unsigned kCoordinateSlots = 5;  // layer, x, y, z

// Operation::immediate: the geometry's number, and whether coordinates are texels' numbers.
inline constexpr std::uint32_t kTexelNumbers = 256;

bool fetch_texture(const AccessSite& site, WarpMask mask);

}  // namespace smemlens::simt
