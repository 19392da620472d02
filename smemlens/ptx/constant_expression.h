#pragma once

// Integer constant expressions (PTX ISA "Constant Expressions"), which may stand wherever an
// integer may: as operands, offsets, array sizes and initial values.
//
//   mov.u32 %r1, (1 << 4) | 3;    ld.shared.f32 %f1, [%r2+4*33];    .shared .b8 tile[32*33*4];

#include <cstdint>
#include <optional>

#include "smemlens/ptx/cursor.h"

namespace smemlens::ptx {

// Whether the token in hand can begin one: a number that fits 64 bits, '(' or '~'.
bool begins_constant(const Cursor& cursor);

// Its value, modulo 2^64; nothing, with a report, if it isn't one or divides by zero.
//   is_negative  a '-' was taken before the token in hand
std::optional<std::uint64_t> parse_constant(Cursor& cursor, bool is_negative = false);

// The same up to a '+' or '-' outside parentheses: what an offset's sign belongs to.
std::optional<std::uint64_t> parse_constant_term(Cursor& cursor);

}  // namespace smemlens::ptx
