#include "smemlens/report/report_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/counted.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/model/request.h"
#include "smemlens/report/folded_kernels.h"
#include "smemlens/report/sample_note.h"
#include "smemlens/report/text_table.h"

namespace smemlens {
namespace {

constexpr std::string_view kWarningColor = "\x1b[1;33m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kReset = "\x1b[0m";

std::string colored(std::string text, std::string_view color, ReportStyle style) {
  if (!style.color) return text;
  return std::string(color) + text + std::string(kReset);
}

std::string extent_text(const std::array<std::uint32_t, 3>& extent) {
  return std::to_string(extent[0]) + 'x' + std::to_string(extent[1]) + 'x' +
         std::to_string(extent[2]);
}

std::uint32_t degree_max(const Site& site) {
  return site.degrees.empty() ? 0 : site.degrees.rbegin()->first;
}

std::string place_in_file(const Location& where) {
  if (where.column == 0) return std::to_string(where.line);
  return std::to_string(where.line) + ':' + std::to_string(where.column);
}

// What is known exactly carries no mark.
std::string count_text(std::uint64_t count, bool is_exact) {
  return std::to_string(count) + (is_exact ? "" : "~");
}

std::string count_text(const Site& site, std::uint64_t count) {
  return count_text(count, site.inexact_requests == 0);
}

std::string conflict_code(Operation operation) {
  return "shared-" + std::string(name_of(operation)) + "-conflict";
}

// "4 of 1024 blocks" of the kernels; empty if all were run.
std::string sample_text(const std::vector<const KernelAnalysis*>& kernels) {
  std::uint64_t run = 0;
  std::uint64_t total = 0;
  for (const KernelAnalysis* const kernel : kernels) {
    run += kernel->blocks_run;
    total += kernel->blocks_total;
  }
  return run == total ? std::string() : std::to_string(run) + " of " + counted(total, "block");
}

void add_once(std::vector<std::string>& notes, std::string note) {
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
}

Diagnostic finding_of(const FoldedSite& folded) {
  const Site& site = folded.sum;
  const std::uint32_t degree = degree_max(site);
  const bool always = site.degrees.size() == 1;
  Diagnostic finding{.severity = Severity::kWarning, .code = conflict_code(site.operation)};
  finding.where = site.key.where;
  finding.message = (always ? "" : "up to ") + std::to_string(degree) +
                    "-way bank conflict: " + count_text(site, site.totals.wavefronts) +
                    " wavefronts where " + std::to_string(site.totals.ideal_wavefronts) +
                    " would do";
  if (folded.instances > 1) {
    finding.message += ", in " + counted(folded.instances, "instance");
  }
  if (const std::string sample = sample_text(folded.kernels); !sample.empty()) {
    finding.message += " (in " + sample + ')';
  }
  for (const KernelAnalysis* const kernel : folded.kernels) {
    add_once(finding.notes, "in " + kernel->name);
  }
  for (const Location& call : site.inlined_at) {
    finding.notes.push_back("inlined at " + call.file + ':' + std::to_string(call.line) + ':' +
                            std::to_string(call.column));
  }
  return finding;
}

// Launches that were executed without being counted again.
std::string repeats_text(const KernelAnalysis& kernel) {
  if (kernel.repeated_launches == 0) return {};
  return " (" + std::to_string(kernel.repeated_launches) + " counted from an equal one)";
}

// "grid 32x32x1, block 32x32x1, 1 launch, shared memory 4096 B static"
std::string launches_text(const KernelAnalysis& kernel) {
  std::string text = "grid " + extent_text(kernel.key.grid) + ", block " +
                     extent_text(kernel.key.block) + ", " + counted(kernel.launches, "launch") +
                     repeats_text(kernel) + ", shared memory " +
                     std::to_string(kernel.static_bytes) + " B static";
  if (kernel.key.dynamic_bytes > 0) {
    text += " + " + std::to_string(kernel.key.dynamic_bytes) + " B dynamic";
  }
  if (const std::string sample = sample_text({&kernel}); !sample.empty()) {
    text += ", " + sample + " run";
  }
  return text;
}

std::string kernel_heading(const FoldedKernel& kernel, ReportStyle style) {
  std::string text = colored(kernel.name, kBold, style);
  if (kernel.instances.size() == 1) {
    return text + "\n  " + launches_text(*kernel.instances.front()) + '\n';
  }
  text += ", instances of a template (--instances shows each apart)\n";
  for (const KernelAnalysis* const instance : kernel.instances) {
    text += "  " + instance->name + ": " + launches_text(*instance) + '\n';
  }
  return text;
}

std::vector<TextTable::Column> site_columns(bool has_instances) {
  std::vector<TextTable::Column> columns = {
      {"line",        Align::kLeft },
      {"instruction", Align::kLeft },
      {"array",       Align::kLeft },
      {"requests",    Align::kRight},
      {"wavefronts",  Align::kRight},
      {"ideal",       Align::kRight},
      {"excess",      Align::kRight},
      {"degree",      Align::kRight}
  };
  if (has_instances) columns.push_back({"instances", Align::kRight});
  return columns;
}

// A kernel may have lines of several files: then each is told with its file.
std::string place_text(const Location& place, bool has_files) {
  return (has_files ? place.file + ':' : "") + place_in_file(place);
}

std::string kernel_table(const FoldedKernel& kernel) {
  const bool has_files = std::ranges::any_of(kernel.sites, [&](const FoldedSite& folded) {
    return folded.sum.key.where.file != kernel.sites.front().sum.key.where.file;
  });
  const bool has_instances = std::ranges::any_of(
      kernel.sites, [](const FoldedSite& folded) { return folded.instances > 1; });
  TextTable table(site_columns(has_instances));
  const auto add = [&](std::vector<std::string> cells, const std::string& instances) {
    if (has_instances) cells.push_back(instances);
    table.add(std::move(cells));
  };
  for (const FoldedSite& folded : kernel.sites) {
    const Site& site = folded.sum;
    add({place_text(site.key.where, has_files), site.key.instruction, site.key.array,
         std::to_string(site.totals.requests), count_text(site, site.totals.wavefronts),
         std::to_string(site.totals.ideal_wavefronts),
         count_text(site, site.totals.excess_wavefronts()), std::to_string(degree_max(site))},
        std::to_string(folded.instances));
  }
  const Totals totals = kernel.totals();
  const bool is_exact = std::ranges::none_of(
      kernel.sites, [](const FoldedSite& folded) { return folded.sum.inexact_requests != 0; });
  add({"total", "", "", std::to_string(totals.requests), count_text(totals.wavefronts, is_exact),
       std::to_string(totals.ideal_wavefronts), count_text(totals.excess_wavefronts(), is_exact),
       ""},
      "");
  return table.text(2);
}

// Counts of one source line, summed over the kernels and instructions that share it.
struct LineCounts {
  Totals totals;
  bool is_exact = true;
};

using FileCounts = std::map<std::uint32_t, LineCounts>;

std::map<std::string, FileCounts> counts_by_line(const Analysis& analysis) {
  std::map<std::string, FileCounts> files;
  for (const KernelAnalysis& kernel : analysis.kernels) {
    for (const Site& site : kernel.sites) {
      LineCounts& line = files[site.key.where.file][site.key.where.line];
      line.totals += site.totals;
      line.is_exact = line.is_exact && site.inexact_requests == 0;
    }
  }
  return files;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string printable_source(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, 200)) {
    if (c == '\t') {
      text += "    ";
    } else {
      text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
  }
  return text;
}

// Empty if no line is in the source.
std::string annotated_file(const std::string& name, const FileCounts& counts,
                           std::string_view source) {
  const std::vector<std::string_view> lines = lines_of(source);
  const auto first = counts.upper_bound(0);
  if (first == counts.end() || first->first > lines.size()) return {};
  TextTable table({
      {"wavefronts", Align::kRight},
      {"excess",     Align::kRight},
      {"",           Align::kRight},
      {name,         Align::kLeft }
  });
  for (const auto& [line, sum] : counts) {
    if (line == 0 || line > lines.size()) continue;
    const std::uint64_t excess = sum.totals.excess_wavefronts();
    table.add({count_text(sum.totals.wavefronts, sum.is_exact), count_text(excess, sum.is_exact),
               (excess > 0 ? "> " : "") + std::to_string(line),
               "| " + printable_source(lines[line - 1])});
  }
  return table.text(2) + '\n';
}

// Requests whose cost isn't known exactly.
std::uint64_t inexact_requests(const Analysis& analysis) {
  std::uint64_t count = 0;
  for (const KernelAnalysis& kernel : analysis.kernels) {
    for (const Site& site : kernel.sites) count += site.inexact_requests;
  }
  return count;
}

// Why there is no kernel to show.
std::string no_kernel_line(const Analysis& analysis) {
  if (analysis.is_partial) return "no kernel ran to its end";
  return analysis.not_run.empty() ? "no kernel was launched" : "no launch was selected";
}

std::string not_run_lines(const std::vector<LaunchesNotRun>& not_run) {
  if (not_run.empty()) return {};
  std::string text = "not run, as asked:\n";
  for (const LaunchesNotRun& launches : not_run) {
    text += "  " + launches.name + "  grid " + extent_text(launches.key.grid) + ", block " +
            extent_text(launches.key.block) + ", " + counted(launches.launches, "launch") + '\n';
  }
  return text + '\n';
}

std::string closing_lines(const Analysis& analysis) {
  const Totals totals = analysis.totals();
  const std::uint64_t inexact = inexact_requests(analysis);
  std::string text = "total: " + counted(totals.requests, "request") + ", " +
                     counted(totals.wavefronts, "wavefront") + (inexact == 0 ? ", " : "~, ") +
                     std::to_string(totals.ideal_wavefronts) + " ideal, " +
                     count_text(totals.excess_wavefronts(), inexact == 0) + " excess\n";
  text += "counted on " + analysis.architecture + " at the level of " +
          (analysis.level == "ptx" ? "PTX (ptxas may merge or drop accesses)" : analysis.level);
  if (!analysis.compiler.empty()) text += ", compiled by " + analysis.compiler;
  text += '\n';
  if (const std::string note = sample_note(analysis.selection); !note.empty()) {
    text += "note: " + note + '\n';
  }
  for (const std::string& note : analysis.notes) text += "note: " + note + '\n';
  if (inexact != 0) {
    text += "note: ~ the hardware's rule for " + counted(inexact, "request") +
            " is not known, and the ones that it may be disagree (docs/model.md, open questions); "
            "`smemlens explain` shows what each gives\n";
  }
  if (analysis.is_partial) {
    text += "note: the run ended early; a launch that did not end is not counted\n";
  }
  return text;
}

}  // namespace

std::vector<Diagnostic> findings_of(const Analysis& analysis, Instances instances) {
  const std::vector<FoldedKernel> kernels = folded_kernels(analysis, instances);
  // In program order where they are equal.
  std::multimap<std::uint64_t, const FoldedSite*, std::greater<>> worst_first;
  for (const FoldedKernel& kernel : kernels) {
    for (const FoldedSite& site : kernel.sites) {
      const std::uint64_t excess = site.sum.totals.excess_wavefronts();
      if (excess > 0) worst_first.emplace(excess, &site);
    }
  }
  std::vector<Diagnostic> findings;
  findings.reserve(worst_first.size());
  for (const auto& [excess, site] : worst_first) findings.push_back(finding_of(*site));
  return findings;
}

std::string report_text(const Analysis& analysis, const SourceFiles& files, ReportStyle style) {
  std::string text;
  for (const Diagnostic& problem : analysis.problems) text += to_text(problem);
  auto findings = findings_of(analysis, style.instances);
  for (Diagnostic& finding : findings) {
    if (!style.with_calls) finding.notes.clear();
    text += colored(to_text(finding), kWarningColor, style);
  }
  if (!text.empty()) text += '\n';
  if (analysis.kernels.empty()) text += no_kernel_line(analysis) + "\n\n";
  for (const FoldedKernel& kernel : folded_kernels(analysis, style.instances)) {
    text += kernel_heading(kernel, style);
    if (!kernel.sites.empty()) {
      text += kernel_table(kernel);
    } else {
      text += kernel.instances.front()->blocks_run == 0 ? "  not counted: the launch did not end\n"
                                                        : "  no shared-memory access\n";
    }
    text += '\n';
  }
  text += not_run_lines(analysis.not_run);
  for (const auto& [name, counts] : counts_by_line(analysis)) {
    const auto file = files.find(name);
    if (file != files.end()) text += annotated_file(name, counts, file->second);
  }
  return text + closing_lines(analysis);
}

}  // namespace smemlens
