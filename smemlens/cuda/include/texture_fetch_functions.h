#pragma once

// Fetches from texture objects (CUDA C++ Programming Guide, "Texture Object API"), in the
// instructions that nvcc uses for them. Cube maps, levels, gradients and gathers are not there.

#include "cuda_runtime_api.h"
#include "vector_types.h"

#if defined(__CUDA__) && defined(__clang__)

// What a fetch of T gives: T's components, each by a cast.
template <typename T>
struct smemlens_texel {
  using component = T;
  template <typename Word>
  static __device__ SMEMLENS_INLINE T of(const Word* words) {
    return static_cast<T>(words[0]);
  }
};
#define SMEMLENS_TEXELS(scalar, vector)                                      \
  template <>                                                                \
  struct smemlens_texel<vector##1> {                                         \
    using component = scalar;                                                \
    template <typename Word>                                                 \
    static __device__ SMEMLENS_INLINE vector##1 of(const Word* words) {      \
      return {static_cast<scalar>(words[0])};                                \
    }                                                                        \
  };                                                                         \
  template <>                                                                \
  struct smemlens_texel<vector##2> {                                         \
    using component = scalar;                                                \
    template <typename Word>                                                 \
    static __device__ SMEMLENS_INLINE vector##2 of(const Word* words) {      \
      return {static_cast<scalar>(words[0]), static_cast<scalar>(words[1])}; \
    }                                                                        \
  };                                                                         \
  template <>                                                                \
  struct smemlens_texel<vector##4> {                                         \
    using component = scalar;                                                \
    template <typename Word>                                                 \
    static __device__ SMEMLENS_INLINE vector##4 of(const Word* words) {      \
      return {static_cast<scalar>(words[0]), static_cast<scalar>(words[1]),  \
              static_cast<scalar>(words[2]), static_cast<scalar>(words[3])}; \
    }                                                                        \
  };
SMEMLENS_TEXELS(signed char, char)
SMEMLENS_TEXELS(unsigned char, uchar)
SMEMLENS_TEXELS(short, short)
SMEMLENS_TEXELS(unsigned short, ushort)
SMEMLENS_TEXELS(int, int)
SMEMLENS_TEXELS(unsigned int, uint)
SMEMLENS_TEXELS(float, float)
#undef SMEMLENS_TEXELS

// One function a kind of coordinates; the component's type chooses the instruction's.
#define SMEMLENS_FETCH_AS(word, letter, type, geometry, place, ...)                           \
  {                                                                                           \
    word words[4];                                                                            \
    __asm__ volatile("tex." geometry ".v4." type " {%0, %1, %2, %3}, [%4, " place "];"        \
                     : letter(words[0]), letter(words[1]), letter(words[2]), letter(words[3]) \
                     : "l"(object), __VA_ARGS__);                                             \
    return smemlens_texel<T>::of(words);                                                      \
  }
#define SMEMLENS_FETCH(name, parameters, geometry, coordinate, place, ...)                   \
  template <typename T>                                                                      \
  __device__ SMEMLENS_INLINE T name(cudaTextureObject_t object, parameters) {                \
    using Component = typename smemlens_texel<T>::component;                                 \
    if constexpr (__is_same(Component, float)) {                                             \
      SMEMLENS_FETCH_AS(float, "=f", "f32." coordinate, geometry, place, __VA_ARGS__)        \
    } else if constexpr (static_cast<Component>(-1) < static_cast<Component>(0)) {           \
      SMEMLENS_FETCH_AS(int, "=r", "s32." coordinate, geometry, place, __VA_ARGS__)          \
    } else {                                                                                 \
      SMEMLENS_FETCH_AS(unsigned int, "=r", "u32." coordinate, geometry, place, __VA_ARGS__) \
    }                                                                                        \
  }
#define SMEMLENS_COMMA ,
SMEMLENS_FETCH(tex1Dfetch, int x, "1d", "s32", "{%5}", "r"(x))
SMEMLENS_FETCH(tex1D, float x, "1d", "f32", "{%5}", "f"(x))
SMEMLENS_FETCH(tex2D, float x SMEMLENS_COMMA float y, "2d", "f32", "{%5, %6}", "f"(x), "f"(y))
SMEMLENS_FETCH(tex3D, float x SMEMLENS_COMMA float y SMEMLENS_COMMA float z, "3d", "f32",
               "{%5, %6, %7, %7}", "f"(x), "f"(y), "f"(z))
SMEMLENS_FETCH(tex1DLayered, float x SMEMLENS_COMMA int layer, "a1d", "f32", "{%5, %6}", "r"(layer),
               "f"(x))
SMEMLENS_FETCH(tex2DLayered, float x SMEMLENS_COMMA float y SMEMLENS_COMMA int layer, "a2d", "f32",
               "{%5, %6, %7, %7}", "r"(layer), "f"(x), "f"(y))
#undef SMEMLENS_COMMA
#undef SMEMLENS_FETCH
#undef SMEMLENS_FETCH_AS

// CUDA's other form: the result by a pointer.
#define SMEMLENS_FETCH_INTO(name)                                                                  \
  template <typename T, typename... Coordinates>                                                   \
  __device__ SMEMLENS_INLINE void name(T* result, cudaTextureObject_t object, Coordinates... at) { \
    *result = name<T>(object, at...);                                                              \
  }
SMEMLENS_FETCH_INTO(tex1Dfetch)
SMEMLENS_FETCH_INTO(tex1D)
SMEMLENS_FETCH_INTO(tex2D)
SMEMLENS_FETCH_INTO(tex3D)
SMEMLENS_FETCH_INTO(tex1DLayered)
SMEMLENS_FETCH_INTO(tex2DLayered)
#undef SMEMLENS_FETCH_INTO

#endif
