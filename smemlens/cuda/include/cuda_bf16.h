#pragma once
// Programs ask for the names of CUDA's guards.
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

// __nv_bfloat16 and __nv_bfloat162 (CUDA Math API, "Bfloat16 Precision Intrinsics"), on the device
// and the host.

#include "smemlens_half_bits.h"
#include "smemlens_half_functions.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
  SMEMLENS_HALF_MEMBERS(__nv_bfloat16, __nv_bfloat16_raw, smemlens_bfloat_to_float,
                        smemlens_bfloat_from_float)
};
struct __align__(4) __nv_bfloat162 {
  SMEMLENS_PAIR_MEMBERS(__nv_bfloat16, __nv_bfloat162, __nv_bfloat162_raw)
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SMEMLENS_HALF_CONVERSIONS(__nv_bfloat16, bfloat16)
SMEMLENS_PAIR_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

SMEMLENS_FLOAT_OPERATIONS(__nv_bfloat16, __nv_bfloat162)
SMEMLENS_HALF_FMA(__nv_bfloat16, __nv_bfloat162, ".bf16")
SMEMLENS_HALF_ARITHMETIC(__nv_bfloat16)
SMEMLENS_HALF_COMPARISONS(__nv_bfloat16, __nv_bfloat162)
SMEMLENS_HALF_PAIRS(__nv_bfloat16, __nv_bfloat162)

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#if defined(__CUDA__) && defined(__clang__)
SMEMLENS_HALF_MATHS(__nv_bfloat16, __nv_bfloat162)
SMEMLENS_HALF_LANES(__nv_bfloat16, unsigned short)
SMEMLENS_HALF_LANES(__nv_bfloat162, unsigned int)

// There is an instruction for it from sm_90 on; before that, CUDA's own header compares and swaps
// too.
static __device__ SMEMLENS_INLINE __nv_bfloat162 atomicAdd(__nv_bfloat162* address,
                                                           const __nv_bfloat162 value) {
  unsigned int* const word = reinterpret_cast<unsigned int*>(address);
  unsigned int before = *word, assumed;
  do {
    assumed = before;
    const __nv_bfloat162 sum = __builtin_bit_cast(__nv_bfloat162, assumed) + value;
    before = atomicCAS(word, assumed, __builtin_bit_cast(unsigned int, sum));
  } while (before != assumed);
  return __builtin_bit_cast(__nv_bfloat162, before);
}
static __device__ SMEMLENS_INLINE __nv_bfloat16 atomicAdd(__nv_bfloat16* address,
                                                          const __nv_bfloat16 value) {
  const size_t place = reinterpret_cast<size_t>(address);
  unsigned int* const word = reinterpret_cast<unsigned int*>(place & ~size_t{3});
  const unsigned int shift = (place & 2) * 8;
  unsigned int before = *word, assumed;
  do {
    assumed = before;
    const __nv_bfloat16 sum = __nv_bfloat16::of_bits(assumed >> shift & 0xffff) + value;
    const unsigned int updated =
        (assumed & ~(0xffffU << shift)) | static_cast<unsigned int>(sum.bits()) << shift;
    before = atomicCAS(word, assumed, updated);
  } while (before != assumed);
  return __nv_bfloat16::of_bits(before >> shift & 0xffff);
}
#endif
