#include "smemlens/cuda/runtime/reporter.h"

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"

namespace smemlens::cuda {

void Reporter::set_fd(int fd) {
  struct stat status{};
  fd_ = fd;
  if (fd < 0 || fstat(fd, &status) != 0) return;
  device_ = status.st_dev;
  file_ = status.st_ino;
}

bool Reporter::is_still_ours() const {
  struct stat status{};
  return fstat(fd_, &status) == 0 && status.st_dev == device_ && status.st_ino == file_;
}

bool Reporter::report(const Analysis& analysis) {
  if (fd_ < 0) return true;
  if (!is_still_ours()) return false;
  const std::string record = to_record(analysis);
  std::string_view rest = record;
  while (!rest.empty()) {
    const ssize_t written = write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      fd_ = -1;  // nobody reads any more
      return true;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace smemlens::cuda
