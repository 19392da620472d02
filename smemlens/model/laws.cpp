#include "smemlens/model/laws.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>

#include "smemlens/base/rounding.h"

namespace smemlens {

std::uint32_t stride_wavefronts(std::uint32_t lanes, std::uint32_t banks,
                                std::uint32_t stride_words) {
  if (stride_words == 0) return 1;
  const std::uint32_t gcd = std::gcd(stride_words, banks);
  return divided_up(lanes * gcd, banks);
}

std::uint32_t wide_stride_wavefronts(std::uint32_t bytes_per_lane, std::uint32_t stride_elements) {
  assert((bytes_per_lane == 8 || bytes_per_lane == 16) && stride_elements > 0);
  const std::uint32_t phases = bytes_per_lane / 4;
  return phases * std::gcd(stride_elements, 32 / phases);
}

Bounds subword_stride_wavefronts(std::uint32_t stride_bytes) {
  if (stride_bytes <= 4) return {1, 1};
  if (stride_bytes % 4 == 0) {
    const std::uint32_t wavefronts = std::gcd(stride_bytes / 4, 32U);
    return {wavefronts, wavefronts};
  }
  return {1, stride_bytes % 2 == 0 ? 2U : 4U};
}

bool block_is_conflict_free(std::uint32_t width, std::uint32_t row_words) {
  assert(row_words >= width);
  return row_words % width == 0 && row_words / width % 2 == 1;
}

bool transposed_block_is_conflict_free(std::uint32_t width, std::uint32_t row_words) {
  return block_is_conflict_free(32 / width, row_words);
}

std::uint32_t xor_column_wavefronts(std::uint32_t bits) {
  assert(bits <= 5);
  return 1U << (5 - bits);
}

std::uint32_t padded_stride_wavefronts(std::uint32_t log2_stride) {
  return log2_stride <= 5 ? 1 : std::min(1U << (log2_stride - 5), 32U);
}

std::uint32_t pad_period_elements(std::uint32_t element_bytes) {
  assert(element_bytes > 0 && element_bytes <= 128 && 128 % element_bytes == 0);
  return 128 / element_bytes;
}

std::uint32_t triangular_wavefronts() {
  return 1;
}

std::uint32_t antidiagonal_wavefronts(std::uint32_t row_words) {
  return stride_wavefronts(32, 32, row_words - 1);
}

}  // namespace smemlens
