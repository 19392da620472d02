#include "smemlens/cli/fix_arrays.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/recorded_problem.h"
#include "smemlens/solve/solve.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/find_array.h"
#include "smemlens/source/launch_bytes.h"
#include "smemlens/source/row_length.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {
namespace {

// An array of one size, wherever it was met.
struct Meeting {
  RecordedArray array;
  std::vector<const KernelAnalysis*> kernels;
  std::vector<const Site*> sites;
  std::optional<source::FoundArray> found;
  std::string reason;  // why it is not found, or its shape isn't
  std::optional<TileShape> shape;

  Totals totals() const {
    Totals sum;
    for (const Site* site : sites) sum += site->totals;
    return sum;
  }
};

// Of one symbol; a dynamic array also of one size, as it has as many as there are launches.
std::vector<Meeting> meetings_of(const Analysis& analysis) {
  std::vector<Meeting> meetings;
  std::map<std::tuple<std::string, std::uint32_t, std::string>, std::size_t> places;
  for (const KernelAnalysis& kernel : analysis.kernels) {
    for (const Site& site : kernel.sites) {
      if (site.recorded_array >= kernel.arrays.size()) continue;
      const RecordedArray& array = kernel.arrays[site.recorded_array];
      // Kernels share what is dynamic or at namespace scope by name only.
      const std::string owner = array.symbol.starts_with("_ZZ") ? "" : kernel.key.mangled;
      const auto [place, is_new] =
          places.try_emplace({array.symbol, array.bytes, owner}, meetings.size());
      if (is_new) meetings.push_back({.array = array});
      Meeting& meeting = meetings[place->second];
      meeting.sites.push_back(&site);
      if (std::ranges::find(meeting.kernels, &kernel) == meeting.kernels.end())
        meeting.kernels.push_back(&kernel);
    }
  }
  return meetings;
}

std::size_t declaration_of(const Meeting& meeting) {
  return meeting.found ? meeting.found->code.name_token : 0;
}

// Why no layout of a dynamic array stays within its bytes, and is seen by all its names.
std::optional<Diagnostic> dynamic_problem(const source::FoundArray& found, std::uint64_t bytes,
                                          const ArraySearch& search) {
  const source::SharedArrayCode& code = found.code;
  if (!code.is_dynamic) return std::nullopt;
  if (!code.is_in_kernel) {
    return Diagnostic{.code = "fix-source",
                      .message =
                          "it is dynamic and not declared in a kernel: which launches give it "
                          "how many bytes isn't seen"};
  }
  const auto files = search.files.files();
  if (auto shared = source::shares_memory(files, found)) return shared;
  return source::why_bytes_vary(files, code.function, bytes, search.constants);
}

void locate(Meeting& meeting, const ArraySearch& search) {
  auto found = source::find_array(search.files.files(), meeting.array, meeting.sites);
  if (!found) {
    meeting.reason = found.error().message;
    return;
  }
  const source::CodeFile& file = *search.files.files()[found->file];
  found->has_fixed_sizes = source::has_fixed_sizes(file, found->code, search.constants);
  auto shape = source::shape_of(file, found->code, meeting.array, search.constants);
  if (!shape) {
    meeting.reason = shape.error().message;
  } else {
    meeting.shape = *shape;
    auto problem = dynamic_problem(*found, meeting.array.bytes, search);
    const auto uses = source::uses_of(file, found->code, search.files.files());
    if (!problem && uses && shape->sizes.size() > 1) {
      problem = source::index_past_end(file, found->code, *uses, {search.constants, shape->sizes});
    }
    if (problem) meeting.reason = told(*problem);
  }
  meeting.found = std::move(*found);
}

bool are_of_one_declaration(const Meeting& a, const Meeting& b) {
  return a.found && b.found && a.found->file == b.found->file &&
         declaration_of(a) == declaration_of(b);
}

// Meetings of one declaration and shape become one; of different shapes, a reason.
std::vector<Meeting> joined(std::vector<Meeting> meetings) {
  std::vector<Meeting> result;
  for (Meeting& meeting : meetings) {
    const auto same = std::ranges::find_if(result, [&](const Meeting& other) {
      return are_of_one_declaration(other, meeting) && other.shape && other.shape == meeting.shape;
    });
    if (same == result.end()) {
      result.push_back(std::move(meeting));
      continue;
    }
    same->sites.insert(same->sites.end(), meeting.sites.begin(), meeting.sites.end());
    same->kernels.insert(same->kernels.end(), meeting.kernels.begin(), meeting.kernels.end());
  }
  for (Meeting& meeting : result) {
    const bool has_others = std::ranges::any_of(result, [&](const Meeting& other) {
      return &other != &meeting && are_of_one_declaration(other, meeting);
    });
    if (has_others && meeting.reason.empty())
      meeting.reason =
          "the program uses this declaration with arrays of different sizes (a template's "
          "instances, or dynamic ones), and a change is written only where all have one size";
  }
  return result;
}

// Without a declaration: elements as wide as the narrowest access.
TileShape shape_by_accesses(const Meeting& meeting) {
  std::uint32_t bytes = 16;
  for (const Site* site : meeting.sites) bytes = std::min(bytes, std::max(1U, site->bytes));
  return {.sizes = {std::max(1U, meeting.array.bytes / bytes)}, .element_bytes = bytes};
}

std::uint32_t widest_access(const Meeting& meeting) {
  std::uint32_t widest = 1;
  for (const Site* site : meeting.sites) widest = std::max(widest, site->bytes);
  return widest;
}

LayoutProblem empty_problem(const Meeting& meeting, const TileShape& shape,
                            const ArraySearch& search) {
  LayoutProblem problem{.id = {},
                        .array = source::scoped_name_of(meeting.array.name).name,
                        .shape = shape,
                        .base_bytes = meeting.array.offset,
                        .limits = search.limits,
                        .architecture = &search.architecture};
  problem.limits.no_access_dearer = true;
  return problem;
}

// Into `fix`; false if it can't be solved, which `fix.reason` then says.
bool solve_with(ArrayFix& fix, const Meeting& meeting, LayoutProblem problem) {
  if (problem.shape.elements() > kMaxTileElements) {
    fix.reason = "it has too many elements";
    return false;
  }
  auto recorded = recorded_problem_of(std::move(problem), meeting.sites);
  if (!recorded) {
    fix.reason = recorded.error().message;
    return false;
  }
  fix.left_out = recorded->left_out;
  fix.problem = std::move(recorded->problem);
  fix.solution = solve(fix.problem);
  fix.is_solved = true;
  return true;
}

bool gains(const ArrayFix& fix) {
  return fix.solution.best().wavefronts < fix.solution.naive.wavefronts;
}

// Structs whose members are accessed one by one: a layout that takes them apart.
void solve_by_members(ArrayFix& fix, const Meeting& meeting, const ArraySearch& search) {
  const std::uint32_t unit = widest_access(meeting);
  const std::uint32_t element = fix.problem.shape.element_bytes;
  if (gains(fix) || unit >= element || element % unit != 0) return;
  TileShape members = fix.problem.shape;
  members.element_bytes = unit;
  members.sizes.push_back(element / unit);
  ArrayFix apart = fix;
  if (!solve_with(apart, meeting, empty_problem(meeting, members, search)) || !gains(apart)) return;
  fix = std::move(apart);
  fix.reason = "its elements are structs, vectors or arrays of " + std::to_string(element) +
               " bytes, and only a layout that takes them apart helps: another struct, or an array "
               "for each member, is for you to write";
}

// A one-dimensional array that is indexed by rows: longer rows may help where no pad after 2^k
// elements does.
std::vector<std::uint32_t> row_lengths_of(const Meeting& meeting, const TileShape& shape,
                                          const ArraySearch& search) {
  if (!meeting.found || shape.sizes.size() != 1) return {};
  const source::SharedArrayCode& code = meeting.found->code;
  const source::CodeFile& file = *search.files.files()[meeting.found->file];
  const source::NamedValues own = source::template_values_of(code, meeting.array);
  const auto uses = source::uses_of(file, code, search.files.files());
  const std::uint32_t length =
      source::row_length_of({file, search.constants, own, shape.sizes[0]}, code,
                            uses.value_or(std::vector<source::ArrayUse>{}));
  return length == 0 ? std::vector<std::uint32_t>{} : std::vector{length};
}

LayoutProblem declared_problem(const Meeting& meeting, const ArraySearch& search) {
  if (!meeting.shape || !meeting.found) {
    return empty_problem(meeting, shape_by_accesses(meeting), search);
  }
  LayoutProblem problem = empty_problem(meeting, *meeting.shape, search);
  problem.element_type = meeting.found->code.type;
  problem.row_lengths = row_lengths_of(meeting, *meeting.shape, search);
  return problem;
}

ArrayToFix array_of(const Meeting& meeting, const ArraySearch& search) {
  const source::ScopedName name = source::scoped_name_of(meeting.array.name);
  ArrayToFix result{
      .fix = {.array = name.name, .function = name.function},
        .found = meeting.found
  };
  ArrayFix& fix = result.fix;
  fix.totals = meeting.totals();
  for (const KernelAnalysis* kernel : meeting.kernels) {
    if (std::ranges::find(fix.kernels, kernel->name) == fix.kernels.end())
      fix.kernels.push_back(kernel->name);
  }
  if (meeting.found) {
    const source::CodeFile& file = *search.files.files()[meeting.found->file];
    const auto token = file.tokens[meeting.found->code.name_token];
    fix.where = location_of(file.text, token.span.begin);
    fix.function = meeting.found->code.function;
  }
  fix.reason = meeting.reason;
  if (!solve_with(fix, meeting, declared_problem(meeting, search))) return result;
  if (meeting.shape) solve_by_members(fix, meeting, search);
  if (!gains(fix)) {
    fix.outcome = FixOutcome::kNothingToGain;
    fix.reason.clear();
  }
  return result;
}

}  // namespace

std::string told(const Diagnostic& problem) {
  if (problem.where.line == 0) return problem.message;
  return problem.message + " (" + file_and_line(problem.where) + ')';
}

std::vector<ArrayToFix> arrays_to_fix(const ArraySearch& search) {
  std::vector<Meeting> meetings = meetings_of(search.analysis);
  for (Meeting& meeting : meetings) locate(meeting, search);
  std::vector<ArrayToFix> arrays;
  for (const Meeting& meeting : joined(std::move(meetings))) {
    if (meeting.totals().excess_wavefronts() > 0) arrays.push_back(array_of(meeting, search));
  }
  std::ranges::sort(arrays, std::greater(), [](const ArrayToFix& array) {
    const ArrayFix& fix = array.fix;
    return std::tuple(fix.totals.excess_wavefronts(), fix.function, fix.array);
  });
  return arrays;
}

}  // namespace smemlens::cli
