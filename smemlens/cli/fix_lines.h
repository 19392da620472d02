#pragma once

// What each source line of each kernel takes, so that a changed program can be compared line by
// line.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/source/edited_text.h"

namespace smemlens::cli {

struct LineKey {
  std::string kernel;  // mangled
  std::string file;
  std::uint32_t line = 0;

  auto operator<=>(const LineKey&) const = default;
};
struct LineTotals {
  std::string kernel;  // demangled
  Totals totals;
};
using LineSums = std::map<LineKey, LineTotals>;

//   texts  of the files, where lines have moved: the sums are of the old lines; empty: as they are
LineSums sums_of(const Analysis& analysis, const ProgramFiles& files,
                 const std::vector<source::EditedText>& texts);

Totals total_of(const LineSums& sums);

// Why `sums` are of other accesses than `original`: a line makes more requests, or fewer.
std::optional<std::string> why_other_requests(const LineSums& sums, const LineSums& original);

// Why `sums` are no gain: a line takes more than in `original`, or all together no fewer than in
// `best`. None if they are one.
std::optional<std::string> why_no_gain(const LineSums& sums, const LineSums& original,
                                       const LineSums& best);

}  // namespace smemlens::cli
