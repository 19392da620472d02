#include "smemlens/cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/files.h"

namespace smemlens::cli {

void OutputFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) static_cast<void>(std::fclose(file));
}

Expected<OutputFile> OutputFile::open(const std::string& path) {
  if (path.empty()) return OutputFile("standard output", stdout);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return tl::unexpected(file_problem("write", path, errno));
  return OutputFile(path, file);
}

void OutputFile::write(std::string_view content) {
  if (error_ != 0 || content.empty()) return;
  const std::size_t written = std::fwrite(content.data(), 1, content.size(), file_.get());
  if (written != content.size() || std::fflush(file_.get()) != 0) error_ = errno;
}

std::optional<Diagnostic> OutputFile::close() {
  if (file_.get() != stdout && std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0 || error_ == EPIPE) return std::nullopt;
  return file_problem("write", path_, error_);
}

Expected<std::size_t> read_some_input(std::span<char> buffer) {
  for (;;) {
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size >= 0) return static_cast<std::size_t>(size);
    if (errno != EINTR) return tl::unexpected(file_problem("read", "standard input", errno));
  }
}

}  // namespace smemlens::cli
