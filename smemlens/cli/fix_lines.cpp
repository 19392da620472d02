#include "smemlens/cli/fix_lines.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/source/edited_text.h"

namespace smemlens::cli {
namespace {

std::uint32_t old_line(const Location& where, const ProgramFiles& files,
                       const std::vector<source::EditedText>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (files.files()[i]->text.name != where.file) continue;
    const auto& lines = texts[i].old_lines;
    if (where.line >= 1 && where.line <= lines.size()) return lines[where.line - 1];
  }
  return where.line;
}

}  // namespace

LineSums sums_of(const Analysis& analysis, const ProgramFiles& files,
                 const std::vector<source::EditedText>& texts) {
  LineSums sums;
  for (const KernelAnalysis& kernel : analysis.kernels) {
    for (const Site& site : kernel.sites) {
      const Location& where = site.key.where;
      LineTotals& line = sums[{kernel.key.mangled, where.file, old_line(where, files, texts)}];
      line.kernel = kernel.name;
      line.totals += site.totals;
    }
  }
  return sums;
}

Totals total_of(const LineSums& sums) {
  Totals total;
  for (const auto& [key, line] : sums) total += line.totals;
  return total;
}

std::optional<std::string> why_other_requests(const LineSums& sums, const LineSums& original) {
  LineSums lines = original;
  for (const auto& [key, line] : sums) lines.try_emplace(key);
  const auto requests = [](const LineSums& from, const LineKey& key) {
    const auto found = from.find(key);
    return found == from.end() ? 0 : found->second.totals.requests;
  };
  for (const auto& [key, line] : lines) {
    const std::uint64_t before = requests(original, key);
    const std::uint64_t after = requests(sums, key);
    if (before == after) continue;
    return "in the changed program " + file_and_line({key.file, key.line}) + " makes " +
           std::to_string(after) + " requests, before it made " + std::to_string(before);
  }
  return std::nullopt;
}

std::optional<std::string> why_no_gain(const LineSums& sums, const LineSums& original,
                                       const LineSums& best) {
  for (const auto& [key, line] : sums) {
    const auto before = original.find(key);
    const std::uint64_t most = before == original.end() ? 0 : before->second.totals.wavefronts;
    if (line.totals.wavefronts <= most) continue;
    return "in the changed program " + file_and_line({key.file, key.line}) + " takes " +
           std::to_string(line.totals.wavefronts) + " wavefronts, before it took " +
           std::to_string(most);
  }
  if (total_of(sums).wavefronts >= total_of(best).wavefronts)
    return "the changed program takes no fewer wavefronts";
  return std::nullopt;
}

}  // namespace smemlens::cli
