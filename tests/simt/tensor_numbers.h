#pragma once

// Matrix elements as numbers and as bits, by the name of their PTX type; written apart from the
// executor's conversions.

#include <cstdint>
#include <random>
#include <string_view>

namespace smemlens::simt {

// Bits of a value that the type holds exactly.
std::uint64_t encoded_number(std::string_view type, double value);
double decoded_number(std::string_view type, std::uint64_t bits);  // f64, f32, f16, s32
unsigned bit_width_of(std::string_view type);

// Small enough that every sum is exact in every type of an accumulator.
double random_value(std::string_view type, std::mt19937& random);

}  // namespace smemlens::simt
