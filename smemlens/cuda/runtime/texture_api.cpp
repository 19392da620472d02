// Texture objects.

#include <algorithm>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/not_supported.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/texture.h"
#include "smemlens/simt/texture.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;
using smemlens::cuda::texture_of;
using smemlens::cuda::TextureObject;
using smemlens::simt::TexelKind;
using smemlens::simt::Texture;

namespace {

// What we lack of it, by name; null pointer: nothing.
const char* missing(const cudaResourceDesc& resource, const cudaTextureDesc& sampling,
                    const cudaResourceViewDesc* view) {
  if (view != nullptr) return "cudaCreateTextureObject with a view of the resource";
  if (resource.resType == cudaResourceTypeMipmappedArray) {
    return "cudaCreateTextureObject of a mipmapped array";
  }
  if (resource.resType == cudaResourceTypeArray && resource.res.array.array != nullptr &&
      (resource.res.array.array->flags & cudaArrayCubemap) != 0) {
    return "cudaCreateTextureObject of a cube map";
  }
  return sampling.sRGB != 0 ? "cudaCreateTextureObject with sRGB" : nullptr;
}

bool has_mode_beyond(const cudaTextureDesc& sampling) {
  return std::ranges::any_of(
             sampling.addressMode,
             [](cudaTextureAddressMode mode) { return mode > cudaAddressModeBorder; }) ||
         sampling.filterMode > cudaFilterModeLinear ||
         sampling.readMode > cudaReadModeNormalizedFloat;
}

// Only floats are filtered; only small integers are read as fractions.
cudaError_t problem_of(const Texture& texture, const cudaTextureDesc& sampling) {
  if (texture.reads_fractions &&
      (texture.kind == TexelKind::kFloat || texture.component_bits == 32)) {
    return cudaErrorInvalidNormSetting;
  }
  if (texture.is_filtered && texture.kind != TexelKind::kFloat && !texture.reads_fractions) {
    return cudaErrorInvalidFilterSetting;
  }
  return has_mode_beyond(sampling) ? cudaErrorInvalidValue : cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* sampling,
                                    const cudaResourceViewDesc* view) {
  return as_call([&](Process& process) {
    if (object == nullptr || resource == nullptr || sampling == nullptr) {
      return cudaErrorInvalidValue;
    }
    if (const char* const what = missing(*resource, *sampling, view)) {
      return static_cast<cudaError_t>(smemlens_not_supported(what));
    }
    const TextureObject made{.resource = *resource, .sampling = *sampling};
    const auto texture = texture_of(made, process.arrays, process.memory);
    if (!texture) return cudaErrorInvalidValue;
    if (const cudaError_t error = problem_of(*texture, *sampling); error != cudaSuccess) {
      return error;
    }
    *object = process.textures.add(made);
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return as_call([&](Process& process) {
    return object == 0 || process.textures.remove(object) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object) {
  return as_call([&](Process& process) {
    const TextureObject* const found = process.textures.find(object);
    if (found == nullptr || resource == nullptr) return cudaErrorInvalidValue;
    *resource = found->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* sampling, cudaTextureObject_t object) {
  return as_call([&](Process& process) {
    const TextureObject* const found = process.textures.find(object);
    if (found == nullptr || sampling == nullptr) return cudaErrorInvalidValue;
    *sampling = found->sampling;
    return cudaSuccess;
  });
}

}  // extern "C"
