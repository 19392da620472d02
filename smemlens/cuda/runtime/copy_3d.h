#pragma once

// A three-dimensional copy, as cudaMemcpy3D takes it, as a Copy.

#include <optional>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"

namespace smemlens::cuda {

class Process;

// No answer: an end is given twice or not at all, an array is unknown, or the part of it is not
// inside. Widths and columns count an array's elements if the copy has an array, else bytes.
std::optional<Copy> copy_of(const Process& process, const cudaMemcpy3DParms& parameters);

}  // namespace smemlens::cuda
