#include "smemlens/cli/fix_trial.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/cli/program_input.h"
#include "smemlens/cli/program_run.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/unique_fd.h"
#include "smemlens/source/edited_text.h"

namespace smemlens::cli {
namespace {

cuda::UniqueFd new_file(const std::filesystem::path& path) {
  constexpr int kMode = 0600;
  return cuda::UniqueFd(open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, kMode));
}

std::string content_of(const std::filesystem::path& path) {
  return read_file(path.string()).value_or(std::string());
}

void show_paths(Analysis& analysis) {
  std::map<std::string, std::string> shown;  // looking a path up costs system calls
  for (KernelAnalysis& kernel : analysis.kernels) {
    for (Site& site : kernel.sites) {
      std::string& file = site.key.where.file;
      const auto [place, is_new] = shown.try_emplace(file);
      if (is_new && !file.empty()) place->second = shown_path(file);
      file = place->second;
    }
  }
}

}  // namespace

Expected<TrialRun> run_trial(const RunArguments& arguments, const cuda::BuiltProgram& built,
                             const ProgramInput& input, TrialKind kind) {
  const auto input_fd = input.from_begin();
  if (!input_fd) return tl::unexpected(input_fd.error());
  const std::filesystem::path output = built.folder.path() / "output";
  const std::filesystem::path errors = built.folder.path() / "errors";
  const cuda::UniqueFd output_file = new_file(output);
  const cuda::UniqueFd error_file = new_file(errors);
  if (output_file.get() < 0 || error_file.get() < 0)
    return tl::unexpected(file_problem("write", output.string(), errno));
  cuda::ProgramOptions options = program_options(arguments, built.program);
  options.settings.records_requests = kind == TrialKind::kRecord;
  options.settings.has_shared_noise = kind == TrialKind::kCompare;
  options.settings.digests_memory = true;
  options.output_to_standard_error = false;
  options.input_fd = *input_fd;
  options.output_fd = output_file.get();
  options.error_fd = error_file.get();
  auto ran = cuda::run_program(options);
  if (!ran) return tl::unexpected(std::move(ran.error()));
  TrialRun trial{.analysis = std::move(ran->analysis),
                 .output = content_of(output),
                 .errors = content_of(errors),
                 .memory = {},
                 .was_interrupted = ran->was_interrupted};
  for (const std::string& line : trial.analysis.memory) trial.memory += line + '\n';
  show_paths(trial.analysis);
  return trial;
}

std::optional<Diagnostic> why_unsound(const TrialRun& run) {
  const auto& problems = run.analysis.problems;
  const auto error = std::ranges::find(problems, Severity::kError, &Diagnostic::severity);
  if (error != problems.end()) return *error;
  if (run.analysis.is_partial)
    return Diagnostic{.code = "program-end", .message = "the program did not run to its end"};
  return std::nullopt;
}

std::optional<MatchedLines> matched_lines(std::string_view output, std::string_view first,
                                          std::string_view second) {
  const auto mine = source::lines_of(output);
  const auto one = source::lines_of(first);
  const auto two = source::lines_of(second);
  if (output == first) return MatchedLines{.same = one.size()};
  if (mine.size() != one.size() || one.size() != two.size()) return std::nullopt;
  MatchedLines matched;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const bool is_comparable = one[i] == two[i];
    if (is_comparable && mine[i] != one[i]) return std::nullopt;
    ++(is_comparable ? matched.same : matched.left_out);
  }
  return matched;
}

std::optional<MatchedLines> matched_memory(std::string_view memory, std::string_view first,
                                           std::string_view second) {
  const std::size_t lines = source::lines_of(first).size();
  if (memory != first && lines != source::lines_of(second).size())
    return MatchedLines{.left_out = lines};
  return matched_lines(memory, first, second);
}

}  // namespace smemlens::cli
