#pragma once

// nvcuda::wmma (CUDA C++ Programming Guide, "Warp Matrix Functions"): fragments of matrices that a
// warp holds together, through clang's builtins, which become PTX's wmma instructions. All types
// and shapes of sm_80 but those of less than a byte (namespace experimental).

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#define __CUDA_MMA_H__  // programs ask for the name of CUDA's include guard

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
// What a lane holds of a matrix.
template <typename Element, typename Storage, int Count>
struct alignas(8) smemlens_elements {
  using element_type = Element;
  using storage_element_type = Storage;
  enum { num_elements = Count, num_storage_elements = Count };
  Storage x[Count];
};

// Defined for the shapes and types that exist.
template <typename Use, int M, int N, int K, typename Element, typename Layout = void>
class fragment;

template <typename Layout>
constexpr int smemlens_is_column = -1;
template <>
constexpr int smemlens_is_column<row_major> = 0;
template <>
constexpr int smemlens_is_column<col_major> = 1;
// The number that clang gives to a pair of layouts.
template <typename LayoutOfA, typename LayoutOfB>
constexpr int smemlens_layouts = 2 * smemlens_is_column<LayoutOfA> + smemlens_is_column<LayoutOfB>;

template <typename Use, int M, int N, int K, typename Element, typename Layout, typename Value>
__device__ SMEMLENS_INLINE void fill_fragment(fragment<Use, M, N, K, Element, Layout>& to,
                                              const Value& value) {
  for (auto& element : to.x) element = value;
}

static __device__ SMEMLENS_INLINE float __float_to_tf32(float value) {
  unsigned int bits;
  __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return __uint_as_float(bits);
}

// A fragment of A or B and how it is loaded. A lane has `count` elements, each `storage`.
#define SMEMLENS_WMMA_INPUT(use, m, n, k, element, storage, count, reg, load)                   \
  template <typename Layout>                                                                    \
  class fragment<use, m, n, k, element, Layout>                                                 \
      : public smemlens_elements<element, storage, count> {};                                   \
  template <typename Layout>                                                                    \
  __device__ SMEMLENS_INLINE void load_matrix_sync(fragment<use, m, n, k, element, Layout>& to, \
                                                   const storage* from, unsigned int stride) {  \
    load(reinterpret_cast<reg*>(to.x), reinterpret_cast<const reg*>(from), stride,              \
         smemlens_is_column<Layout>);                                                           \
  }
// An accumulator, which is loaded and stored in either layout.
#define SMEMLENS_WMMA_SUM(m, n, k, element, count, reg, load, store)                         \
  template <>                                                                                \
  class fragment<accumulator, m, n, k, element>                                              \
      : public smemlens_elements<element, element, count> {};                                \
  static __device__ SMEMLENS_INLINE void load_matrix_sync(                                   \
      fragment<accumulator, m, n, k, element>& to, const element* from, unsigned int stride, \
      layout_t layout) {                                                                     \
    reg* const registers = reinterpret_cast<reg*>(to.x);                                     \
    if (layout == mem_row_major) {                                                           \
      load(registers, reinterpret_cast<const reg*>(from), stride, 0);                        \
    } else {                                                                                 \
      load(registers, reinterpret_cast<const reg*>(from), stride, 1);                        \
    }                                                                                        \
  }                                                                                          \
  static __device__ SMEMLENS_INLINE void store_matrix_sync(                                  \
      element* to, const fragment<accumulator, m, n, k, element>& from, unsigned int stride, \
      layout_t layout) {                                                                     \
    const reg* const registers = reinterpret_cast<const reg*>(from.x);                       \
    if (layout == mem_row_major) {                                                           \
      store(reinterpret_cast<reg*>(to), registers, stride, 0);                               \
    } else {                                                                                 \
      store(reinterpret_cast<reg*>(to), registers, stride, 1);                               \
    }                                                                                        \
  }
// d = a b + c. The last of clang's arguments asks for saturation.
#define SMEMLENS_WMMA_CALL(multiply, input, d_reg, c_reg, satf)                      \
  multiply(reinterpret_cast<d_reg*>(d.x), reinterpret_cast<const input*>(a.x),       \
           reinterpret_cast<const input*>(b.x), reinterpret_cast<const c_reg*>(c.x), \
           smemlens_layouts<LayoutOfA, LayoutOfB>, satf)
#define SMEMLENS_WMMA_MULTIPLY_HEAD(m, n, k, element, to, from) \
  template <typename LayoutOfA, typename LayoutOfB>                              \
  __device__ SMEMLENS_INLINE void mma_sync(                                      \
      fragment<accumulator, m, n, k, to>& d,                                     \
      const fragment<matrix_a, m, n, k, element, LayoutOfA>& a,                  \
      const fragment<matrix_b, m, n, k, element, LayoutOfB>& b,                  \
      const fragment<accumulator, m, n, k, from>& c
#define SMEMLENS_WMMA_MULTIPLY(m, n, k, element, input, to, d_reg, from, c_reg, multiply) \
  SMEMLENS_WMMA_MULTIPLY_HEAD(m, n, k, element, to, from)) {                              \
    SMEMLENS_WMMA_CALL(multiply, input, d_reg, c_reg, 0);                                 \
  }
