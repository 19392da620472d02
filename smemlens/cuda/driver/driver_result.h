#pragma once

// The driver's errors. Most have the number of the runtime's.

#include "cuda.h"
#include "smemlens/cuda/runtime/process.h"

namespace smemlens::cuda {

CUresult driver_result(cudaError_t error);

// "CUDA_ERROR_INVALID_VALUE"; null pointer: no error of the driver.
const char* name_of(CUresult result);

// Runs `function()`, which returns a cudaError_t, as the body of a driver's function.
template <typename Function>
CUresult as_driver_call(Function function) {
  const KeptLastError kept;
  return driver_result(function());
}

}  // namespace smemlens::cuda
