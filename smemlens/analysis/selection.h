#pragma once

// What of a program is to be executed; what isn't selected doesn't run at all.
//
//   -k transpose -s 1 -c 2 --blocks first:4    of the launches of transpose, the second and the
//                                              third, and of each its first four blocks
//
// The counts are then those of a sample, which every report says.

#include <cstdint>
#include <string>

namespace smemlens {

struct Selection {
  std::string kernel;              // cuda/kernel_pattern.h; empty: every kernel
  std::uint64_t launch_skip = 0;   // of the launches whose kernel fits, how many are left out first
  std::uint64_t launch_count = 0;  // and how many run then; 0: all
  std::string blocks = "all";      // cuda/block_selection.h

  bool is_everything() const { return *this == Selection{}; }
  bool operator==(const Selection&) const = default;
};

}  // namespace smemlens
