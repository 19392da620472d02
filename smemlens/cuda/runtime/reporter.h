#pragma once

// Hands the analysis of each launch to the command that started the program.

#include "smemlens/analysis/analysis.h"

namespace smemlens::cuda {

class Reporter {
 public:
  // -1: nothing is reported.
  void set_fd(int fd) { fd_ = fd; }

  // Writes one record. It has left the process when this returns, so that no way of ending the
  // program loses it.
  void report(const Analysis& analysis);

 private:
  int fd_ = -1;
};

}  // namespace smemlens::cuda
