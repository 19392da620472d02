#pragma once

// Signals that ask us to stop, as something to wait for: while this lives, SIGINT, SIGTERM and
// SIGHUP make get() readable instead of ending the process, so that what was measured is reported
// and temporary files are removed. Those that the process ignores (nohup) stay ignored.
//
// Several may live inside each other: a signal stays readable in all until the outermost ends,
// which drops it.

#include <bits/types/sigset_t.h>

#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cuda {

class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  Interrupts(Interrupts&&) = delete;
  Interrupts& operator=(Interrupts&&) = delete;
  ~Interrupts();

  // For poll; nothing is read from it.
  int get() const { return fd_.get(); }
  // What a child process starts with: the signals reach it.
  const sigset_t& child_mask() const { return child_mask_; }

 private:
  sigset_t wanted_{};
  sigset_t before_{};
  sigset_t child_mask_{};
  UniqueFd fd_;
};

}  // namespace smemlens::cuda
