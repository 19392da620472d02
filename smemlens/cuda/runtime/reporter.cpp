#include "smemlens/cuda/runtime/reporter.h"

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"

namespace smemlens::cuda {

void Reporter::report(const Analysis& analysis) {
  if (fd_ < 0) return;
  const std::string record = to_record(analysis);
  std::string_view rest = record;
  while (!rest.empty()) {
    const ssize_t written = write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      fd_ = -1;  // the program closed it, or nobody reads any more
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace smemlens::cuda
