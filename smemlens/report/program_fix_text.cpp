#include "smemlens/report/program_fix_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/counted.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/report/solution_text.h"
#include "smemlens/report/text_style.h"
#include "smemlens/report/text_table.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

// "transpose.cu:27: tile in transpose_naive"
std::string title_of(const ArrayFix& array, const TextStyle& style) {
  std::string text;
  if (!array.where.file.empty()) text = file_and_line(array.where) + ": ";
  text += array.array;
  if (!array.function.empty()) text += " in " + array.function;
  return Ink(style).strong(styled(style, text)) + ": " +
         counted(array.totals.excess_wavefronts(), "excess wavefront") + '\n';
}

std::string outcome_of(const ArrayFix& array, const TextStyle& style) {
  const Ink ink(style);
  switch (array.outcome) {
    case FixOutcome::kWritten: {
      std::string text =
          ink.good("written") + ": " +
          styled(style, described(array.solution.pareto[array.written], array.problem.shape));
      if (!array.reason.empty()) text += "; " + styled(style, array.reason);
      return text + '\n';
    }
    case FixOutcome::kNotWritten:
      return ink.hot("not written") + ": " + styled(style, array.reason) + '\n';
    case FixOutcome::kNothingToGain:
      return array.reason.empty() ? "" : styled(style, array.reason) + '\n';
  }
  return {};
}

std::string array_text(const ArrayFix& array, const TextStyle& style) {
  std::string text = title_of(array, style);
  if (array.is_solved) text += solution_text(array.problem, array.solution, style);
  if (array.left_out > 0) {
    text += "note: a sample: " + counted(array.left_out, "request") +
            " of this array went into no count above\n";
  }
  return text + outcome_of(array, style);
}

std::string lines_of(const ProgramFix& fix, const TextStyle& style) {
  TextTable table({
      {"line",   Align::kLeft },
      {"kernel", Align::kLeft },
      {"before", Align::kRight},
      {"after",  Align::kRight},
      {"ideal",  Align::kRight}
  });
  for (const LineFix& line : fix.lines) {
    table.add({styled(style, line.file + ':' + number(line.line)), styled(style, line.kernel),
               number(line.before.wavefronts), number(line.after.wavefronts),
               number(line.after.ideal_wavefronts)});
  }
  return table.text(2);
}

std::string colored_diff(const ProgramFix& fix, const TextStyle& style) {
  const Ink ink(style);
  std::string text;
  for (std::size_t begin = 0; begin < fix.diff.size();) {
    const std::size_t end = std::min(fix.diff.find('\n', begin), fix.diff.size());
    const std::string_view line = std::string_view(fix.diff).substr(begin, end - begin);
    // Not styled(): a diff is to be used as it is.
    if (style.color && line.starts_with('-')) {
      text += ink.hot(line);
    } else if (style.color && line.starts_with('+')) {
      text += ink.good(line);
    } else {
      text += line;
    }
    text += '\n';
    begin = end + 1;
  }
  return text;
}

// "the same 3 lines of standard output and the same bytes in 2 ranges of global memory, …"
std::string compared(const ProofScope& proof) {
  const auto but = [](std::uint64_t left_out) {
    if (left_out == 0) return std::string();
    const std::string_view change = left_out == 1 ? " that changes" : " that change";
    return " (not compared: " + number(left_out) + std::string(change) + " from run to run)";
  };
  return "the same " + counted(proof.output_lines, "line") + " of standard output" +
         but(proof.output_left_out) + " and the same bytes in " +
         counted(proof.memory_ranges, "range") +
         " of global memory, each read after the launch that changed it" +
         but(proof.memory_left_out);
}

std::string sources_of(const ProgramFix& fix) {
  std::string text;
  for (const std::string& source : fix.sources) text += (text.empty() ? "" : " ") + source;
  return text;
}

}  // namespace

std::string_view name_of(FixOutcome outcome) {
  switch (outcome) {
    case FixOutcome::kWritten:
      return "written";
    case FixOutcome::kNotWritten:
      return "not_written";
    case FixOutcome::kNothingToGain:
      return "nothing_to_gain";
  }
  return "";
}

std::string program_fix_text(const ProgramFix& fix, const TextStyle& style) {
  if (fix.arrays.empty() && fix.before.excess_wavefronts() > 0) {
    return styled(style, sources_of(fix)) + ": " +
           counted(fix.before.excess_wavefronts(), "excess wavefront") +
           " of accesses whose lanes are in several arrays at once: no layout of one array helps\n";
  }
  if (fix.arrays.empty()) {
    return styled(style, sources_of(fix)) +
           ": nothing to fix: no shared array has an excess wavefront (" +
           counted(fix.before.wavefronts, "wavefront") + ", all of them ideal)\n";
  }
  std::string text;
  for (const ArrayFix& array : fix.arrays) text += array_text(array, style) + '\n';
  for (const std::string& note : fix.notes) text += "note: " + styled(style, note) + '\n';
  if (!fix.has_change()) return text + "nothing is left to write into the source\n";
  text += colored_diff(fix, style) + '\n' + lines_of(fix, style) + '\n';
  text += Ink(style).good("proved") + ": compiled with " + styled(style, fix.compiler) +
          " and run again with the same arguments, it ends as before, with " + compared(fix.proof) +
          "; " + number(fix.before.wavefronts) + " wavefronts become " +
          number(fix.after.wavefronts) + ", and no line of a kernel takes more\n";
  text += fix.is_applied ? "the source is changed\n" : "--apply writes this into the source\n";
  return text;
}

}  // namespace smemlens
