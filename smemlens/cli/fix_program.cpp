#include "smemlens/cli/fix_program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/fix_apply.h"
#include "smemlens/cli/fix_arrays.h"
#include "smemlens/cli/fix_trial.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/cli/program_run.h"
#include "smemlens/cli/show_report.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/interrupts.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/report/program_fix_json.h"
#include "smemlens/report/program_fix_text.h"
#include "smemlens/report/solution_svg.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/find_array.h"
#include "smemlens/source/launch_bytes.h"
#include "smemlens/source/refusal.h"
#include "smemlens/source/rewrite_array.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {
namespace {

// Layouts of one array that are compiled and run; each takes as long as the program does.
constexpr std::size_t kMostTrials = 4;

using FileEdits = std::vector<std::vector<source::Edit>>;  // one list a file

// Wavefronts by kernel (mangled), file and line.
using LineKey = std::tuple<std::string, std::string, std::uint32_t>;
struct LineTotals {
  std::string kernel;  // demangled
  Totals totals;
};
using LineSums = std::map<LineKey, LineTotals>;

// How a command ends early.
struct Failure {
  Diagnostic diagnostic;
  ExitCode code = ExitCode::kContent;
};
template <typename T>
using OrFailure = tl::expected<T, Failure>;

class ProgramFixer {
 public:
  ProgramFixer(const FixArguments& arguments, const Architecture& architecture, ProgramFiles files)
      : arguments_(arguments), architecture_(architecture), files_(std::move(files)) {
    accepted_.resize(files_.files().size());
  }

  OrFailure<ProgramFix> fix() {
    if (auto failure = run_as_it_is()) return tl::unexpected(std::move(*failure));
    for (const auto& file : files_.files()) constants_.add(*file);
    for (const std::string& text : arguments_.program.definitions) constants_.define(text);
    const SolveLimits limits{.max_extra_bytes = arguments_.max_extra_bytes,
                             .families = arguments_.families};
    std::vector<ArrayToFix> arrays =
        arrays_to_fix({first_.analysis, files_, constants_, architecture_, limits});
    for (ArrayToFix& array : arrays) {
      const bool may_be_written =
          array.fix.reason.empty() && array.fix.outcome == FixOutcome::kNotWritten;
      if (may_be_written && array.found) write_best(array.fix, *array.found);
      if (was_interrupted_) return tl::unexpected(interrupted());
      result_.arrays.push_back(std::move(array.fix));
    }
    finish();
    return std::move(result_);
  }

  // What the changed files become; empty if there is no change.
  std::vector<SourceChange> changes() const {
    std::vector<SourceChange> changes;
    for (std::size_t i = 0; i < accepted_.size(); ++i) {
      if (accepted_[i].empty()) continue;
      const std::string& before = files_.files()[i]->text.text;
      changes.push_back({files_.path(i), before, source::edited(before, accepted_[i]).text});
    }
    return changes;
  }

 private:
  static Failure interrupted() {
    return {
        {.code = "program-end", .message = "the run was interrupted"},
        ExitCode::kInterrupted
    };
  }

  // ------------------------------------------------------------ the program as it is

  std::optional<Failure> run_as_it_is() {
    auto built = cuda::compile(compile_options(arguments_.program, architecture_));
    if (!built) {
      tell(built.error().messages);
      return Failure{built.error().diagnostic,
                     built.error().was_interrupted ? ExitCode::kInterrupted : ExitCode::kContent};
    }
    if (arguments_.common.is_verbose) {
      for (const std::string& command : built->commands) tell(command + '\n');
    }
    if (!arguments_.common.is_quiet) tell(built->messages);
    original_ = std::make_unique<cuda::BuiltProgram>(std::move(*built));
    auto run = run_trial(arguments_.program, *original_, true);
    if (!run) return Failure{run.error(), ExitCode::kContent};
    if (run->was_interrupted) return interrupted();
    if (auto problem = why_unsound(*run)) return not_sound(*run, std::move(*problem));
    if (run->analysis.kernels.empty()) {
      return Failure{
          {.code = "fix-program",
           .message = "the program launched no kernel that was to be run",
           .hint = "give it arguments after --, with which it does"},
          ExitCode::kContent
      };
    }
    first_ = std::move(*run);
    best_ = sums_of(first_.analysis, {});
    original_sums_ = best_;
    return std::nullopt;
  }

