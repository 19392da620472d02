#pragma once

// Where a source indexes a shared array, and whether that is all it does with it.
//
//   tile[y][x] = in[i]; sum += tile[x][y];     two uses, of two subscripts each
//   load(&tile[0][0]), copy(tile)              refused: its layout is somebody else's business
//   float& first = tile[0][0]                  refused: see element_hold.h
//
// Strict: whatever isn't plainly one element of the array is a reason to leave the source alone.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct ArrayUse {
  std::size_t name_token = 0;
  std::vector<TokenRange> subscripts;  // what stands between the brackets, one a dimension
};

// All uses of `array`, which `file` declares. An error says what stands in the way, with its place.
//   files   all of the program: a macro of any of them may name the array
Expected<std::vector<ArrayUse>> uses_of(const CodeFile& file, const SharedArrayCode& array,
                                        std::span<const std::unique_ptr<CodeFile>> files);

// Whether evaluating the tokens twice is the same as once: no assignment, no call.
bool is_pure(const CodeFile& file, TokenRange range);

// Whether the tokens stay one operand next to any other operator: a name, a number, a member.
bool is_primary(const CodeFile& file, TokenRange range);

}  // namespace smemlens::source
