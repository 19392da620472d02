#pragma once

// The device library's mathematics, computed by the host: what clang's CUDA header calls and no
// PTX instruction does (__nv_sinf, __nv_pow, __nv_fast_expf, …).
//
//   call (r), __nv_powf, (x, y)   →  native_function("__nv_powf"): slots result, x, y
//
// An f32 function is the host's f64 function rounded once (error ≤ 0.51 ulp; the GPU's library
// promises 1 to 4 ulp and differs in the last bits), an f64 function is the host's. The __nv_fast_
// forms are no faster here, only exacter. Functions with pointer arguments, Bessel functions and
// inverse error functions are not there.

#include <optional>
#include <string_view>

#include "smemlens/simt/operation.h"

namespace smemlens::simt::baseline {

// The functions for a device function of this name, or nullopt if there is none.
//   slots  result, arguments; classes say the width of each
std::optional<ComputeChoice> native_function(std::string_view name);

}  // namespace smemlens::simt::baseline

namespace smemlens::simt::avx2 {

std::optional<ComputeChoice> native_function(std::string_view name);

}  // namespace smemlens::simt::avx2
