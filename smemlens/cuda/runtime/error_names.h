#pragma once

// Errors by name, in messages.

#include <string_view>

#include "cuda_runtime_api.h"

namespace smemlens::cuda {

// As the caller of `function` knows it: cudaErrorInvalidValue after a call of cudaFree,
// CUDA_ERROR_INVALID_VALUE after one of cuMemFree.
const char* error_name(cudaError_t error, std::string_view function);

}  // namespace smemlens::cuda
