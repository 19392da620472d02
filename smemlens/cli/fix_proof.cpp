#include "smemlens/cli/fix_proof.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/fix_edits.h"
#include "smemlens/cli/fix_lines.h"
#include "smemlens/cli/fix_trial.h"
#include "smemlens/cli/program_run.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/rewrite_array.h"

namespace smemlens::cli {
namespace {

tl::unexpected<NotProved> not_proved(std::string reason, bool was_interrupted = false) {
  return tl::unexpected(NotProved{std::move(reason), was_interrupted});
}

}  // namespace

tl::expected<TrialRun, NotProved> Prover::run_changed(
    const std::vector<source::EditedText>& texts) const {
  auto folder = cuda::TemporaryFolder::make();
  if (!folder) return not_proved(folder.error().message);
  std::vector<std::string> contents;
  contents.reserve(texts.size());
  for (const source::EditedText& text : texts) contents.push_back(text.text);
  const auto copy = baseline_.files.write_copy(folder->path(), contents);
  if (!copy) return not_proved(copy.error().message);
  auto options = compile_options(arguments_.program, architecture_);
  options.sources = copy->sources;
  options.include_directories = copy->include_directories;
  const auto built = cuda::compile(options);
  if (!built) {
    if (arguments_.common.is_verbose) tell(built.error().messages);
    const bool is_asserted = built.error().messages.find(source::kForThisSize) != std::string::npos;
    return not_proved(is_asserted ? "another instance of the template has an array of another size"
                                  : "the compiler refuses the changed source",
                      built.error().was_interrupted);
  }
  auto run = run_trial(arguments_.program, *built, baseline_.input, TrialKind::kCompare);
  if (!run) return not_proved(run.error().message);
  if (run->was_interrupted) return not_proved("the run was interrupted", true);
  return std::move(*run);
}

// Lines that change from run to run, such as times, are not compared: so the program as it is is
// run a second time where there is a difference, now with noise in shared memory as the changed one
// has it. What a program reads there and never wrote isn't the layout's doing.
tl::expected<ProofScope, NotProved> Prover::compare(const TrialRun& run) {
  const TrialRun& first = baseline_.run;
  const bool is_same = run.output == first.output && run.memory == first.memory;
  if (!is_same && !second_) {
    auto again =
        run_trial(arguments_.program, baseline_.built, baseline_.input, TrialKind::kCompare);
    if (!again) return not_proved("the program could not be run again");
    if (again->was_interrupted) return not_proved("the run was interrupted", true);
    second_ = std::move(*again);
  }
  const TrialRun& second = second_ ? *second_ : first;
  const auto output = matched_lines(run.output, first.output, second.output);
  if (!output) return not_proved("the changed program prints something else");
  const auto memory = matched_memory(run.memory, first.memory, second.memory);
  if (!memory) return not_proved("the changed program leaves something else in the GPU's memory");
  if (output->same + memory->same == 0)
    return not_proved(
        "it leaves nothing to compare: no line of output and no byte of memory that is "
        "the same in each run");
  return ProofScope{.output_lines = output->same,
                    .output_left_out = output->left_out,
                    .memory_ranges = memory->same,
                    .memory_left_out = memory->left_out};
}

tl::expected<Proved, NotProved> Prover::prove(const Proved& best, const FileEdits& more) {
  FileEdits edits = joined(best.edits, more);
  const std::vector<source::EditedText> texts = edited_files(baseline_.files, edits);
  const auto run = run_changed(texts);
  if (!run) return tl::unexpected(run.error());
  if (const auto problem = why_unsound(*run))
    return not_proved("the changed program does not end as before: " + problem->message);
  const auto scope = compare(*run);
  if (!scope) return tl::unexpected(scope.error());
  LineSums sums = sums_of(run->analysis, baseline_.files, texts);
  if (auto problem = why_other_requests(sums, baseline_.sums)) return not_proved(*problem);
  if (auto problem = why_no_gain(sums, baseline_.sums, best.sums)) return not_proved(*problem);
  return Proved{std::move(edits), std::move(sums), *scope};
}

}  // namespace smemlens::cli