  static Failure not_sound(const TrialRun& run, Diagnostic problem) {
    tell(run.output);
    tell(run.errors);
    problem = readable(std::move(problem));
    problem.notes.emplace_back(
        "fix changes only a program that ends well: what is broken can't show that a change is "
        "right");
    return {std::move(problem), ExitCode::kContent};
  }

  // `texts`: of the files, where lines have moved; empty: as they are.
  LineSums sums_of(const Analysis& analysis, const std::vector<source::EditedText>& texts) const {
    LineSums sums;
    for (const KernelAnalysis& kernel : analysis.kernels) {
      for (const Site& site : kernel.sites) {
        const Location& where = site.key.where;
        LineTotals& line = sums[{kernel.key.mangled, where.file, old_line(where, texts)}];
        line.kernel = kernel.name;
        line.totals += site.totals;
      }
    }
    return sums;
  }

  std::uint32_t old_line(const Location& where,
                         const std::vector<source::EditedText>& texts) const {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (files_.files()[i]->text.name != where.file) continue;
      const auto& lines = texts[i].old_lines;
      if (where.line >= 1 && where.line <= lines.size()) return lines[where.line - 1];
    }
    return where.line;
  }

  // ------------------------------------------------------------ one array

  void write_best(ArrayFix& fix, const source::FoundArray& found) {
    const auto uses = uses_of(found);
    if (!uses) {
      fix.reason = told(uses.error());
      return;
    }
    std::size_t trials = 0;
    for (std::size_t i = 0; i < fix.solution.pareto.size() && trials < kMostTrials; ++i) {
      const SolutionPoint& point = fix.solution.pareto[i];
      if (point.wavefronts >= fix.solution.naive.wavefronts) break;
      std::string why;
      const auto edits = edits_for(fix, found, *uses, point);
      if (!edits) {
        why = edits.error().message;
      } else {
        ++trials;
        const auto problem = try_edits(*edits);
        if (was_interrupted_) return;
        if (!problem) {
          fix.outcome = FixOutcome::kWritten;
          fix.written = i;
          return;
        }
        why = *problem;
      }
      if (fix.reason.empty()) fix.reason = described(point, fix.problem.shape) + ": " + why;
    }
  }

  Expected<std::vector<source::ArrayUse>> uses_of(const source::FoundArray& found) const {
    if (!files_.is_own(found.file))
      return source::refusal("it is declared in " + files_.files()[found.file]->text.name +
                             ", outside of the program's folder, where nothing is written");
    return source::uses_of(*files_.files()[found.file], found.code, files_.files());
  }

  // "transpose.cu:31: the address of tile's element is taken"
  static std::string told(const Diagnostic& problem) {
    if (problem.where.line == 0) return problem.message;
    return problem.message + " (" + problem.where.file + ':' + std::to_string(problem.where.line) +
           ')';
  }

  Expected<FileEdits> edits_for(const ArrayFix& fix, const source::FoundArray& found,
                                const std::vector<source::ArrayUse>& uses,
                                const SolutionPoint& point) const {
    const TileShape& shape = fix.problem.shape;
    const IndexText index = index_text(point.layout, shape);
    auto edits = source::rewritten(*files_.files()[found.file], found.code, uses,
                                   {.layout = point.layout,
                                    .shape = shape,
                                    .parameters = index_names(shape),
                                    .place = index.expression,
                                    .number = index.number});
    if (!edits) return tl::unexpected(std::move(edits.error()));
    FileEdits all(accepted_.size());
    all[found.file] = std::move(*edits);
    if (found.code.is_dynamic && point.extra_bytes > 0) {
      auto launch = source::with_more_bytes(files_.files(), found.code.function, point.extra_bytes);
      if (!launch) return tl::unexpected(std::move(launch.error()));
      if (!files_.is_own(launch->file))
        return source::refusal("its launch lies outside of the program's folder");
      all[launch->file].push_back(std::move(launch->edit));
    }
    return all;
  }

