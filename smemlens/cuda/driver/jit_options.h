#pragma once

// The options of a just-in-time compilation that a caller gets an answer in.

#include "cuda.h"

namespace smemlens::cuda {

// Nothing is compiled, so there is nothing to log: the logs are empty, and it took no time.
void answer_jit_options(unsigned count, const CUjit_option* options, void** values);

}  // namespace smemlens::cuda
