#pragma once

// The value of a number token as a type stores it.

#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"

namespace smemlens::ptx {

bool is_number(const Token& token);

// Integers sign-extended to 64 bits; floats as the type's bits, zero-extended.
//   is_negative  a '-' stands before the token
// returns        nothing if the number has no meaning in that type: an integer for .f32, 1.5 for
//                .u32, more than 64 bits. Hexadecimal floats stand for their bits in untyped
//                places.
std::optional<std::uint64_t> bits_of_number(const Token& token, Type type, bool is_negative);

}  // namespace smemlens::ptx
