#pragma once

// From what a run recorded to one solved problem for each array of the source.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/find_array.h"

namespace smemlens::cli {

// An array with excess wavefronts. `fix.reason` says why the source can't be changed at all, if so.
struct ArrayToFix {
  ArrayFix fix;
  std::optional<source::FoundArray> found;
};

struct ArraySearch {
  const Analysis& analysis;
  const ProgramFiles& files;
  const source::Constants& constants;
  const Architecture& architecture;
  const SolveLimits& limits;
};

// "the address of tile's element is taken (transpose.cu:31)"
std::string told(const Diagnostic& problem);

// The most excess wavefronts first.
std::vector<ArrayToFix> arrays_to_fix(const ArraySearch& search);

}  // namespace smemlens::cli
