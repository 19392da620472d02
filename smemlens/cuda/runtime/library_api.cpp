// Libraries of kernels that a program loads while it runs.

#include <cstddef>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/loaded_module.h"
#include "smemlens/cuda/runtime/modules.h"

namespace {

using smemlens::cuda::FatModule;

FatModule* module_of(cudaLibrary_t library) {
  return reinterpret_cast<FatModule*>(library);
}

cudaError_t give_variable(void** pointer, std::size_t* bytes, cudaLibrary_t library,
                          const char* name) {
  smemlens::cuda::PlacedVariable variable;
  const cudaError_t error = smemlens::cuda::find_variable(variable, module_of(library), name);
  if (error != cudaSuccess) return error;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): global memory is host memory
  if (pointer != nullptr) *pointer = reinterpret_cast<void*>(variable.address);
  if (bytes != nullptr) *bytes = variable.bytes;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* image,
                                cudaJitOption* /*options*/, void** /*values*/,
                                unsigned int /*count*/, cudaLibraryOption* /*libraryOptions*/,
                                void** /*libraryValues*/, unsigned int /*libraryCount*/) {
  FatModule* module = nullptr;
  const cudaError_t error = smemlens::cuda::load_module(module, image);
  if (library != nullptr) *library = reinterpret_cast<cudaLibrary_t>(module);
  return error;
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    cudaJitOption* /*options*/, void** /*values*/,
                                    unsigned int /*count*/, cudaLibraryOption* /*libraryOptions*/,
                                    void** /*libraryValues*/, unsigned int /*libraryCount*/) {
  FatModule* module = nullptr;
  const cudaError_t error = smemlens::cuda::load_module_file(module, path);
  if (library != nullptr) *library = reinterpret_cast<cudaLibrary_t>(module);
  return error;
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return smemlens::cuda::unload_module(module_of(library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  smemlens::cuda::RegisteredKernel* found = nullptr;
  const cudaError_t error = smemlens::cuda::find_kernel(found, module_of(library), name);
  if (kernel != nullptr) *kernel = reinterpret_cast<cudaKernel_t>(found);
  return error;
}

cudaError_t cudaLibraryGetGlobal(void** pointer, std::size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return give_variable(pointer, bytes, library, name);
}

cudaError_t cudaLibraryGetManaged(void** pointer, std::size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
  return give_variable(pointer, bytes, library, name);
}

}  // extern "C"
