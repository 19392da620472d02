// Modules and libraries that a program loads while it runs. Both are a FatModule.

#include <cstddef>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/driver_result.h"
#include "smemlens/cuda/driver/jit_options.h"
#include "smemlens/cuda/runtime/loaded_module.h"
#include "smemlens/cuda/runtime/modules.h"

namespace {

using smemlens::cuda::as_driver_call;
using smemlens::cuda::FatModule;
using smemlens::cuda::PlacedVariable;
using smemlens::cuda::RegisteredKernel;

// Sets `*handle` to what `find(result)` finds.
template <typename Found, typename Handle, typename Function>
CUresult give_handle(Handle* handle, Function find) {
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return as_driver_call([&] {
    Found* found = nullptr;
    const cudaError_t error = find(found);
    *handle = reinterpret_cast<Handle>(found);
    return error;
  });
}

CUresult give_variable(CUdeviceptr* pointer, std::size_t* bytes, FatModule* module,
                       const char* name) {
  return as_driver_call([&] {
    PlacedVariable variable;
    const cudaError_t error = smemlens::cuda::find_variable(variable, module, name);
    if (error != cudaSuccess) return error;
    if (pointer != nullptr) *pointer = variable.address;
    if (bytes != nullptr) *bytes = variable.bytes;
    return cudaSuccess;
  });
}

template <typename Handle>
CUresult load(Handle* handle, const void* image) {
  return give_handle<FatModule>(
      handle, [&](FatModule*& found) { return smemlens::cuda::load_module(found, image); });
}

template <typename Handle>
CUresult load_file(Handle* handle, const char* path) {
  return give_handle<FatModule>(
      handle, [&](FatModule*& found) { return smemlens::cuda::load_module_file(found, path); });
}

template <typename Handle>
FatModule* module_of(Handle handle) {
  return reinterpret_cast<FatModule*>(handle);
}

template <typename Handle, typename Library>
CUresult give_kernel(Handle* handle, Library library, const char* name) {
  return give_handle<RegisteredKernel>(handle, [&](RegisteredKernel*& found) {
    return smemlens::cuda::find_kernel(found, module_of(library), name);
  });
}

template <typename Library>
CUresult count_kernels(unsigned* count, Library library) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return as_driver_call([&] { return smemlens::cuda::count_kernels(*count, module_of(library)); });
}

template <typename Handle, typename Library>
CUresult list_kernels(Handle* handles, unsigned most, Library library) {
  return as_driver_call([&] {
    return smemlens::cuda::list_kernels(reinterpret_cast<RegisteredKernel**>(handles), most,
                                        module_of(library));
  });
}

}  // namespace

extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  return load_file(module, path);
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load(module, image);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count,
                            CUjit_option* options, void** values) {
  smemlens::cuda::answer_jit_options(count, options, values);
  return load(module, image);
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load(module, image);
}

CUresult cuModuleUnload(CUmodule module) {
  return as_driver_call([&] { return smemlens::cuda::unload_module(module_of(module)); });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return give_kernel(function, module, name);
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule module) {
  return count_kernels(count, module);
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int most, CUmodule module) {
  return list_kernels(functions, most, module);
}

CUresult cuModuleGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module,
                           const char* name) {
  return give_variable(pointer, bytes, module_of(module), name);
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option* options,
                           void** values, unsigned int count, CUlibraryOption* /*libraryOptions*/,
                           void** /*libraryValues*/, unsigned int /*libraryCount*/) {
  smemlens::cuda::answer_jit_options(count, options, values);
  return load(library, image);
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* options,
                               void** values, unsigned int count,
                               CUlibraryOption* /*libraryOptions*/, void** /*libraryValues*/,
                               unsigned int /*libraryCount*/) {
  smemlens::cuda::answer_jit_options(count, options, values);
  return load_file(library, path);
}

CUresult cuLibraryUnload(CUlibrary library) {
  return as_driver_call([&] { return smemlens::cuda::unload_module(module_of(library)); });
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return give_kernel(kernel, library, name);
}

CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary library) {
  return count_kernels(count, library);
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int most, CUlibrary library) {
  return list_kernels(kernels, most, library);
}

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *module = reinterpret_cast<CUmodule>(library);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUlibrary library,
                            const char* name) {
  return give_variable(pointer, bytes, module_of(library), name);
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  return cuFuncGetName(name, reinterpret_cast<CUfunction>(kernel));
}

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

}  // extern "C"
