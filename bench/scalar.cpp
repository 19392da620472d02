#include "bench/scalar.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace smemlens::bench {
namespace {

constexpr std::size_t kThreads = 128;

float as_float(std::uint32_t word) {
  float value = 0;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

std::uint32_t as_word(float value) {
  std::uint32_t word = 0;
  std::memcpy(&word, &value, sizeof(word));
  return word;
}

}  // namespace

void scalar_transpose(Words& out, const Words& in, std::uint32_t n) {
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) out[(x * n) + y] = in[(y * n) + x];
  }
}

void scalar_matmul(Words& out, const Words& in, std::uint32_t n) {
  const std::uint32_t* const second = in.data() + (std::size_t{n} * n);
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k) {
        sum += as_float(in[(y * n) + k]) * as_float(second[(k * n) + x]);
      }
      out[(y * n) + x] = as_word(sum);
    }
  }
}

void scalar_partial(Words& out, const Words& in, std::uint32_t n) {
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::uint32_t* const s = in.data() + (at / 32 * 32);
    std::uint32_t sum = 0;
    if (at % 32 != 31) {
      for (std::uint32_t k = 0; k < n; ++k) sum = (sum * 3) + s[(at + k) % 32];
    }
    out[at] = sum + in[at];
  }
}

void scalar_divergent(Words& out, const Words& in, std::uint32_t n) {
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::uint32_t* const s = in.data() + (at / kThreads * kThreads);
    std::uint32_t x = in[at];
    for (std::uint32_t k = 0; k < n; ++k) {
      if ((x & 4U) != 0) {
        x = (x * 1664525U) + s[x & 127U] + 1013904223U;
      } else {
        x = (x >> 3U) ^ ((s[(at % kThreads) ^ 1U] * 2654435761U) + k);
      }
    }
    out[at] = x;
  }
}

void scalar_wide(Words& out, const Words& in, std::uint32_t n) {
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::uint32_t* const s = in.data() + (at / kThreads * kThreads);
    std::uint64_t x = in[at] + std::uint64_t{1};
    for (std::uint32_t k = 0; k < n; ++k) {
      x ^= x >> 12U;
      x ^= x << 25U;
      x ^= x >> 27U;
      x = (x * 2685821657736338717U) + s[(at + k) & 127U] + 1;
    }
    out[at] = static_cast<std::uint32_t>(x >> 32U);
  }
}

void scalar_atomics(Words& out, const Words& in, std::uint32_t n) {
  for (std::size_t first = 0; first < out.size(); first += kThreads) {
    std::array<std::uint32_t, kThreads> counts{};
    for (std::size_t i = 0; i < kThreads; ++i) {
      std::uint32_t x = in[first + i];
      for (std::uint32_t k = 0; k < n; ++k) {
        x = (x * 1664525U) + 1013904223U;
        ++counts[x >> 25U];
      }
    }
    for (std::size_t i = 0; i < kThreads; ++i) out[first + i] = counts[i];
  }
}

void scalar_scattered(Words& out, const Words& in, std::uint32_t n) {
  std::array<std::uint32_t, 8 * kThreads> s{};
  for (std::size_t first = 0; first < out.size(); first += kThreads) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      s[i] = in[first + (i / 8)] + static_cast<std::uint32_t>(i % 8);
    }
    for (std::size_t i = 0; i < kThreads; ++i) {
      std::uint32_t x = in[first + i];
      for (std::uint32_t k = 0; k < n; ++k) x = (x * 1664525U) + (s[x >> 22U] ^ 1013904223U);
      out[first + i] = x;
    }
  }
}

std::uint64_t calibration_steps(std::uint64_t steps) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < steps; ++i) x = (x * 6364136223846793005U) + i;
  return x;
}

}  // namespace smemlens::bench
