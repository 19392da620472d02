// Libraries of kernels that a program loads while it runs.

#include <cstddef>
#include <span>
#include <vector>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/jit_options.h"
#include "smemlens/cuda/runtime/loaded_module.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"

namespace {

using smemlens::cuda::FatModule;

FatModule* module_of(cudaLibrary_t library) {
  return reinterpret_cast<FatModule*>(library);
}

// Sets `*library` to the module that `load(module)`, which returns a cudaError_t, finds.
template <typename Function>
cudaError_t give_library(cudaLibrary_t* library, Function load) {
  if (library == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  FatModule* module = nullptr;
  const cudaError_t error = load(module);
  *library = reinterpret_cast<cudaLibrary_t>(module);
  return error;
}

// As the driver's functions do; both number these options alike.
void answer_options(unsigned count, const cudaJitOption* options, void** values) {
  if (options == nullptr) return;
  std::vector<CUjit_option> numbered;
  for (const cudaJitOption option : std::span(options, count)) {
    numbered.push_back(static_cast<CUjit_option>(option));
  }
  smemlens::cuda::answer_jit_options(count, numbered.data(), values);
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

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* image, cudaJitOption* options,
                                void** values, unsigned int count,
                                cudaLibraryOption* /*libraryOptions*/, void** /*libraryValues*/,
                                unsigned int /*libraryCount*/) {
  answer_options(count, options, values);
  return give_library(
      library, [&](FatModule*& module) { return smemlens::cuda::load_module(module, image); });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    cudaJitOption* options, void** values, unsigned int count,
                                    cudaLibraryOption* /*libraryOptions*/, void** /*libraryValues*/,
                                    unsigned int /*libraryCount*/) {
  answer_options(count, options, values);
  return give_library(
      library, [&](FatModule*& module) { return smemlens::cuda::load_module_file(module, path); });
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

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t library) {
  if (count == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  return smemlens::cuda::count_kernels(*count, module_of(library));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int most,
                                        cudaLibrary_t library) {
  return smemlens::cuda::list_kernels(reinterpret_cast<smemlens::cuda::RegisteredKernel**>(kernels),
                                      most, module_of(library));
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
