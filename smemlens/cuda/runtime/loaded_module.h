#pragma once

// Modules that a program loads while it runs, for the runtime's cudaLibrary... and the driver's
// cuModule... and cuLibrary...

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/modules.h"

namespace smemlens::cuda {

// What `image` holds (Modules::load_image). Machine code is told in the report and gives
// cudaErrorNoKernelImageForDevice; PTX that cannot be run exactly ends the program.
cudaError_t load_module(FatModule*& module, const void* image);
// The same from a file.
cudaError_t load_module_file(FatModule*& module, const char* path);
cudaError_t unload_module(FatModule* module);

// A kernel's handle, which launches take, and a variable's place.
cudaError_t find_kernel(RegisteredKernel*& kernel, FatModule* module, const char* name);
// All of them: how many, and the first `most`.
cudaError_t count_kernels(unsigned& count, FatModule* module);
cudaError_t list_kernels(RegisteredKernel** kernels, unsigned most, FatModule* module);
cudaError_t find_variable(PlacedVariable& variable, FatModule* module, const char* name);

}  // namespace smemlens::cuda