  // ------------------------------------------------------------ the proof

  // Compiles and runs the program with these edits besides those accepted so far, and accepts them
  // too if it proves no worse; else says why not.
  std::optional<std::string> try_edits(const FileEdits& more) {
    FileEdits edits = accepted_;
    for (std::size_t i = 0; i < more.size(); ++i)
      edits[i].insert(edits[i].end(), more[i].begin(), more[i].end());
    std::vector<source::EditedText> texts;
    std::vector<std::string> contents;
    for (std::size_t i = 0; i < edits.size(); ++i) {
      texts.push_back(source::edited(files_.files()[i]->text.text, edits[i]));
      contents.push_back(texts.back().text);
    }
    auto folder = cuda::TemporaryFolder::make();
    if (!folder) return folder.error().message;
    const auto copy = files_.write_copy(folder->path(), contents);
    if (!copy) return copy.error().message;
    auto options = compile_options(arguments_.program, architecture_);
    options.sources = copy->sources;
    options.include_directories = copy->include_directories;
    const auto built = cuda::compile(options);
    if (!built) {
      was_interrupted_ = built.error().was_interrupted;
      if (arguments_.common.is_verbose) tell(built.error().messages);
      return "the compiler refuses the changed source";
    }
    const auto run = run_trial(arguments_.program, *built, false);
    if (!run) return run.error().message;
    was_interrupted_ = run->was_interrupted;
    if (const auto problem = why_unsound(*run))
      return "the changed program does not end as before: " + problem->message;
    if (auto difference = difference_to(*run)) return difference;
    LineSums sums = sums_of(run->analysis, texts);
    if (auto problem = why_no_gain(sums)) return problem;
    accepted_ = std::move(edits);
    best_ = std::move(sums);
    return std::nullopt;
  }

  // Lines that change from run to run, such as times, are not compared: so the program as it is is
  // run a second time where there is a difference.
  std::optional<std::string> difference_to(const TrialRun& run) {
    if (run.output == first_.output && run.memory == first_.memory) return std::nullopt;
    if (!second_) {
      auto again = run_trial(arguments_.program, *original_, false);
      if (!again || again->was_interrupted) return "the program could not be run again";
      second_ = std::move(*again);
    }
    if (!prints_the_same(run.output, first_.output, second_->output))
      return "the changed program prints something else";
    if (!leaves_the_same(run.memory, first_.memory, second_->memory))
      return "the changed program leaves something else in the GPU's memory";
    return std::nullopt;
  }

  static std::uint64_t wavefronts_of(const LineSums& sums) {
    std::uint64_t sum = 0;
    for (const auto& [key, line] : sums) sum += line.totals.wavefronts;
    return sum;
  }

  std::optional<std::string> why_no_gain(const LineSums& sums) const {
    for (const auto& [key, line] : sums) {
      const auto before = original_sums_.find(key);
      const std::uint64_t most =
          before == original_sums_.end() ? 0 : before->second.totals.wavefronts;
      if (line.totals.wavefronts <= most) continue;
      return "in the changed program " + std::get<1>(key) + ':' + std::to_string(std::get<2>(key)) +
             " takes " + std::to_string(line.totals.wavefronts) + " wavefronts, before it took " +
             std::to_string(most);
    }
    if (wavefronts_of(sums) >= wavefronts_of(best_))
      return "the changed program takes no fewer wavefronts";
    return std::nullopt;
  }

  // ------------------------------------------------------------ the result

