#pragma once

// The texture objects that the program has made.

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/simt/texture.h"

namespace smemlens::cuda {

struct TextureObject {
  cudaResourceDesc resource{};
  cudaTextureDesc sampling{};
};

class TextureObjects {
 public:
  cudaTextureObject_t add(const TextureObject& object);
  bool remove(cudaTextureObject_t handle) { return objects_.erase(handle) != 0; }
  // Null pointer: there is no such object.
  const TextureObject* find(cudaTextureObject_t handle) const;
  void remove_all() { objects_.clear(); }

  // As kernels see them. One whose memory has been freed is not there.
  simt::Textures visible(const Arrays& arrays, const DeviceMemory& memory) const;

 private:
  std::unordered_map<cudaTextureObject_t, TextureObject> objects_;
  cudaTextureObject_t last_ = 0;
};

// nullopt: what the object shows is not there (any more), or not as large.
std::optional<simt::Texture> texture_of(const TextureObject& object, const Arrays& arrays,
                                        const DeviceMemory& memory);

}  // namespace smemlens::cuda
