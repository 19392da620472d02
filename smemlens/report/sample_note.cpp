#include "smemlens/report/sample_note.h"

#include <string>

#include "smemlens/analysis/selection.h"

namespace smemlens {

std::string sample_note(const Selection& selection) {
  if (selection.is_everything()) return {};
  std::string options;
  if (!selection.kernel.empty()) options += " -k " + selection.kernel;
  if (selection.launch_skip > 0) options += " -s " + std::to_string(selection.launch_skip);
  if (selection.launch_count > 0) options += " -c " + std::to_string(selection.launch_count);
  if (selection.blocks != Selection{}.blocks) options += " --blocks " + selection.blocks;
  return "a sample (" + options.substr(1) +
         "): the counts are those of what ran, and what didn't run computed nothing";
}

}  // namespace smemlens
