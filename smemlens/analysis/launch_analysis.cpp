#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/site_location.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_shape.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens {
namespace {

constexpr std::string_view kNoLinesNote =
    "no line information in the PTX, so lines are the PTX's own: compile with -lineinfo (nvcc) or "
    "-gline-tables-only (clang) to get source lines";
// -G leaves out the functions of CUDA's headers; files of a program may be compiled apart.
constexpr std::string_view kSomeLinesNote =
    "no line information for some instructions, so their lines are the PTX's own: compile all of "
    "the program with -lineinfo (nvcc) or -gline-tables-only (clang) to get source lines";

std::string readable(const std::string& mangled, const LaunchDescription& description) {
  return description.demangle == nullptr ? mangled : description.demangle(mangled);
}

// "transpose(float*)::tile" → "tile".
std::string array_name(const simt::SharedLayout& layout, ptx::Index array,
                       const LaunchDescription& description) {
  if (array >= layout.arrays.size()) return {};
  const std::string name = readable(layout.arrays[array].name, description);
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

WorstRequest worst_request(const WorstAccess& worst, const LaunchDescription& description) {
  return {.block = simt::position_of(worst.block, description.grid),
          .warp = worst.warp,
          .wavefronts = worst.wavefronts,
          .launch = description.launch,
          .order = worst.order,
          .request = worst.request};
}

Site site_of(const SiteCounts& counts, const LaunchDescription& description) {
  Site site;
  site.operation = counts.worst.request.operation;
  site.bytes = counts.worst.request.bytes_per_lane;
  site.totals = counts.totals;
  for (std::size_t degree = 0; degree < counts.degrees.size(); ++degree) {
    if (counts.degrees[degree] > 0) {
      site.degrees[static_cast<std::uint32_t>(degree)] = counts.degrees[degree];
    }
  }
  site.divergent_requests = counts.divergent_requests;
  site.inexact_requests = counts.inexact_requests;
  site.worst = worst_request(counts.worst, description);
  site.recorded = counts.recorded;
  if (!site.recorded.empty()) site.recorded_array = counts.array;
  return site;
}

// Without line information the PTX itself is the source.
ptx::SiteLocation place_of(const ptx::Module& module, const ptx::Function& function,
                           const ptx::Instruction& instruction, const SourceText* ptx) {
  ptx::SiteLocation place = ptx::site_location_of(module, function, instruction);
  if (instruction.location == ptx::kNone && ptx != nullptr) {
    place.where = location_of(*ptx, instruction.span.begin);
  }
  return place;
}

// Returns how many of them have line information.
std::size_t add_sites(KernelAnalysis& kernel, const SiteAccumulator& accumulator,
                      ptx::Index function_index, const LaunchDescription& description) {
  std::size_t with_lines = 0;
  const ptx::Module& module = *accumulator.kernel().module;
  const ptx::Function& function = module.functions[function_index];
  for (ptx::Index i = 0; i < function.instructions.size(); ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    for (const SiteCounts& counts : accumulator.counts()[accumulator.slot_of(function_index, i)]) {
      Site site = site_of(counts, description);
      ptx::SiteLocation place =
          place_of(module, function, instruction, accumulator.kernel().source);
      site.key = {std::move(place.where), readable(place.function, description),
                  ptx::mnemonic_of(instruction),
                  array_name(accumulator.kernel().shared, counts.array, description)};
      site.inlined_at = std::move(place.inlined_at);
      site.program_order = static_cast<std::uint32_t>(accumulator.slot_of(function_index, i));
      if (instruction.location != ptx::kNone) ++with_lines;
      kernel.sites.push_back(std::move(site));
    }
  }
  return with_lines;
}

std::vector<RecordedArray> recorded_arrays(const simt::SharedLayout& layout,
                                           const LaunchDescription& description) {
  std::vector<RecordedArray> arrays;
  arrays.reserve(layout.arrays.size());
  for (const simt::SharedArray& array : layout.arrays) {
    arrays.push_back({.symbol = array.name,
                      .name = readable(array.name, description),
                      .offset = array.offset,
                      .bytes = array.is_dynamic() ? description.dynamic_bytes : array.bytes,
                      .is_dynamic = array.is_dynamic()});
  }
  return arrays;
}

}  // namespace

Analysis analysis_of(const SiteAccumulator& accumulator, const LaunchDescription& description) {
  const simt::Kernel& prepared = accumulator.kernel();
  KernelAnalysis kernel;
  kernel.key = {prepared.name(), description.grid, description.block, description.dynamic_bytes};
  kernel.name = readable(prepared.name(), description);
  kernel.launches = 1;
  kernel.static_bytes = prepared.shared.static_bytes;
  kernel.blocks_run = description.blocks_run;
  kernel.blocks_total = simt::count_of(description.grid);
  kernel.thread_instructions = description.thread_instructions;
  std::size_t with_lines = 0;
  for (ptx::Index function = 0; function < prepared.module->functions.size(); ++function) {
    with_lines += add_sites(kernel, accumulator, function, description);
  }
  kernel.has_line_information = with_lines == kernel.sites.size();
  if (accumulator.records_requests()) kernel.arrays = recorded_arrays(prepared.shared, description);
  Analysis raw;
  raw.architecture = description.architecture;
  if (!kernel.has_line_information) {
    raw.notes.emplace_back(with_lines == 0 ? kNoLinesNote : kSomeLinesNote);
  }
  raw.kernels.push_back(std::move(kernel));
  Analysis merged;
  add(merged, raw);
  return merged;
}

}  // namespace smemlens
