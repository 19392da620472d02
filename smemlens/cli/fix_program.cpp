#include "smemlens/cli/fix_program.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/fix_apply.h"
#include "smemlens/cli/fix_arrays.h"
#include "smemlens/cli/fix_baseline.h"
#include "smemlens/cli/fix_edits.h"
#include "smemlens/cli/fix_lines.h"
#include "smemlens/cli/fix_proof.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/cli/program_input.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/cuda/interrupts.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/report/program_fix_json.h"
#include "smemlens/report/program_fix_text.h"
#include "smemlens/report/solution_svg.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/find_array.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {
namespace {

// Layouts of one array that are compiled and run; each takes as long as the program does.
constexpr std::size_t kMostTrials = 4;

// ------------------------------------------------------------ the arrays

std::vector<ArrayToFix> arrays_of(const FixArguments& arguments, const Architecture& architecture,
                                  const Baseline& baseline) {
  source::Constants constants;
  for (const auto& file : baseline.files.files()) constants.add(*file);
  for (const std::string& text : arguments.program.definitions) constants.define(text);
  const SolveLimits limits{.max_extra_bytes = arguments.max_extra_bytes,
                           .families = arguments.families};
  return arrays_to_fix({baseline.run.analysis, baseline.files, constants, architecture, limits});
}

// Writes the best layout of one array that proves itself; `fix` tells what came of it. No answer:
// interrupted.
std::optional<Proved> with_best(const Baseline& baseline, Prover& prover, Proved best,
                                ArrayFix& fix, const source::FoundArray& found) {
  const auto uses = uses_in(baseline.files, found);
  if (!uses) {
    fix.reason = told(uses.error());
    return best;
  }
  std::size_t trials = 0;
  for (std::size_t i = 0; i < fix.solution.pareto.size() && trials < kMostTrials; ++i) {
    const SolutionPoint& point = fix.solution.pareto[i];
    if (point.wavefronts >= fix.solution.naive.wavefronts) break;
    const auto edits = edits_for(baseline.files, {fix, found, *uses}, point);
    std::string why = edits ? std::string() : edits.error().message;
    if (edits) {
      ++trials;
      auto proved = prover.prove(best, *edits);
      if (proved) {
        fix.outcome = FixOutcome::kWritten;
        fix.written = i;
        return std::move(*proved);
      }
      if (proved.error().was_interrupted) return std::nullopt;
      why = proved.error().reason;
    }
    if (fix.reason.empty()) fix.reason = described(point, fix.problem.shape) + ": " + why;
  }
  return best;
}

// ------------------------------------------------------------ the result

std::vector<LineFix> changed_lines(const LineSums& original, const LineSums& now) {
  std::vector<LineFix> lines;
  for (const auto& [key, line] : original) {
    const auto found = now.find(key);
    const Totals after = found == now.end() ? Totals{} : found->second.totals;
    if (after.wavefronts == line.totals.wavefronts) continue;
    lines.push_back({.kernel = line.kernel,
                     .file = key.file,
                     .line = key.line,
                     .before = line.totals,
                     .after = after});
  }
  std::ranges::sort(
      lines, {}, [](const LineFix& line) { return std::tie(line.file, line.line, line.kernel); });
  return lines;
}

// Whether a kernel that was launched has such an array.
bool is_met(const source::SharedArrayCode& code, const Analysis& analysis) {
  const auto is_it = [&](const RecordedArray& array) {
    const source::ScopedName name = source::scoped_name_of(array.name);
    return name.name == code.name && (name.function.empty() || name.function == code.function);
  };
  return std::ranges::any_of(analysis.kernels, [&](const KernelAnalysis& kernel) {
    return std::ranges::any_of(kernel.arrays, is_it);
  });
}

std::vector<std::string> notes_of(const FixArguments& arguments, const Baseline& baseline) {
  std::vector<std::string> notes;
  if (!arguments.program.execution.selection.is_everything())
    notes.emplace_back("only what was selected ran, so the proof is of that alone");
  for (const auto& file : baseline.files.files()) {
    for (const source::SharedArrayCode& code : source::shared_arrays_of(*file)) {
      if (is_met(code, baseline.run.analysis)) continue;
      notes.push_back(code.name + (code.function.empty() ? "" : " in " + code.function) +
                      " was used by no launch, so nothing is known of it");
    }
  }
  return notes;
}

ProgramFix result_of(const FixArguments& arguments, const Architecture& architecture,
                     const Baseline& baseline, const Proved& best, std::vector<ArrayFix> arrays) {
  ProgramFix result{.architecture = std::string(architecture.name),
                    .compiler = baseline.built.compiler,
                    .arrays = std::move(arrays),
                    .lines = changed_lines(baseline.sums, best.sums),
                    .before = total_of(baseline.sums),
                    .after = total_of(best.sums),
                    .proof = best.scope,
                    .diff = diff_of(baseline.files, best.edits),
                    .notes = notes_of(arguments, baseline)};
  for (const std::string& source : arguments.program.inputs)
    result.sources.push_back(shown_path(source));
  result.is_sample =
      !arguments.program.execution.selection.is_everything() ||
      std::ranges::any_of(result.arrays, [](const ArrayFix& array) { return array.left_out > 0; });
  return result;
}

// What is shown, and what --apply writes.
struct FixedProgram {
  ProgramFix fix;
  std::vector<SourceChange> changes;
};

OrFailure<FixedProgram> fixed(const FixArguments& arguments, const Architecture& architecture,
                              ProgramFiles files, ProgramInput input) {
  const auto baseline = run_as_it_is(arguments, architecture, std::move(files), std::move(input));
  if (!baseline) return tl::unexpected(baseline.error());
  Prover prover(arguments, architecture, *baseline);
  Proved best{
      .edits = FileEdits(baseline->files.files().size()), .sums = baseline->sums, .scope = {}};
  std::vector<ArrayFix> fixes;
  for (ArrayToFix& array : arrays_of(arguments, architecture, *baseline)) {
    const bool may_be_written =
        array.found && array.fix.reason.empty() && array.fix.outcome == FixOutcome::kNotWritten;
    if (may_be_written) {
      auto next = with_best(*baseline, prover, std::move(best), array.fix, *array.found);
      if (!next) return tl::unexpected(interrupted_failure());
      best = std::move(*next);
    }
    fixes.push_back(std::move(array.fix));
  }
  return FixedProgram{result_of(arguments, architecture, *baseline, best, std::move(fixes)),
                      changes_of(baseline->files, best.edits)};
}

// ------------------------------------------------------------ what is shown

// The picture is of the array with the most excess whose layout is to change.
std::string picture_of(const ProgramFix& fix) {
  for (const ArrayFix& array : fix.arrays) {
    if (!array.is_solved || array.outcome == FixOutcome::kNothingToGain) continue;
    const bool is_written = array.outcome == FixOutcome::kWritten;
    return solution_svg(array.problem, array.solution, is_written ? array.written : 0);
  }
  return {};
}

std::string rendered(const ProgramFix& fix, const CommonOptions& common) {
  if (common.format == Format::kJson) return program_fix_json(fix, kVersion);
  if (common.format == Format::kSvg) return picture_of(fix);
  const Terminal terminal = terminal_for(common);
  return program_fix_text(fix, {.color = terminal.has_color, .utf8 = terminal.is_utf8});
}

}  // namespace

ExitCode fix_program(const FixArguments& arguments) {
  const RunArguments& program = arguments.program;
  const auto architecture = architecture_that_runs(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  if (const auto problem = overwrite_problem(arguments.common.output, program.inputs))
    return complain(*problem, ExitCode::kUsage);
  auto files = ProgramFiles::load(program.inputs, program.include_directories);
  if (!files) return complain(files.error());
  auto input = ProgramInput::take();
  if (!input) return complain(input.error());
  const cuda::Interrupts interrupts;  // until the compiled programs are removed
  auto result = fixed(arguments, **architecture, std::move(*files), std::move(*input));
  if (!result) return complain(result.error().diagnostic, result.error().code);
  if (arguments.applies) {
    if (const auto problem = apply_changes(result->changes)) return complain(*problem);
    result->fix.is_applied = result->fix.has_change();
  }
  const std::string text = rendered(result->fix, arguments.common);
  if (text.empty()) {
    return complain(
        {.code = "fix-format", .message = "there is no layout to draw: nothing is to be gained"});
  }
  const auto problem = write_output(arguments.common.output, text);
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
