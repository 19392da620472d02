#include "smemlens/cli/buffer_argument.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/files.h"

namespace smemlens::cli {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U;

Diagnostic bad_argument(const std::string& text, const std::string& why) {
  return {.code = "kernel-argument",
          .message = "--arg '" + text + "': " + why,
          .hint = "see 'smemlens launch --help' for the forms of an argument"};
}

// Decimal or 0x…; the whole text must be the number.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The whole text must be the number; one that only rounds to infinity is none.
std::optional<double> parse_double(const std::string& text, std::size_t bytes) {
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
  if (std::isinf(value) && errno == ERANGE) return std::nullopt;
  if (bytes == 4 && std::isfinite(value) && std::isinf(static_cast<float>(value))) {
    return std::nullopt;
  }
  return value;
}

Bytes little_endian(std::uint64_t bits, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
  return bytes;
}

struct ScalarType {
  std::string_view name;
  std::size_t bytes;
  char kind;  // 'i' signed, 'u' unsigned, 'f' floating
};

constexpr ScalarType kScalarTypes[] = {
    {"i8",  1, 'i'},
    {"i16", 2, 'i'},
    {"i32", 4, 'i'},
    {"i64", 8, 'i'},
    {"u8",  1, 'u'},
    {"u16", 2, 'u'},
    {"u32", 4, 'u'},
    {"u64", 8, 'u'},
    {"f32", 4, 'f'},
    {"f64", 8, 'f'},
};

const ScalarType* find_scalar(std::string_view name) {
  const auto* found = std::ranges::find(kScalarTypes, name, &ScalarType::name);
  return found == std::end(kScalarTypes) ? nullptr : found;
}

Bytes floating_bytes(double value, std::size_t size) {
  if (size == 8) return little_endian(std::bit_cast<std::uint64_t>(value), 8);
  return little_endian(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
}

// The value's bytes, or nullopt if the text is no such number or does not fit.
std::optional<Bytes> scalar_bytes(const ScalarType& type, const std::string& text) {
  if (type.kind == 'f') {
    const auto value = parse_double(text, type.bytes);
    if (!value) return std::nullopt;
    return floating_bytes(*value, type.bytes);
  }
  const bool is_negative = type.kind == 'i' && text.starts_with('-');
  const auto magnitude = parse_unsigned(std::string_view(text).substr(is_negative ? 1 : 0));
  if (!magnitude) return std::nullopt;
  const unsigned bits = static_cast<unsigned>(type.bytes) * 8;
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> (64U - bits);
  // Bit patterns are welcome (i32:0xffffffff); what needs more bits is not.
  if (*magnitude > (is_negative ? (most / 2) + 1 : most)) return std::nullopt;
  return little_endian(is_negative ? ~*magnitude + 1 : *magnitude, type.bytes);
}

std::optional<Bytes> hex_bytes(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  Bytes bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::string_view pair = text.substr(2 * i, 2);
    const auto [end, problem] =
        std::from_chars(pair.data(), pair.data() + pair.size(), bytes[i], 16);
    if (problem != std::errc{} || end != pair.data() + pair.size()) return std::nullopt;
  }
  return bytes;
}

// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same bytes everywhere.
Bytes random_bytes(std::uint64_t size, std::uint64_t seed) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    seed += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    mixed ^= mixed >> 31U;
    for (std::size_t k = 0; k < 8 && i + k < bytes.size(); ++k) {
      bytes[i + k] = static_cast<std::uint8_t>(mixed >> (8 * k));
    }
  }
  return bytes;
}

std::pair<std::string, std::string> split_at_colon(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::optional<std::uint64_t> parse_size(const std::string& text) {
  const auto size = parse_unsigned(text);
  return size && *size <= kMostBytes ? size : std::nullopt;
}

std::optional<Bytes> parse_random(const std::string& value) {
  const auto [size_text, seed_text] = split_at_colon(value);
  const auto size = parse_size(size_text);
  const auto seed = seed_text.empty() ? std::optional<std::uint64_t>(0) : parse_unsigned(seed_text);
  if (!size || !seed) return std::nullopt;
  return random_bytes(*size, *seed);
}

std::optional<Bytes> parse_iota(const std::string& value) {
  const auto [type_name, count_text] = split_at_colon(value);
  const ScalarType* type = find_scalar(type_name);
  const auto count = parse_size(count_text);
  if (type == nullptr || !count || *count > kMostBytes / type->bytes) return std::nullopt;
  Bytes bytes;
  bytes.reserve(*count * type->bytes);
  for (std::uint64_t i = 0; i < *count; ++i) {
    const Bytes element = type->kind == 'f' ? floating_bytes(static_cast<double>(i), type->bytes)
                                            : little_endian(i, type->bytes);
    bytes.insert(bytes.end(), element.begin(), element.end());
  }
  return bytes;
}

std::optional<Bytes> parse_zeros(const std::string& value) {
  const auto size = parse_size(value);
  if (!size) return std::nullopt;
  return Bytes(*size);
}

std::optional<Bytes> parse_hex(const std::string& value) {
  return hex_bytes(value);
}

struct BytesForm {
  std::string_view name;
  bool is_buffer;
  std::optional<Bytes> (*parse)(const std::string& value);
  std::string_view shape;
};

constexpr BytesForm kForms[] = {
    {"zeros",  true,  parse_zeros,  "zeros:BYTES, at most 4 GiB"             },
    {"random", true,  parse_random, "random:BYTES or random:BYTES:SEED"      },
    {"iota",   true,  parse_iota,   "iota:TYPE:COUNT, e.g. iota:f32:1024"    },
    {"hex",    true,  parse_hex,    "hex: and an even number of hex digits"  },
    {"bytes",  false, parse_hex,    "bytes: and an even number of hex digits"},
};

Expected<KernelArgument> parse_form(const BytesForm& form, const std::string& text,
                                    const std::string& value) {
  auto bytes = form.parse(value);
  if (!bytes) return tl::unexpected(bad_argument(text, "expected " + std::string(form.shape)));
  return KernelArgument{.is_buffer = form.is_buffer, .bytes = std::move(*bytes)};
}

}  // namespace

Expected<KernelArgument> parse_kernel_argument(const std::string& text) {
  const auto [name, value] = split_at_colon(text);
  if (const ScalarType* type = find_scalar(name)) {
    auto bytes = scalar_bytes(*type, value);
    if (!bytes) {
      return tl::unexpected(bad_argument(text, "'" + value + "' is no number that fits " + name));
    }
    return KernelArgument{.bytes = std::move(*bytes),
                          .kind = type->kind == 'f' ? ScalarKind::kFloat : ScalarKind::kInteger};
  }
  if (name == "file") {
    auto content = read_file(value);
    if (!content) return tl::unexpected(content.error());
    return KernelArgument{.is_buffer = true, .bytes = Bytes(content->begin(), content->end())};
  }
  for (const BytesForm& form : kForms) {
    if (form.name == name) return parse_form(form, text, value);
  }
  return tl::unexpected(bad_argument(text, "there is no kind '" + name + "'"));
}

}  // namespace smemlens::cli