#define SMEMLENS_WMMA_MULTIPLY_INTEGERS(m, n, k, element, multiply)                 \
  SMEMLENS_WMMA_MULTIPLY_HEAD(m, n, k, element, int, int), bool saturate = false) { \
    if (saturate) {                                                                 \
      SMEMLENS_WMMA_CALL(multiply, int, int, int, 1);                               \
    } else {                                                                        \
      SMEMLENS_WMMA_CALL(multiply, int, int, int, 0);                               \
    }                                                                               \
  }

// 16 × 16 × 16 and its kin: what a lane holds of A and B depends on the shape, except of halves.
#define SMEMLENS_WMMA_HALF(name, m, n, k)                                                         \
  SMEMLENS_WMMA_INPUT(matrix_a, m, n, k, __half, __half, 16, int, __hmma_##name##_ld_a)           \
  SMEMLENS_WMMA_INPUT(matrix_b, m, n, k, __half, __half, 16, int, __hmma_##name##_ld_b)           \
  SMEMLENS_WMMA_SUM(m, n, k, __half, 8, int, __hmma_##name##_ld_c_f16, __hmma_##name##_st_c_f16)  \
  SMEMLENS_WMMA_SUM(m, n, k, float, 8, float, __hmma_##name##_ld_c_f32, __hmma_##name##_st_c_f32) \
  SMEMLENS_WMMA_MULTIPLY(m, n, k, __half, int, __half, int, __half, int,                          \
                         __hmma_##name##_mma_f16f16)                                              \
  SMEMLENS_WMMA_MULTIPLY(m, n, k, __half, int, __half, int, float, float,                         \
                         __hmma_##name##_mma_f16f32)                                              \
  SMEMLENS_WMMA_MULTIPLY(m, n, k, __half, int, float, float, __half, int,                         \
                         __hmma_##name##_mma_f32f16)                                              \
  SMEMLENS_WMMA_MULTIPLY(m, n, k, __half, int, float, float, float, float,                        \
                         __hmma_##name##_mma_f32f32)
#define SMEMLENS_WMMA_BFLOAT(name, m, n, k, of_a, of_b)                           \
  SMEMLENS_WMMA_INPUT(matrix_a, m, n, k, __nv_bfloat16, __nv_bfloat16, of_a, int, \
                      __mma_bf16_##name##_ld_a)                                   \
  SMEMLENS_WMMA_INPUT(matrix_b, m, n, k, __nv_bfloat16, __nv_bfloat16, of_b, int, \
                      __mma_bf16_##name##_ld_b)                                   \
  SMEMLENS_WMMA_MULTIPLY(m, n, k, __nv_bfloat16, int, float, float, float, float, \
                         __mma_bf16_##name##_mma_f32)
#define SMEMLENS_WMMA_BYTES(name, m, n, k, of_a, of_b, element, type)                              \
  SMEMLENS_WMMA_INPUT(matrix_a, m, n, k, element, element, of_a, int, __imma_##name##_ld_a_##type) \
  SMEMLENS_WMMA_INPUT(matrix_b, m, n, k, element, element, of_b, int, __imma_##name##_ld_b_##type) \
  SMEMLENS_WMMA_MULTIPLY_INTEGERS(m, n, k, element, __imma_##name##_mma_##type)
#define SMEMLENS_WMMA_SHAPE(name, m, n, k, of_a, of_b)                                    \
  SMEMLENS_WMMA_HALF(name, m, n, k)                                                       \
  SMEMLENS_WMMA_BFLOAT(name, m, n, k, of_a, of_b)                                         \
  SMEMLENS_WMMA_SUM(m, n, k, int, 8, int, __imma_##name##_ld_c, __imma_##name##_st_c_i32) \
  SMEMLENS_WMMA_BYTES(name, m, n, k, of_a, of_b, signed char, s8)                         \
  SMEMLENS_WMMA_BYTES(name, m, n, k, of_a, of_b, unsigned char, u8)
SMEMLENS_WMMA_SHAPE(m16n16k16, 16, 16, 16, 8, 8)
SMEMLENS_WMMA_SHAPE(m8n32k16, 8, 32, 16, 4, 16)
SMEMLENS_WMMA_SHAPE(m32n8k16, 32, 8, 16, 16, 4)

SMEMLENS_WMMA_INPUT(matrix_a, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_a)
SMEMLENS_WMMA_INPUT(matrix_b, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_b)
SMEMLENS_WMMA_SUM(16, 16, 8, float, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
SMEMLENS_WMMA_MULTIPLY(16, 16, 8, precision::tf32, int, float, float, float, float,
                       __mma_tf32_m16n16k8_mma_f32)

SMEMLENS_WMMA_INPUT(matrix_a, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_a)
SMEMLENS_WMMA_INPUT(matrix_b, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_b)
SMEMLENS_WMMA_SUM(8, 8, 4, double, 2, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
SMEMLENS_WMMA_MULTIPLY(8, 8, 4, double, double, double, double, double, double,
                       __dmma_m8n8k4_mma_f64)

#undef SMEMLENS_WMMA_SHAPE
#undef SMEMLENS_WMMA_BYTES
#undef SMEMLENS_WMMA_BFLOAT
#undef SMEMLENS_WMMA_HALF
#undef SMEMLENS_WMMA_MULTIPLY_INTEGERS
#undef SMEMLENS_WMMA_MULTIPLY
#undef SMEMLENS_WMMA_MULTIPLY_HEAD
#undef SMEMLENS_WMMA_CALL
#undef SMEMLENS_WMMA_SUM
#undef SMEMLENS_WMMA_INPUT

}  // namespace wmma
}  // namespace nvcuda