  void finish() {
    result_.architecture = std::string(architecture_.name);
    result_.compiler = original_->compiler;
    for (const std::string& source : arguments_.program.inputs)
      result_.sources.push_back(shown_path(source));
    for (const auto& [key, line] : original_sums_) add_line(key, line);
    for (const auto& [key, line] : best_) result_.after += line.totals;
    std::ranges::sort(result_.lines, {}, [](const LineFix& line) {
      return std::tie(line.file, line.line, line.kernel);
    });
    for (std::size_t i = 0; i < accepted_.size(); ++i) {
      if (accepted_[i].empty()) continue;
      const SourceText& text = files_.files()[i]->text;
      result_.diff +=
          source::diff_header(text.name) + source::edited(text.text, accepted_[i]).hunks;
    }
    result_.is_sample = !arguments_.program.execution.selection.is_everything();
    for (const ArrayFix& array : result_.arrays)
      result_.is_sample = result_.is_sample || array.left_out > 0;
    add_notes();
  }

  void add_line(const LineKey& key, const LineTotals& line) {
    result_.before += line.totals;
    const auto after = best_.find(key);
    const Totals now = after == best_.end() ? Totals{} : after->second.totals;
    if (now.wavefronts == line.totals.wavefronts) return;
    result_.lines.push_back({.kernel = line.kernel,
                             .file = std::get<1>(key),
                             .line = std::get<2>(key),
                             .before = line.totals,
                             .after = now});
  }

  void add_notes() {
    if (!arguments_.program.execution.selection.is_everything())
      result_.notes.emplace_back("only what was selected ran, so the proof is of that alone");
    if (second_ && second_->output != first_.output)
      result_.notes.emplace_back(
          "some lines that the program prints change from run to run; those were not compared");
    for (const auto& file : files_.files()) {
      for (const source::SharedArrayCode& code : source::shared_arrays_of(*file)) {
        if (is_met(code)) continue;
        result_.notes.push_back(code.name + (code.function.empty() ? "" : " in " + code.function) +
                                " was used by no launch, so nothing is known of it");
      }
    }
  }

  // Whether a kernel that was launched has such an array.
  bool is_met(const source::SharedArrayCode& code) const {
    const auto is_it = [&](const RecordedArray& array) {
      const source::ScopedName name = source::scoped_name_of(array.name);
      return name.name == code.name && (name.function.empty() || name.function == code.function);
    };
    return std::ranges::any_of(first_.analysis.kernels, [&](const KernelAnalysis& kernel) {
      return std::ranges::any_of(kernel.arrays, is_it);
    });
  }

  const FixArguments& arguments_;
  const Architecture& architecture_;
  ProgramFiles files_;
  source::Constants constants_;
  std::unique_ptr<cuda::BuiltProgram> original_;
  TrialRun first_;
  std::optional<TrialRun> second_;
  LineSums original_sums_;
  LineSums best_;
  FileEdits accepted_;  // of the files as they are
  bool was_interrupted_ = false;
  ProgramFix result_;
};

// The picture is of the array with the most excess whose layout is to change.
std::string picture_of(const ProgramFix& fix) {
  for (const ArrayFix& array : fix.arrays) {
    if (!array.is_solved || array.outcome == FixOutcome::kNothingToGain) continue;
    Solution shown = array.solution;
    if (array.outcome == FixOutcome::kWritten)
      shown.pareto = {array.solution.pareto[array.written]};
    return solution_svg(array.problem, shown);
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
  const cuda::Interrupts interrupts;  // until the compiled programs are removed
  ProgramFixer fixer(arguments, **architecture, std::move(*files));
  auto fix = fixer.fix();
  if (!fix) return complain(fix.error().diagnostic, fix.error().code);
  if (arguments.applies) {
    if (const auto problem = apply_changes(fixer.changes())) return complain(*problem);
    fix->is_applied = fix->has_change();
  }
  const std::string text = rendered(*fix, arguments.common);
  if (text.empty()) {
    return complain(
        {.code = "fix-format", .message = "there is no layout to draw: nothing is to be gained"});
  }
  const auto problem = write_output(arguments.common.output, text);
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
