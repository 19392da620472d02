#include "smemlens/source/row_length.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/source/array_uses.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

// A name or a number beside a `*`, last ones first: in `rows * kPitch` the second is a row's
// length.
std::uint32_t factor_of(const RowSearch& search, TokenRange range) {
  const auto& tokens = search.file.tokens;
  const auto length = [&](std::size_t at) -> std::uint32_t {
    if (at < range.begin || at >= range.end) return 0;
    const bool is_operand = tokens[at].is_name() || tokens[at].kind == CodeTokenKind::kNumber;
    const auto value =
        is_operand ? search.constants.value_of(tokens[at].text, search.own) : std::nullopt;
    const bool fits =
        value && *value > 1 && *value < search.elements && search.elements % *value == 0;
    return fits ? static_cast<std::uint32_t>(*value) : 0;
  };
  for (std::size_t i = range.end; i-- > range.begin;) {
    if (!tokens[i].is("*")) continue;
    if (const std::uint32_t right = length(i + 1); right != 0) return right;
    if (i == range.begin) continue;
    if (const std::uint32_t left = length(i - 1); left != 0) return left;
  }
  return 0;
}

}  // namespace

std::uint32_t row_length_of(const RowSearch& search, const SharedArrayCode& array,
                            const std::vector<ArrayUse>& uses) {
  if (array.dimensions.size() != 1) return 0;
  if (const std::uint32_t declared = factor_of(search, array.dimensions[0]); declared != 0)
    return declared;
  for (const ArrayUse& use : uses) {
    if (use.is_fixed) continue;  // its tokens may be of an expanded macro
    if (const std::uint32_t length = factor_of(search, use.subscripts[0]); length != 0)
      return length;
  }
  return 0;
}

}  // namespace smemlens::source
