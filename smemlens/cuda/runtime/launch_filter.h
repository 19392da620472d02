#pragma once

// Which launches of the program are executed (analysis/selection.h), as they come.

#include <cstdint>
#include <string>

#include "smemlens/analysis/selection.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/kernel_pattern.h"

namespace smemlens::cuda {

class LaunchFilter {
 public:
  // The command has checked the selection; what makes no sense all the same selects everything.
  explicit LaunchFilter(const Selection& selection);

  // True if the next launch, of the kernel `mangled`, is to run.
  bool takes(const std::string& mangled);

  const BlockSelection& blocks() const { return blocks_; }

 private:
  KernelPattern pattern_;
  std::uint64_t skip_;
  std::uint64_t count_;  // 0: no limit
  BlockSelection blocks_;
  std::uint64_t fitting_ = 0;  // launches so far whose kernel fits
};

}  // namespace smemlens::cuda
