#include "tests/simt/tensor_numbers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>

namespace smemlens::simt {
namespace {

// A floating-point format of at most 32 bits.
struct Format {
  int exponent_bits;
  int fraction_bits;
};

constexpr Format format_of(std::string_view type) {
  if (type == "f16") return {5, 10};
  if (type == "bf16") return {8, 7};
  if (type == "e4m3") return {4, 3};
  if (type == "e5m2") return {5, 2};
  return {8, 23};  // f32; tf32 is the same with fraction bits that don't count
}

bool is_integer(std::string_view type) {
  return type[0] == 's' || type[0] == 'u' || type == "b1";
}

}  // namespace

std::uint64_t encoded_number(std::string_view type, double value) {
  if (type == "f64") return std::bit_cast<std::uint64_t>(value);
  if (is_integer(type)) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  const Format format = format_of(type);
  if (value == 0) return 0;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);  // 0.5 … 1
  const auto bits = static_cast<std::uint64_t>(std::ldexp(fraction, format.fraction_bits + 1)) &
                    ((1ULL << format.fraction_bits) - 1);
  const auto scale = static_cast<std::uint64_t>(exponent - 1 + bias) << format.fraction_bits;
  const std::uint64_t sign = value < 0 ? 1ULL << (format.exponent_bits + format.fraction_bits) : 0;
  return sign | scale | bits;
}

double decoded_number(std::string_view type, std::uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "s32") return static_cast<std::int32_t>(bits);
  if (type == "f32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const int exponent = static_cast<int>(bits >> 10 & 31);  // f16
  const auto fraction = static_cast<double>(bits & 1023);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

unsigned bit_width_of(std::string_view type) {
  if (type == "f64") return 64;
  if (type == "f32" || type == "s32" || type == "tf32") return 32;
  if (type == "f16" || type == "bf16") return 16;
  if (type == "s4" || type == "u4") return 4;
  return type == "b1" ? 1 : 8;
}

double random_value(std::string_view type, std::mt19937& random) {
  const auto below = [&random](unsigned n) { return static_cast<int>(random() % n); };
  if (type == "b1") return below(2);
  if (type == "u4") return below(16);
  if (type == "s4") return below(16) - 8;
  if (type == "u8") return below(256);
  if (type == "s8") return below(256) - 128;
  if (type == "s32") return below(2000001) - 1000000;
  if (type == "f16" || type == "f32" || type == "f64") return (below(33) - 16) * 0.5;
  return (below(17) - 8) * 0.5;  // bf16, tf32, e4m3, e5m2
}

}  // namespace smemlens::simt
