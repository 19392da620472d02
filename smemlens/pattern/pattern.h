#pragma once

// The little language that users type: declared arrays and indexed accesses, as in CUDA C++.
//
//   float s[32][33]; s[lane][0] = 1
//     arrays    [0] s: float, 32 × 33, bytes 0 … 4223
//     accesses  [0] store, 4 bytes, array 0, subscripts lane and 0
//
// The notation for users: docs/patterns.md.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/expression.h"

namespace smemlens {

// One pair of brackets of a declaration.
struct Dimension {
  std::uint32_t size = 0;
  SourceSpan span;  // the size expression, without the brackets

  bool operator==(const Dimension&) const = default;
};

// A shared array; one with no dimension is a single variable.
struct SharedArray {
  std::string name;
  TypeIndex type;
  std::vector<Dimension> dimensions;
  std::uint32_t alignment = 1;
  std::uint32_t offset_bytes = 0;  // placed after the one before, at its own alignment
  std::uint32_t bytes = 0;
  SourceSpan name_span;

  bool operator==(const SharedArray&) const = default;
};

// A further index that moves an address by `stride_bytes`: of a member array, or of a cast pointer.
struct ScaledIndex {
  ExpressionIndex index;
  std::uint32_t stride_bytes = 0;
  std::uint32_t bound = 0;  // the index must be below it; 0: only the array's end bounds it

  bool operator==(const ScaledIndex&) const = default;
};

// What an access names: element `subscripts` of the array, then `offset_bytes` and the further
// indices within. Dimensions without a subscript are at 0.
struct Place {
  std::uint32_t array = 0;
  std::vector<ExpressionIndex> subscripts;
  std::vector<ScaledIndex> further;
  std::uint32_t offset_bytes = 0;
  TypeIndex type;
  SourceSpan span;

  bool operator==(const Place&) const = default;
};

// One shared-memory instruction of the pattern. `s[i] += 1` is two: a load and a store.
struct Access {
  Operation operation = Operation::kLoad;
  std::uint8_t bytes = 4;     // a lane
  std::uint8_t matrices = 0;  // of ldmatrix and stmatrix
  Place place;
  std::vector<ExpressionIndex> guards;  // a lane is active if all of them hold
  SourceSpan span;                      // the statement as it was typed

  bool operator==(const Access&) const = default;
};

struct Pattern {
  SourceText source;
  std::vector<ElementType> types;
  std::vector<SharedArray> arrays;
  std::vector<Access> accesses;  // never empty
  std::vector<Expression> expressions;
  std::vector<std::string> bound_names;  // names that --let must bind, in order of appearance
  std::vector<Diagnostic> notes;         // what was read but is not counted
};

// Longer texts are refused: all that follows is bounded by the text's length.
inline constexpr std::uint32_t kMaxPatternBytes = 65536;

// The pattern that `source` holds, or the first thing that is wrong with it: with place, caret and
// hint. `source.name` is the file that the errors name, e.g. "pattern".
Expected<Pattern> parse_pattern(const SourceText& source);

// What was typed for `access`.
std::string_view text_of(const Pattern& pattern, SourceSpan span);

// The names that mean something in every index: lane, tid, threadIdx, …
bool is_reserved_name(std::string_view name);

}  // namespace smemlens
