#pragma once

// What #if and its like do to a source of which all branches are read as if they stood one behind
// another.
//
//   #ifndef TILE_H … #endif          around a whole file: no condition at all
//   #if A    for (…) {    #else    {    #endif    balanced: one bracket more in either branch isn't

#include <cstddef>
#include <optional>

#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

// How many more #if are open behind the line.
int opened_conditions(const CodeToken& line);

// #ifndef NAME, #define NAME around the whole file: the #endif that closes it stands last.
bool has_include_guard(const CodeFile& file);

// The first line of `range` at which a branch of an #if ends with other brackets open than it began
// with, or the end of the range if it lies within such a branch: brackets tell nothing there.
std::optional<std::size_t> uneven_branch(const CodeFile& file, TokenRange range);

}  // namespace smemlens::source
