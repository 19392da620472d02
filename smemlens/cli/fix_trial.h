#pragma once

// Runs a program for `fix`: as it is, and with changes, which must prove themselves.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/program_input.h"
#include "smemlens/cuda/compiler.h"

namespace smemlens::cli {

struct TrialRun {
  Analysis analysis;   // with each request, and paths as shown_path has them
  std::string output;  // the program's standard output
  std::string errors;  // and error
  std::string memory;  // lines of what its launches left in global memory
  bool was_interrupted = false;
};

// What a program is run for.
enum class TrialKind : std::uint8_t {
  kRecord,   // as it is: every request is recorded
  kCompare,  // shared memory holds noise until it is written: what depends on it shows
};

// Runs a program that was built. No answer: it couldn't be started.
Expected<TrialRun> run_trial(const RunArguments& arguments, const cuda::BuiltProgram& built,
                             const ProgramInput& input, TrialKind kind);

// Why the run is no sound one: the first error it ended with, or that it is only a part.
std::optional<Diagnostic> why_unsound(const TrialRun& run);

// How many lines two runs have in common.
struct MatchedLines {
  std::uint64_t same = 0;
  std::uint64_t left_out = 0;  // they differ between two runs of one program already
};

// Output that differs in the lines that differ between `first` and `second`, two runs of one
// program, matches; none if it differs in others.
std::optional<MatchedLines> matched_lines(std::string_view output, std::string_view first,
                                          std::string_view second);

// The same of what the launches left in memory. All is left out if the two runs of one program have
// a different number of lines.
std::optional<MatchedLines> matched_memory(std::string_view memory, std::string_view first,
                                           std::string_view second);

}  // namespace smemlens::cli
