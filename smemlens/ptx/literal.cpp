#include "smemlens/ptx/literal.h"

#include <bit>
#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"

namespace smemlens::ptx {
namespace {

constexpr std::uint64_t kSignOfFloat = std::uint64_t{1} << 31U;
constexpr std::uint64_t kSignOfDouble = std::uint64_t{1} << 63U;

std::uint64_t bits_of_float32(std::uint64_t bits, Type type) {
  if (type != Type::kF64) return bits;
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<std::uint64_t>(static_cast<double>(value));
}

std::uint64_t bits_of_float64(std::uint64_t bits, Type type) {
  if (type != Type::kF32) return bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
}

}  // namespace

bool is_number(const Token& token) {
  return token.kind == TokenKind::kInteger || token.kind == TokenKind::kFloat32 ||
         token.kind == TokenKind::kFloat64;
}

std::optional<std::uint64_t> bits_of_number(const Token& token, Type type, bool is_negative) {
  const bool needs_float = type == Type::kF32 || type == Type::kF64;
  const bool may_be_float = needs_float || type == Type::kNone;  // createpolicy's fraction
  if (token.kind == TokenKind::kInteger) {
    if (token.is_too_large || needs_float) return std::nullopt;
    return is_negative ? 0 - token.value : token.value;
  }
  if (token.kind == TokenKind::kFloat32) {
    return bits_of_float32(token.value ^ (is_negative ? kSignOfFloat : 0), type);
  }
  if (token.kind != TokenKind::kFloat64) return std::nullopt;
  const bool is_hexadecimal = token.text.starts_with("0d") || token.text.starts_with("0D");
  if (!is_hexadecimal && !may_be_float) return std::nullopt;
  return bits_of_float64(token.value ^ (is_negative ? kSignOfDouble : 0), type);
}

}  // namespace smemlens::ptx
