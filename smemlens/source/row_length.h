#pragma once

// How long the rows are by which a one-dimensional array is indexed.
//
//   __shared__ int tile[(kTile + 2) * kPitch]; tile[y * kPitch + x]    →  the value of kPitch

#include <cstdint>
#include <vector>

#include "smemlens/source/array_uses.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct RowSearch {
  const CodeFile& file;
  const Constants& constants;
  const NamedValues& own;  // of the declaration's template
  std::uint32_t elements = 0;
};

// The first factor, of the declaration or of an index, that divides the elements; 0 if there is
// none.
std::uint32_t row_length_of(const RowSearch& search, const SharedArrayCode& array,
                            const std::vector<ArrayUse>& uses);

}  // namespace smemlens::source
