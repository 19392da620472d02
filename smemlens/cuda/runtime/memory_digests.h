#pragma once

// What launches leave in the GPU's memory, in short, so that two runs of a program can be compared
// that print nothing of it: a line for each range of bytes that was changed.
//
//   3 allocation 1 from cudaMalloc 9f86d081884c7d65

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {

class MemoryDigests {
 public:
  // The ranges that are new or have changed since the last call, by name. Constants can't change by
  // a launch and are left out. After many GiB nothing is read any more: the lists end early then.
  std::vector<std::string> after_launch(std::uint64_t launch, const simt::GlobalMemory& memory);

 private:
  std::map<std::uint64_t, std::uint64_t> last_;  // digests by begin
  std::uint64_t bytes_read_ = 0;
};

}  // namespace smemlens::cuda
