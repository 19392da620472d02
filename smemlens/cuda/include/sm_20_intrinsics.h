#pragma once

// What CUDA declares under this name is in cuda_runtime.h (or built into smemlens_cuda.h).

#include "cuda_runtime.h"
