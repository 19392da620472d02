#pragma once

// CUDA's attribute words, for clang's CUDA mode and for plain C++ (where they mean nothing).

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// clang has managed variables for HIP only: the name of this unknown type is the message.
#define __managed__ __device__ smemlens_clang_has_no_managed_variables_use_compiler_nvcc
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __grid_constant__
#define __cluster_dims__(...)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

// For the functions of these headers: no debug information, so that their instructions carry the
// line of the user's call (clang writes no inlined_at for PTX).
#if defined(__CUDA__) && defined(__clang__)
#define SMEMLENS_INLINE __inline__ __attribute__((always_inline, nodebug))
#else
#define SMEMLENS_INLINE inline
#endif
