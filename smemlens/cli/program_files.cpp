#include "smemlens/cli/program_files.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/files.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 4096;

fs::path true_path(const fs::path& path) {
  std::error_code problem;
  const fs::path result = fs::weakly_canonical(fs::absolute(path, problem), problem);
  return problem ? path.lexically_normal() : result;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// #include "x.h" or <x.h>; empty for other lines.
std::string included_name(const source::CodeToken& token) {
  std::string_view line = token.text.substr(1);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with("include")) return {};
  const std::size_t open = line.find_first_of("\"<");
  if (open == std::string_view::npos) return {};
  const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
  return close == std::string_view::npos ? std::string()
                                         : std::string(line.substr(open + 1, close - open - 1));
}

// As a string of C.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Without the byte order mark, which compilers take at the begin of a file only.
std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace

std::string shown_path(const std::string& path) {
  const fs::path whole = true_path(path);
  std::error_code problem;
  const fs::path folder = true_path(fs::current_path(problem));
  return !problem && is_below(whole, folder) ? whole.lexically_relative(folder).string()
                                             : whole.string();
}

Expected<ProgramFiles> ProgramFiles::load(const std::vector<std::string>& sources,
                                          const std::vector<std::string>& include_directories) {
  ProgramFiles result;
  result.include_directories_ = include_directories;
  for (const std::string& source : sources) {
    if (auto problem = result.add(source)) return tl::unexpected(std::move(*problem));
  }
  result.source_count_ = result.files_.size();
  for (std::size_t i = 0; i < result.files_.size() && i < kMostFiles; ++i) result.add_includes(i);
  result.judge_places();
  return result;
}

std::optional<Diagnostic> ProgramFiles::add(const std::string& typed) {
  const fs::path path = true_path(typed);
  if (std::ranges::find(places_, path, &Place::path) != places_.end()) return std::nullopt;
  auto text = read_file(typed);
  if (!text) return text.error();
  files_.push_back(
      std::make_unique<source::CodeFile>(SourceText{shown_path(typed), std::move(*text)}));
  places_.push_back({.path = path, .typed = typed});
  return std::nullopt;
}

void ProgramFiles::add_includes(std::size_t file) {
  std::vector<fs::path> folders = {fs::path(places_[file].typed).parent_path()};
  folders.insert(folders.end(), include_directories_.begin(), include_directories_.end());
  std::vector<std::string> names;
  for (const source::CodeToken& token : files_[file]->tokens) {
    if (token.kind != source::CodeTokenKind::kDirective) continue;
    if (std::string name = included_name(token); !name.empty()) names.push_back(std::move(name));
  }
  for (const std::string& name : names) {
    const auto has_it = [&](const fs::path& folder) {
      std::error_code ignored;
      return fs::is_regular_file(folder / name, ignored);
    };
    const auto folder = std::ranges::find_if(folders, has_it);
    // What can't be read is left to the compiler's own message.
    if (folder != folders.end()) static_cast<void>(add((*folder / name).string()));
  }
}

void ProgramFiles::judge_places() {
  for (Place& place : places_) {
    for (std::size_t i = 0; i < source_count_; ++i)
      place.is_own = place.is_own || is_below(place.path, places_[i].path.parent_path());
  }
}

// The folder that holds all own files.
fs::path ProgramFiles::root() const {
  fs::path root = places_.front().path.parent_path();
  for (const Place& place : places_) {
    while (place.is_own && !is_below(place.path, root)) root = root.parent_path();
  }
  return root;
}

Expected<ProgramFiles::Copy> ProgramFiles::write_copy(const fs::path& folder,
                                                      std::span<const std::string> texts) const {
  const fs::path from = root();
  Copy copy;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].is_own) continue;
    const fs::path target = folder / places_[i].path.lexically_relative(from);
    std::error_code problem;
    fs::create_directories(target.parent_path(), problem);
    std::ofstream file(target, std::ios::binary);
    file << "#line 1 " << quoted(places_[i].typed) << '\n' << without_mark(texts[i]);
    if (!file.flush()) return tl::unexpected(file_problem("write", target.string(), errno));
    if (i < source_count_) copy.sources.push_back(target.string());
  }
  for (const std::string& directory : include_directories_) {
    const fs::path whole = true_path(directory);
    if (is_below(whole, from))
      copy.include_directories.push_back((folder / whole.lexically_relative(from)).string());
  }
  for (const std::string& directory : include_directories_)
    copy.include_directories.push_back(directory);
  for (std::size_t i = 0; i < source_count_; ++i)
    copy.include_directories.push_back(places_[i].path.parent_path().string());
  return copy;
}

}  // namespace smemlens::cli
