#include "smemlens/cuda/runtime/launch_filter.h"

#include <string>
#include <utility>

#include "smemlens/analysis/selection.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/kernel_pattern.h"

namespace smemlens::cuda {

LaunchFilter::LaunchFilter(const Selection& selection)
    : skip_(selection.launch_skip), count_(selection.launch_count) {
  if (!selection.kernel.empty()) {
    if (auto pattern = KernelPattern::parse(selection.kernel)) pattern_ = std::move(*pattern);
  }
  if (const auto blocks = parse_block_selection(selection.blocks)) blocks_ = *blocks;
}

bool LaunchFilter::takes(const std::string& mangled) {
  if (!pattern_.fits(mangled)) return false;
  const auto number = fitting_++;
  return number >= skip_ && (count_ == 0 || number - skip_ < count_);
}

}  // namespace smemlens::cuda
