#pragma once

// Included before every CUDA source that clang compiles for smemlens, as nvcc includes its
// cuda_runtime.h: the whole CUDA language with no NVIDIA software. clang's own headers (LLVM's)
// give the built-in variables, the shuffles and the names of the mathematics library; the rest is
// here.
//
// Every device function is inlined and has no debug information: its instructions carry the line of
// the user's call, so that a bank conflict is reported where the user can see it.

#if !defined(__CUDA__) || !defined(__clang__)
#error "this header is for clang's CUDA mode"
#endif

// clang-format off: the order of these includes matters

// These must precede <cmath>; and clang's wrapper of <new> needs malloc to be declared.
#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#undef __CUDACC__

#include "cuda.h"

// The device's functions must be declared in the host's pass as well.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif

#include <__clang_cuda_builtin_vars.h>
#include "cuda_runtime.h"

// clang's headers write `inline __device__` and `__device__ __forceinline__`: with these meanings
// their functions are inlined and without debug information too.
#pragma push_macro("__device__")
#pragma push_macro("__forceinline__")
#undef __device__
#undef __forceinline__
#define __device__ __attribute__((device))
#define __forceinline__ SMEMLENS_INLINE
#include <__clang_cuda_libdevice_declares.h>
#include "smemlens_libdevice.h"
#include "smemlens_libdevice_conversions.h"
#include "smemlens_results.h"
#include "smemlens_address_spaces.h"
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#undef __device__
#define __device__ __attribute__((device, always_inline, nodebug))
#include <__clang_cuda_cmath.h>
// clang 19 passes redux's operands in the wrong order: its functions get other names.
#define __reduce_add_sync smemlens_ignored_reduce_add_sync
#define __reduce_min_sync smemlens_ignored_reduce_min_sync
#define __reduce_max_sync smemlens_ignored_reduce_max_sync
#define __reduce_and_sync smemlens_ignored_reduce_and_sync
#define __reduce_or_sync smemlens_ignored_reduce_or_sync
#define __reduce_xor_sync smemlens_ignored_reduce_xor_sync
#include <__clang_cuda_intrinsics.h>
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#pragma pop_macro("__forceinline__")
#pragma pop_macro("__device__")

#include "smemlens_atomics.h"
#include "smemlens_caching.h"
#include "smemlens_device.h"
#include <new>  // clang's wrapper: new and delete on the device, of malloc and free
#include "smemlens_overloads.h"
#include "texture_fetch_functions.h"
// clang-format on

#pragma pop_macro("__CUDA_ARCH__")
#define __CUDACC__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0

// nvcc takes `__shared__ alignas(16) float tile[32]`; clang wants alignas before all attributes,
// but takes its own attribute anywhere.
template <typename T>
constexpr size_t smemlens_align() {
  return alignof(T);
}
template <size_t Bytes>
constexpr size_t smemlens_align() {
  return Bytes;
}
#define alignas(...) __attribute__((aligned(smemlens_align<__VA_ARGS__>())))
