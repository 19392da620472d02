#include "smemlens/cli/fix_apply.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/files.h"
#include "smemlens/cuda/unique_fd.h"

namespace smemlens::cli {
namespace {

namespace fs = std::filesystem;

std::optional<Diagnostic> why_not(const SourceChange& change) {
  const auto now = read_file(change.path.string());
  if (!now) return now.error();
  if (*now != change.before) {
    return Diagnostic{.code = "fix-apply",
                      .message = "'" + change.path.string() +
                                 "' has changed since it was read: nothing is written",
                      .hint = "run the command again"};
  }
  std::error_code problem;
  const fs::perms mode = fs::status(change.path, problem).permissions();
  const bool is_writable =
      (mode & fs::perms::owner_write) != fs::perms::none && access(change.path.c_str(), W_OK) == 0;
  if (problem || !is_writable) return file_problem("write", change.path.string(), EACCES);
  return std::nullopt;
}

// Whether all of `text` is in the file, and on the disk.
bool is_written(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(fd, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;  // Interrupts takes signals meanwhile
    if (size < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return fsync(fd) == 0;
}

// A new file, of the same owner and mode as `like`; else the system's errno.
int write_fresh(const std::string& path, std::string_view text, const struct stat& like) {
  constexpr mode_t kPrivate = 0600;
  const cuda::UniqueFd file(open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kPrivate));
  if (file.get() < 0) return errno;
  const bool is_like = fchown(file.get(), like.st_uid, like.st_gid) == 0 &&
                       fchmod(file.get(), like.st_mode & ~mode_t{S_IFMT}) == 0;
  if (is_like && is_written(file.get(), text)) return 0;
  const int error = errno;
  unlink(path.c_str());
  return error;
}

// A file with several names keeps them: its content changes in place, and until that is done a copy
// of the old one lies beside it.
std::optional<Diagnostic> overwrite(const SourceChange& change, const struct stat& old) {
  const std::string path = change.path.string();
  const std::string kept = path + ".smemlens-before-" + std::to_string(getpid());
  struct stat plain = old;
  plain.st_uid = geteuid();
  plain.st_gid = getegid();
  if (const int error = write_fresh(kept, change.before, plain); error != 0)
    return file_problem("write", kept, error);
  const cuda::UniqueFd file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (file.get() >= 0 && is_written(file.get(), change.after)) {
    unlink(kept.c_str());
    return std::nullopt;
  }
  Diagnostic problem = file_problem("write", path, errno);
  problem.notes.push_back("what it held is in '" + kept + "'");
  return problem;
}

// The new file takes the old one's place, so that no reader ever sees a half.
std::optional<Diagnostic> replace(const SourceChange& change, const struct stat& old) {
  const std::string path = change.path.string();
  const std::string fresh = path + ".smemlens-" + std::to_string(getpid());
  if (const int error = write_fresh(fresh, change.after, old); error != 0) {
    // EPERM: nobody may give a file to a group that he isn't in, though it has it already.
    return error == EPERM ? overwrite(change, old) : file_problem("write", path, error);
  }
  if (rename(fresh.c_str(), path.c_str()) == 0) return std::nullopt;
  const int error = errno;
  unlink(fresh.c_str());
  return file_problem("write", path, error);
}

std::optional<Diagnostic> apply(const SourceChange& change) {
  struct stat old{};
  if (stat(change.path.c_str(), &old) != 0)
    return file_problem("write", change.path.string(), errno);
  // Only the owner's own files can be made anew as they are.
  const bool is_simple = old.st_nlink == 1 && old.st_uid == geteuid();
  return is_simple ? replace(change, old) : overwrite(change, old);
}

}  // namespace

std::optional<Diagnostic> apply_changes(const std::vector<SourceChange>& changes) {
  for (const SourceChange& change : changes) {
    if (auto problem = why_not(change)) return problem;
  }
  for (const SourceChange& change : changes) {
    if (auto problem = apply(change)) return problem;
  }
  return std::nullopt;
}

}  // namespace smemlens::cli
