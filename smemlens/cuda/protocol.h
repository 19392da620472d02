#pragma once

// How the command and the CUDA runtime inside the program under analysis talk to each other.
//
//   command  →  program   environment variables, below
//   program  →  command   one line for each launch on an inherited file descriptor: to_record() of
//                         the launch's own Analysis (analysis/record.h)
//
// Without the variables the runtime works all the same and reports nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/analysis/selection.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/simt/launch.h"

namespace smemlens::cuda {

struct Settings {
  // SMEMLENS_ARCH: the model, and the GPU that programs see
  std::string architecture{kDefaultArchitecture};
  int report_fd = -1;           // SMEMLENS_REPORT_FD: -1 reports nothing
  unsigned threads = 0;         // SMEMLENS_THREADS: 0 is one a core
  std::uint64_t max_steps = 0;  // SMEMLENS_MAX_STEPS: of one block; 0 is no limit
  bool counts_every = false;    // SMEMLENS_COUNT=every: repeated launches too
  double timeout_seconds = 0;   // SMEMLENS_TIMEOUT: of the whole program; 0: none
  // SMEMLENS_DEADLINE: when that is, in nanoseconds of the monotonic clock
  std::int64_t deadline = 0;
  // SMEMLENS_SHUFFLE: see LaunchLimits::shuffle. Only tools/soak sets it, the command never.
  std::uint64_t shuffle = 0;
  // SMEMLENS_KERNEL, SMEMLENS_LAUNCH_SKIP, SMEMLENS_LAUNCH_COUNT, SMEMLENS_BLOCKS
  Selection selection;
  bool records_requests = false;  // SMEMLENS_RECORD: each different request is reported too
  bool digests_memory = false;    // SMEMLENS_DIGEST: Analysis::memory is reported too
  bool has_shared_noise = false;  // SMEMLENS_SHARED_NOISE: see simt::Launch

  bool operator==(const Settings&) const = default;
};

// What the environment says; a value that makes no sense counts as absent.
Settings settings_from_environment();

// "NAME=value" for each setting.
std::vector<std::string> to_environment(const Settings& settings);

// The exit status of a program that the runtime ended, because what it does cannot be run exactly:
// an unsupported instruction or a kernel that would never end. Without a record that says so the
// program has closed the descriptor.
inline constexpr int kEndedByRuntime = 119;

}  // namespace smemlens::cuda
