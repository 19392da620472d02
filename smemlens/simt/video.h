#pragma once

// How a video instruction's modifiers go to its compute function, as Operation::immediate. Its
// operands are whole words by then: decode_video.cpp puts the selected parts in place first.

#include <cstdint>

namespace smemlens::simt {

enum class VideoSecond : std::uint8_t { kMerge, kAdd, kMin, kMax };
enum class VideoComparison : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual
};

struct VideoForm {
  bool is_result_signed = false;
  bool is_a_signed = false;
  bool is_b_signed = false;
  bool saturates = false;
  VideoSecond second = VideoSecond::kMerge;
  VideoComparison comparison = VideoComparison::kEqual;
  bool wraps = false;  // vshl, vshr
  // Bytes of the result that are new; the others are those of c. A scalar instruction's are one
  // stretch; SIMD: those of the selected parts.
  std::uint8_t new_bytes = 0xf;
  // vmad
  bool negates_product = false;
  bool negates_addend = false;
  bool adds_one = false;
  std::uint8_t scale = 0;  // 0, 7 or 15
};

constexpr std::uint32_t encoded(const VideoForm& form) {
  return (form.is_result_signed ? 1U : 0U) | (form.is_a_signed ? 2U : 0U) |
         (form.is_b_signed ? 4U : 0U) | (form.saturates ? 8U : 0U) |
         static_cast<std::uint32_t>(form.second) << 4U |
         static_cast<std::uint32_t>(form.comparison) << 6U | (form.wraps ? 1U << 9U : 0U) |
         std::uint32_t{form.new_bytes} << 10U | (form.negates_product ? 1U << 14U : 0U) |
         (form.negates_addend ? 1U << 15U : 0U) | (form.adds_one ? 1U << 16U : 0U) |
         std::uint32_t{form.scale} << 17U;
}

constexpr VideoForm decoded_form(std::uint32_t bits) {
  const auto has = [bits](unsigned bit) { return (bits >> bit & 1U) != 0; };
  return {.is_result_signed = has(0),
          .is_a_signed = has(1),
          .is_b_signed = has(2),
          .saturates = has(3),
          .second = static_cast<VideoSecond>(bits >> 4U & 3U),
          .comparison = static_cast<VideoComparison>(bits >> 6U & 7U),
          .wraps = has(9),
          .new_bytes = static_cast<std::uint8_t>(bits >> 10U & 15U),
          .negates_product = has(14),
          .negates_addend = has(15),
          .adds_one = has(16),
          .scale = static_cast<std::uint8_t>(bits >> 17U & 15U)};
}

}  // namespace smemlens::simt
