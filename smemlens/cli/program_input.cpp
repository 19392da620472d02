#include "smemlens/cli/program_input.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/files.h"
#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cli {
namespace {

tl::unexpected<Diagnostic> problem(const std::string& verb) {
  return tl::unexpected(file_problem(verb, "standard input", errno));
}

}  // namespace

Expected<ProgramInput> ProgramInput::take() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  if (file == nullptr) return problem("keep");
  std::array<char, 65536> buffer{};
  ssize_t size = 0;
  while (isatty(STDIN_FILENO) == 0 &&
         (size = read(STDIN_FILENO, buffer.data(), buffer.size())) != 0) {
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EBADF) break;  // closed: as if it were empty
    if (size < 0) return problem("read");
    const auto length = static_cast<std::size_t>(size);
    if (std::fwrite(buffer.data(), 1, length, file.get()) != length) return problem("keep");
  }
  if (std::fflush(file.get()) != 0) return problem("keep");
  cuda::UniqueFd copy(fcntl(fileno(file.get()), F_DUPFD_CLOEXEC, 0));
  if (copy.get() < 0) return problem("keep");
  return ProgramInput(std::move(copy));
}

Expected<int> ProgramInput::from_begin() const {
  if (lseek(file_.get(), 0, SEEK_SET) != 0) return problem("read");
  return file_.get();
}

}  // namespace smemlens::cli
