#pragma once

// Where a source indexes a shared array, and whether that is all it does with it.
//
//   tile[y][x] = in[i]; sum += tile[x][y];     two uses, of two subscripts each
//   *(float4*)&tile[y][4 * x] = v          a use, of a vector
//   load(&tile[0][0]), copy(tile)              refused: its layout is somebody else's business
//   float& first = tile[0][0]                  refused: see element_hold.h
//
// Macros are expanded to see what they do with it (macros.h).
//
// Strict: whatever isn't plainly one element of the array is a reason to leave the source alone.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct ArrayUse {
  std::size_t name_token = 0;
  std::vector<TokenRange> subscripts;  // what stands between the brackets, one a dimension
  // Nothing of it can be written anew, only the declaration: it comes from a macro, whose text is
  // not the file's, or one of its indices has a macro that isn't one operand.
  bool is_fixed = false;
  bool may_change_order = true;    // of its indices: see index_order.h
  std::uint32_t vector_bytes = 0;  // of a vector that begins there: see element_hold.h
};

// What an index must stay below, by axis, and what a number of the source is worth.
struct IndexLimits {
  const Constants& constants;
  const std::vector<std::uint32_t>& sizes;
};

// All uses of `array`, which `file` declares. An error says what stands in the way, with its place.
//   files   all of the program: a macro of any of them may name the array
Expected<std::vector<ArrayUse>> uses_of(const CodeFile& file, const SharedArrayCode& array,
                                        std::span<const std::unique_ptr<CodeFile>> files);

// An index that is a number, whatever the program is compiled with, and lies past its dimension:
// tile[0][40] of rows of 32 walks into the next row. None: no such index is to be seen.
std::optional<Diagnostic> index_past_end(const CodeFile& file, const SharedArrayCode& array,
                                         const std::vector<ArrayUse>& uses,
                                         const IndexLimits& limits);

// Whether evaluating the tokens twice is the same as once: no assignment, no call.
bool is_pure(const CodeFile& file, TokenRange range);

// Whether the tokens stay one operand next to any other operator: a name, a number, a member.
bool is_primary(const CodeFile& file, TokenRange range);

}  // namespace smemlens::source
