#include "smemlens/cli/files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/output_file.h"

namespace smemlens::cli {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// What is larger is refused: no buffer of a kernel may be.
constexpr std::size_t kMostBytes = std::size_t{4} << 30U;

Expected<std::string> read_all(std::FILE* stream, const std::string& path) {
  std::string content;
  std::array<char, 1U << 16U> buffer{};
  for (;;) {
    const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), stream);
    content.append(buffer.data(), size);
    if (size < buffer.size()) break;
    if (content.size() > kMostBytes) return tl::unexpected(file_problem("read", path, EFBIG));
  }
  if (std::ferror(stream) != 0) return tl::unexpected(file_problem("read", path, errno));
  return content;
}

}  // namespace

Diagnostic file_problem(const std::string& verb, const std::string& path, int error) {
  return {
      .code = "file",
      .message = "cannot " + verb + " '" + path + "': " + std::generic_category().message(error)};
}

Expected<std::string> read_file(const std::string& path) {
  if (path == "-") return read_all(stdin, "standard input");
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) {
    return tl::unexpected(file_problem("read", path, EISDIR));
  }
  // A device may have no end.
  if (std::filesystem::is_character_file(status) || std::filesystem::is_block_file(status)) {
    return tl::unexpected(Diagnostic{
        .code = "file", .message = "cannot read '" + path + "': it is a device, not a file"});
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return tl::unexpected(file_problem("read", path, errno));
  return read_all(file.get(), path);
}

std::optional<Diagnostic> overwrite_problem(const std::string& path,
                                            std::span<const std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code failure;  // such as: there is no such file yet
    if (!std::filesystem::equivalent(path, input, failure)) continue;
    return Diagnostic{.code = "output",
                      .message = "'" + path + "' is read, and would be overwritten",
                      .hint = "write to another file"};
  }
  return std::nullopt;
}

std::optional<Diagnostic> write_output(const std::string& path, std::string_view content) {
  auto output = OutputFile::open(path);
  if (!output) return output.error();
  output->write(content);
  return output->close();
}

}  // namespace smemlens::cli
