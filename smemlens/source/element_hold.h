#pragma once

// Whether code takes hold of an element's place rather than of its value: from there it could walk
// to what lies beside it, and another layout would put something else there.
//
//   sum += tile[y][x]; tile[y][x] = f(1); g(tile[y][x] * 2)     values
//   &tile[y][x], float& v = tile[y][x], std::swap(tile[0][0], v)   holds
//
// Strict, as nothing is parsed: what isn't plainly a value is a hold. A whole element may be an
// argument of functions that take values: CUDA's own, and the program's without a reference among
// their parameters.

#include <optional>
#include <string>

#include "smemlens/source/function_parameters.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

// What the hold on the element that the tokens `use` of `file` name is, as a sentence without full
// stop; none if there is none.
std::optional<std::string> hold_on_element(const CodeFile& file, const SharedArrayCode& array,
                                           TokenRange use, const FunctionParameters& functions);

}  // namespace smemlens::source
