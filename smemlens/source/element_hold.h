#pragma once

// Whether code takes hold of an element's place rather than of its value: from there it could walk
// to what lies beside it, and another layout would put something else there.
//
//   sum += tile[y][x]; tile[y][x] = f(1); g(tile[y][x] * 2)     values
//   *(float4*)&tile[y][4 * x], __pipeline_memcpy_async(&tile[y][x], p, 16)    a vector, and no more
//   &tile[y][x], float& v = tile[y][x], std::swap(tile[0][0], v)   holds
//
// Strict, as nothing is parsed: what isn't plainly a value is a hold. A whole element may be an
// argument of functions that take values: CUDA's own, and the program's without a reference among
// their parameters.

#include <cstdint>
#include <string>

#include "smemlens/source/function_parameters.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct ElementHold {
  std::string problem;  // what the hold is, as a sentence without full stop; empty: there is none
  // Of a vector that begins at the element and is read or written as one, aligned; 0: the element
  // alone is. *(float4*)&a[i][j] is 16.
  std::uint32_t vector_bytes = 0;
};

// Of the element that the tokens `use` of `file` name.
ElementHold hold_on_element(const CodeFile& file, const SharedArrayCode& array, TokenRange use,
                            const FunctionParameters& functions);

}  // namespace smemlens::source
