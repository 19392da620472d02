#pragma once

// The standard input of a program that runs several times: each run reads it from its begin.

#include <utility>

#include "smemlens/base/expected.h"
#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cli {

class ProgramInput {
 public:
  // Takes all of our own standard input, to its end. From a terminal nothing is taken, so that the
  // program finds its input empty.
  static Expected<ProgramInput> take();

  // For the next run, when the one before has ended. It stays ours.
  Expected<int> from_begin() const;

 private:
  explicit ProgramInput(cuda::UniqueFd file) : file_(std::move(file)) {}

  cuda::UniqueFd file_;  // has no name, so nothing is left behind
};

}  // namespace smemlens::cli
