#include "smemlens/cuda/interrupts.h"

#include <bits/types/sigset_t.h>
#include <sys/signalfd.h>

#include <array>
#include <csignal>
#include <ctime>

#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cuda {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int number) {
  struct sigaction action{};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Takes what is pending, so that it doesn't strike when the mask is lifted.
void drop_pending(const sigset_t& signals) {
  const timespec no_time{};
  while (sigtimedwait(&signals, nullptr, &no_time) > 0) {
  }
}

}  // namespace

Interrupts::Interrupts() {
  sigset_t readable;
  sigemptyset(&wanted_);
  sigemptyset(&readable);
  pthread_sigmask(SIG_BLOCK, nullptr, &before_);
  child_mask_ = before_;
  for (const int number : kSignals) {
    if (is_ignored(number)) continue;
    sigaddset(&readable, number);
    sigdelset(&child_mask_, number);
    if (sigismember(&before_, number) == 0) sigaddset(&wanted_, number);
  }
  pthread_sigmask(SIG_BLOCK, &wanted_, nullptr);
  fd_ = UniqueFd(signalfd(-1, &readable, SFD_CLOEXEC | SFD_NONBLOCK));
}

Interrupts::~Interrupts() {
  drop_pending(wanted_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace smemlens::cuda
