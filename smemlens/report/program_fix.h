#pragma once

// What `fix PROGRAM.cu` found: for each shared array with excess wavefronts the layouts worth
// having, and for those that could be written into the source the change, proved by a run.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

enum class FixOutcome : std::uint8_t {
  kWritten,        // into the source, and proved
  kNotWritten,     // a layout would help, or might; `reason` says why the source stays
  kNothingToGain,  // no layout that was tried takes fewer wavefronts
};
std::string_view name_of(FixOutcome outcome);  // "written", "not_written", "nothing_to_gain"

struct ArrayFix {
  std::string array;     // "tile"
  std::string function;  // that declares it: "transpose_naive"; empty at namespace scope
  Location where;        // of the declaration; file empty: not found
  std::vector<std::string> kernels;  // demangled, that were launched
  Totals totals;                     // of all its accesses, as declared
  std::uint64_t left_out = 0;        // requests that the layouts were not tried on
  bool is_solved = false;            // problem and solution are there
  LayoutProblem problem;
  Solution solution;
  FixOutcome outcome = FixOutcome::kNotWritten;
  std::size_t written = 0;  // kWritten: into solution.pareto
  std::string reason;  // a sentence without full stop; of a written one why no better layout was
};

// A source line of a kernel, before and after all changes.
struct LineFix {
  std::string kernel;  // demangled
  std::string file;
  std::uint32_t line = 0;  // of the source as it is
  Totals before;
  Totals after;
};

// What was compared of a changed program's run with that of the program as it is.
struct ProofScope {
  std::uint64_t output_lines = 0;     // of standard output
  std::uint64_t output_left_out = 0;  // lines that change from run to run
  // Changed ranges of global memory, each after the launch that changed it: allocations, variables.
  std::uint64_t memory_ranges = 0;
  std::uint64_t memory_left_out = 0;  // those that change from run to run

  bool operator==(const ProofScope&) const = default;
};

struct ProgramFix {
  std::string architecture;
  std::string compiler;
  std::vector<std::string> sources;
  std::vector<ArrayFix> arrays;  // most excess first
  std::vector<LineFix> lines;    // of which the wavefronts changed, by file and line
  Totals before;
  Totals after;
  ProofScope proof;         // of the change
  std::string diff;         // unified; empty: no source is changed
  bool is_applied = false;  // the files are written
  bool is_sample = false;   // not everything ran, or not every request was kept
  std::vector<std::string> notes;

  bool has_change() const { return !diff.empty(); }
};

}  // namespace smemlens
