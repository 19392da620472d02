#pragma once

// The GPU that programs see: the modelled architecture's limits on a plausible device of its kind.

#include "cuda_runtime_api.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cuda {

cudaDeviceProp properties_of(const Architecture& architecture);

// The value of `attribute` on that device; 0 for a feature that it lacks.
int attribute_of(const cudaDeviceProp& properties, cudaDeviceAttr attribute);

// Blocks of `threads` threads and `shared_bytes` that one multiprocessor keeps at a time. Registers
// are not counted: PTX does not say how many ptxas would use.
int resident_blocks(const cudaDeviceProp& properties, int threads, std::size_t shared_bytes);

}  // namespace smemlens::cuda
