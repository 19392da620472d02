#pragma once

// Whether the indices of a use may be evaluated in another order than they are written in.
//
//   a[y][x], a[min(y, 3)][i++], a[i++][j--]     yes
//   a[i++][i], a[next()][x]                     no: one of them may change what another one reads

#include <vector>

#include "smemlens/source/shared_array.h"

namespace smemlens::source {

bool may_change_order(const CodeFile& file, const std::vector<TokenRange>& indices);

}  // namespace smemlens::source
