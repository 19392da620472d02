#pragma once

// What launches leave in the GPU's memory, in short, so that two runs of a program can be compared
// that print nothing of it: a line for each range of bytes that a launch has changed.
//
//   3 allocation 1 from cudaMalloc 9f86d081884c7d65
//
// What the host writes is no launch's work, and shows nothing of a kernel.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {

class MemoryDigests {
 public:
  void before_launch(const simt::GlobalMemory& memory);

  // The ranges that have changed since before_launch, by name. Constants can't change by a launch
  // and are left out. After many GiB nothing is read any more: the lists end early then.
  std::vector<std::string> after_launch(std::uint64_t launch, const simt::GlobalMemory& memory);

 private:
  // The digest of `range`; 0 if it isn't read.
  std::uint64_t taken(const simt::MemoryRange& range);

  std::map<std::uint64_t, std::uint64_t> before_;  // digests by begin
  std::uint64_t bytes_read_ = 0;
};

}  // namespace smemlens::cuda
