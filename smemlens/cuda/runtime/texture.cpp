#include "smemlens/cuda/runtime/texture.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/simt/texture.h"

namespace smemlens::cuda {
namespace {

using simt::TexelKind;
using simt::Texture;
using simt::TextureEdge;

std::uint8_t components_of(const cudaChannelFormatDesc& format) {
  if (format.w > 0) return 4;
  return format.y > 0 ? 2 : 1;
}

TexelKind kind_of(const cudaChannelFormatDesc& format) {
  if (format.f == cudaChannelFormatKindFloat) return TexelKind::kFloat;
  return format.f == cudaChannelFormatKindSigned ? TexelKind::kSigned : TexelKind::kUnsigned;
}

// False: an element that no texture has.
bool set_format(Texture& texture, const cudaChannelFormatDesc& format) {
  texture.components = components_of(format);
  texture.component_bits = static_cast<std::uint8_t>(format.x);
  texture.kind = kind_of(format);
  return format.x == 32 || format.x == 16 || (format.x == 8 && texture.kind != TexelKind::kFloat);
}

std::uint64_t element_bytes(const Texture& texture) {
  return std::uint64_t{texture.components} * texture.component_bits / 8;
}

std::optional<Texture> of_array(const cudaArray* array, const Arrays& arrays) {
  if (!arrays.knows(array)) return std::nullopt;
  Texture texture{
      .texels = array->bytes.data(),
      .size = {array->extent.width, array->rows(), array->slices()},
      .row_bytes = array->pitch(),
      .slice_bytes = array->pitch() * array->rows()
  };
  texture.is_layered = (array->flags & cudaArrayLayered) != 0;
  texture.dimensions = array->extent.height == 0 ? 1 : 2;
  if (array->extent.depth > 0 && !texture.is_layered) texture.dimensions = 3;
  return set_format(texture, array->format) ? std::optional(texture) : std::nullopt;
}

std::optional<Texture> of_memory(const cudaResourceDesc& resource, const DeviceMemory& memory) {
  const bool is_linear = resource.resType == cudaResourceTypeLinear;
  const auto& linear = resource.res.linear;
  const auto& pitched = resource.res.pitch2D;
  Texture texture{.texels =
                      static_cast<const std::byte*>(is_linear ? linear.devPtr : pitched.devPtr)};
  if (!set_format(texture, is_linear ? linear.desc : pitched.desc)) return std::nullopt;
  std::size_t bytes = linear.sizeInBytes;
  if (is_linear) {
    texture.size[0] = bytes / element_bytes(texture);
  } else {
    texture.size = {pitched.width, pitched.height, 1};
    texture.dimensions = 2;
    texture.row_bytes = pitched.pitchInBytes;
    if (pitched.height == 0 || pitched.width * element_bytes(texture) > pitched.pitchInBytes ||
        __builtin_mul_overflow(pitched.height - 1, pitched.pitchInBytes, &bytes)) {
      return std::nullopt;
    }
    bytes += pitched.width * element_bytes(texture);
  }
  if (texture.size[0] == 0 || !memory.may_copy(texture.texels, bytes, true)) return std::nullopt;
  return texture;
}

}  // namespace

std::optional<Texture> texture_of(const TextureObject& object, const Arrays& arrays,
                                  const DeviceMemory& memory) {
  const bool is_array = object.resource.resType == cudaResourceTypeArray;
  auto texture = is_array ? of_array(object.resource.res.array.array, arrays)
                          : of_memory(object.resource, memory);
  if (!texture) return std::nullopt;
  const cudaTextureDesc& sampling = object.sampling;
  for (std::size_t d = 0; d < texture->edges.size(); ++d) {
    texture->edges[d] = static_cast<TextureEdge>(sampling.addressMode[d]);
  }
  std::ranges::copy(sampling.borderColor, texture->border.begin());
  texture->is_filtered = sampling.filterMode == cudaFilterModeLinear;
  texture->is_normalized = sampling.normalizedCoords != 0;
  texture->reads_fractions = sampling.readMode == cudaReadModeNormalizedFloat;
  return texture;
}

cudaTextureObject_t TextureObjects::add(const TextureObject& object) {
  objects_.emplace(++last_, object);
  return last_;
}

const TextureObject* TextureObjects::find(cudaTextureObject_t handle) const {
  const auto found = objects_.find(handle);
  return found == objects_.end() ? nullptr : &found->second;
}

simt::Textures TextureObjects::visible(const Arrays& arrays, const DeviceMemory& memory) const {
  simt::Textures textures;
  for (const auto& [handle, object] : objects_) {
    if (auto texture = texture_of(object, arrays, memory)) textures.emplace(handle, *texture);
  }
  return textures;
}

}  // namespace smemlens::cuda
