#pragma once

// The driver's functions by name, for programs that ask for them while they run.

namespace smemlens::cuda {

// The newest version that CUDA 13 has of the function ("cuMemAlloc" → cuMemAlloc_v2), which may be
// a stub that names itself; null pointer: there is none such.
void* driver_function(const char* name);

}  // namespace smemlens::cuda
