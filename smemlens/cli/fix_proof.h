#pragma once

// A changed program proves itself: compiled and run with the same arguments, it must do the same
// and take fewer wavefronts.

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/fix_baseline.h"
#include "smemlens/cli/fix_edits.h"
#include "smemlens/cli/fix_lines.h"
#include "smemlens/cli/fix_trial.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/source/edited_text.h"

namespace smemlens::cli {

// A state of the program that is proved: the edits so far, and what they lead to.
struct Proved {
  FileEdits edits;
  LineSums sums;
  ProofScope scope;  // what was compared with the program as it is
};

struct NotProved {
  std::string reason;  // a sentence without full stop
  bool was_interrupted = false;
};

class Prover {
 public:
  // All three must outlive the prover.
  Prover(const FixArguments& arguments, const Architecture& architecture, const Baseline& baseline)
      : arguments_(arguments), architecture_(architecture), baseline_(baseline) {}

  // The program with `more` besides the edits of `best`: no line takes more than at first, and all
  // together take fewer than in `best`.
  tl::expected<Proved, NotProved> prove(const Proved& best, const FileEdits& more);

 private:
  tl::expected<TrialRun, NotProved> run_changed(const std::vector<source::EditedText>& texts) const;
  tl::expected<ProofScope, NotProved> compare(const TrialRun& run);

  const FixArguments& arguments_;
  const Architecture& architecture_;
  const Baseline& baseline_;
  std::optional<TrialRun> second_;  // of the program as it is: what changes from run to run
};

}  // namespace smemlens::cli
