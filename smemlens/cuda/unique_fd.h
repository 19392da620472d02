#pragma once

// A file descriptor that is closed with its owner.

#include <unistd.h>

#include <utility>

namespace smemlens::cuda {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd() { reset(); }

  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

  int get() const { return fd_; }

 private:
  int fd_ = -1;
};

}  // namespace smemlens::cuda
