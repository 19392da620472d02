#pragma once

// Hands the analysis of each launch to the command that started the program.

#include <sys/types.h>

#include "smemlens/analysis/analysis.h"

namespace smemlens::cuda {

class Reporter {
 public:
  // -1: nothing is reported.
  void set_fd(int fd);

  // Writes one record. It has left the process when this returns, so that no way of ending the
  // program loses it. False: the program has closed the descriptor, or uses its number for a file
  // of its own.
  [[nodiscard]] bool report(const Analysis& analysis);

 private:
  bool is_still_ours() const;

  int fd_ = -1;
  dev_t device_ = 0;  // of the file behind fd_
  ino_t file_ = 0;
};

}  // namespace smemlens::cuda
