#include "smemlens/simt/texture_fetch.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/texture.h"

namespace smemlens::simt {
namespace {

bool fail(const AccessSite& site, unsigned lane, std::string message) {
  site.state.warp->paths.back().pc = site.access.instruction;
  report_fault(
      site.state,
      {.lane = lane, .code = "texture", .message = std::move(message), .notes = {}, .hint = {}});
  return false;
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 20> text{};
  (void)std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::uint32_t word_of(const AccessSite& site, unsigned slot, unsigned lane) {
  return reinterpret_cast<const std::uint32_t*>(site.frame + site.operation.slots[slot])[lane];
}

std::uint64_t object_of(const AccessSite& site, unsigned lane) {
  return reinterpret_cast<const std::uint64_t*>(site.frame +
                                                site.operation.slots[kTextureSlot])[lane];
}

const Texture* find(const AccessSite& site, std::uint64_t object) {
  const Textures* const textures = site.state.launch.launch.textures;
  if (textures == nullptr) return nullptr;
  const auto found = textures->find(object);
  return found == textures->end() ? nullptr : &found->second;
}

Texel texel_for(const AccessSite& site, const Texture& texture, unsigned lane) {
  const TextureGeometry& geometry = kTextureGeometries[site.operation.immediate % kTexelNumbers];
  unsigned slot = kCoordinateSlots;
  if (site.operation.immediate >= kTexelNumbers) {
    return texel_at(texture, static_cast<std::int32_t>(word_of(site, slot, lane)));
  }
  const std::uint32_t layer = geometry.is_layered ? word_of(site, slot++, lane) : 0;
  std::array<float, 3> at{};
  for (unsigned d = 0; d < geometry.dimensions; ++d) {
    at[d] = std::bit_cast<float>(word_of(site, slot + d, lane));
  }
  return sample(texture, at, layer);
}

bool fits(const Texture& texture, const TextureGeometry& geometry) {
  return texture.dimensions == geometry.dimensions && texture.is_layered == geometry.is_layered;
}

}  // namespace

bool fetch_texture(const AccessSite& site, WarpMask mask) {
  const TextureGeometry& geometry = kTextureGeometries[site.operation.immediate % kTexelNumbers];
  const Texture* texture = nullptr;
  std::uint64_t last = 0;
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    const std::uint64_t object = object_of(site, lane);
    if (texture == nullptr || object != last) texture = find(site, object);
    last = object;
    if (texture == nullptr) {
      return fail(site, lane, hexadecimal(object) + " is no texture object of readable memory");
    }
    if (!fits(*texture, geometry)) {
      return fail(site, lane,
                  "the texture object has " + std::to_string(texture->dimensions) +
                      (texture->is_layered ? " dimensions and layers" : " dimensions") +
                      ", not those of ." + std::string(name_of(geometry.modifier)));
    }
    const Texel texel = texel_for(site, *texture, lane);
    for (unsigned i = 0; i < texel.size(); ++i) {
      reinterpret_cast<std::uint32_t*>(site.frame + site.operation.slots[i])[lane] = texel[i];
    }
  }
  return true;
}

}  // namespace smemlens::simt
