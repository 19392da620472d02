#include "smemlens/solve/recorded_problem.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {
namespace {

tl::unexpected<Diagnostic> refusal(std::string message, const Site& site) {
  return tl::unexpected(Diagnostic{.severity = Severity::kNote,
                                   .code = "fix-recording",
                                   .message = std::move(message),
                                   .where = site.key.where});
}

// "transpose.cu:28 load"
std::string access_name(const Site& site) {
  const std::string& path = site.key.where.file;
  return path.substr(path.rfind('/') + 1) + ':' + std::to_string(site.key.where.line) + ' ' +
         std::string(name_of(site.operation));
}

std::uint32_t access_of(LayoutProblem& problem, const Site& site, std::uint8_t matrices) {
  const WeightedAccess access{.name = access_name(site),
                              .operation = site.operation,
                              .bytes = static_cast<std::uint8_t>(site.bytes),
                              .matrices = matrices};
  const auto same = std::ranges::find_if(problem.accesses, [&](const WeightedAccess& other) {
    return other.name == access.name && other.operation == access.operation &&
           other.bytes == access.bytes && other.matrices == access.matrices;
  });
  const auto number = static_cast<std::uint32_t>(same - problem.accesses.begin());
  if (same == problem.accesses.end()) problem.accesses.push_back(access);
  return number;
}

// False if a lane leaves the shape.
bool add_request(LayoutProblem& problem, std::uint32_t access, const Request& request,
                 std::uint64_t count) {
  ElementRequest result{.access = access, .active = request.active, .count = count};
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint32_t byte = request.addresses[lane].value;
    if (std::uint64_t{byte} + request.bytes_per_lane > problem.shape.bytes()) return false;
    result.lanes[lane] = {byte / problem.shape.element_bytes, byte % problem.shape.element_bytes};
  }
  problem.requests.push_back(result);
  return true;
}

}  // namespace

Expected<RecordedProblem> recorded_problem_of(LayoutProblem empty,
                                              std::span<const Site* const> sites) {
  RecordedProblem result{.problem = std::move(empty)};
  for (const Site* site : sites) {
    result.left_out += site->recorded.left_out();
    for (const auto& [key, count] : site->recorded.counts()) {
      if (key.request.open_cost == OpenCost::kFragmentLayout)
        return refusal("wmma accesses it, of which no one knows which lane touches what", *site);
      if (key.request.open_cost == OpenCost::kCluster)
        return refusal("it is accessed as .shared::cluster, of which no one knows the cost", *site);
      const std::uint32_t access = access_of(result.problem, *site, key.request.matrices);
      if (!add_request(result.problem, access, key.request, count))
        return refusal("an access goes past its end", *site);
    }
  }
  merge_equal_requests(result.problem);
  if (result.problem.requests.empty())
    return tl::unexpected(Diagnostic{.severity = Severity::kNote,
                                     .code = "fix-recording",
                                     .message = "no access to it alone was recorded"});
  return result;
}

}  // namespace smemlens
