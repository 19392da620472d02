#pragma once

// A device address of the driver's interface as a pointer: global memory is host memory here.

#include <cstddef>

#include "cuda.h"

namespace smemlens::cuda {

inline std::byte* host_pointer(CUdeviceptr address) {
  return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr): see above
}

}  // namespace smemlens::cuda
