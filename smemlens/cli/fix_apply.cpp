#include "smemlens/cli/fix_apply.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ios>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/files.h"

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

// A new file beside the old one takes its place, so that no reader ever sees a half.
std::optional<Diagnostic> replace(const SourceChange& change) {
  const fs::path fresh = change.path.string() + ".smemlens-" + std::to_string(getpid());
  std::error_code problem;
  std::ofstream file(fresh, std::ios::binary);
  file << change.after;
  file.close();
  const bool is_written = !file.fail();
  if (is_written) fs::permissions(fresh, fs::status(change.path).permissions(), problem);
  if (is_written && !problem) fs::rename(fresh, change.path, problem);
  if (is_written && !problem) return std::nullopt;
  const int error = problem ? problem.value() : EIO;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  return file_problem("write", change.path.string(), error);
}

}  // namespace

std::optional<Diagnostic> apply_changes(const std::vector<SourceChange>& changes) {
  for (const SourceChange& change : changes) {
    if (auto problem = why_not(change)) return problem;
  }
  for (const SourceChange& change : changes) {
    if (auto problem = replace(change)) return problem;
  }
  return std::nullopt;
}

}  // namespace smemlens::cli
