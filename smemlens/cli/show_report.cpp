#include "smemlens/cli/show_report.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/demangle.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/report/folded_kernels.h"
#include "smemlens/report/report_json.h"
#include "smemlens/report/report_text.h"

namespace smemlens::cli {
namespace {

// Compilers write absolute paths; a reader, an editor and a golden file want them as typed.
std::string relative_path(const std::string& path, const std::filesystem::path& folder) {
  if (!path.starts_with('/')) return path;
  const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(folder);
  if (relative.empty() || *relative.begin() == "..") return path;
  return relative.string();
}

// The paths inside a text: "inlined at /home/me/kernel.cu:7".
void make_relative_within(std::string& text, const std::filesystem::path& folder) {
  const std::string prefix = (folder / "").string();
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    const bool is_start =
        at == 0 || std::string_view(" '\"(").find(text[at - 1]) != std::string_view::npos;
    if (is_start) {
      text.erase(at, prefix.size());
    } else {
      at += prefix.size();
    }
  }
}

void make_paths_relative(Analysis& analysis) {
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::current_path(problem);
  if (problem) return;
  const auto shorten = [&](Location& where) { where.file = relative_path(where.file, folder); };
  for (KernelAnalysis& kernel : analysis.kernels) {
    for (Site& site : kernel.sites) {
      shorten(site.key.where);
      std::ranges::for_each(site.inlined_at, shorten);
    }
  }
  for (Diagnostic& diagnostic : analysis.problems) {
    diagnostic = readable(std::move(diagnostic));
  }
}

SourceFiles read_sources(const Analysis& analysis) {
  SourceFiles files;
  for (const KernelAnalysis& kernel : analysis.kernels) {
    for (const Site& site : kernel.sites) {
      const std::string& name = site.key.where.file;
      if (name.empty() || name == "-" || files.contains(name)) continue;
      std::error_code ignored;  // a pipe would be waited for
      if (!std::filesystem::is_regular_file(name, ignored)) continue;
      if (auto text = read_file(name)) files.emplace(name, std::move(*text));
    }
  }
  return files;
}

bool is_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kError;
}

}  // namespace

Diagnostic readable(Diagnostic diagnostic) {
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::current_path(problem);
  const auto improve = [&](std::string& text) {
    text = with_demangled_names(text);
    if (!problem) make_relative_within(text, folder);
  };
  improve(diagnostic.message);
  std::ranges::for_each(diagnostic.notes, improve);
  if (!problem) diagnostic.where.file = relative_path(diagnostic.where.file, folder);
  return diagnostic;
}

ExitCode show_report(Analysis analysis, const CommonOptions& options) {
  make_paths_relative(analysis);
  const std::string text =
      options.format == Format::kJson
          ? report_json(analysis, kVersion)
          : report_text(
                analysis, read_sources(analysis),
                {.color = terminal_for(options).has_color,
                 .with_calls = options.is_verbose,
                 .instances = options.shows_instances ? Instances::kApart : Instances::kFolded});
  if (const auto problem = write_output(options.output, text)) return complain(*problem);
  const bool is_told = options.format == Format::kText && options.output.empty();
  const auto first_error = std::ranges::find_if(analysis.problems, is_error);
  if (first_error == analysis.problems.end()) return ExitCode::kDone;
  return is_told ? ExitCode::kContent : complain(*first_error);
}

}  // namespace smemlens::cli
