#include "smemlens/solve/layout_problem.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

struct FamilyName {
  std::string_view name;
  std::string_view description;
};

constexpr FamilyName kFamilies[] = {
    {"none",       "the layout as declared"    },
    {"row_pad",    "row pads"                  },
    {"axis_order", "axis orders, padded or not"},
    {"block_pad",  "block pads"                },
    {"rotation",   "row rotations"             },
    {"swizzle",    "swizzles"                  },
    {"tma",        "TMA swizzles"              },
    {"complement", "complements by one bit"    },
    {"linear",     "linear maps over GF(2)"    },
    {"table",      "tables"                    },
};
static_assert(std::size(kFamilies) == kLayoutFamilyCount);

std::uint64_t hash_of(const ElementRequest& request) {
  std::uint64_t hash = (request.access * 0x9e3779b97f4a7c15U) ^ request.active;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const ElementPlace& place = request.lanes[static_cast<std::size_t>(std::countr_zero(rest))];
    hash = (hash ^ place.element ^ (std::uint64_t{place.inner_bytes} << 32U)) * 0x100000001b3U;
  }
  return hash;
}

bool are_equal(const ElementRequest& a, const ElementRequest& b) {
  if (a.access != b.access || a.active != b.active) return false;
  for (LaneMask rest = a.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (a.lanes[lane] != b.lanes[lane]) return false;
  }
  return true;
}

void narrow(LayoutConstraints& constraints, const TileShape& shape, const WeightedAccess& access,
            const ElementPlace& place) {
  const std::uint32_t element_bytes = shape.element_bytes;
  const std::uint32_t column = place.element % shape.columns();
  const std::uint64_t end =
      (std::uint64_t{column} * element_bytes) + place.inner_bytes + access.bytes;
  if (end > std::uint64_t{shape.columns()} * element_bytes) constraints.stays_in_row = false;
  if (place.inner_bytes + access.bytes <= element_bytes) return;
  if (place.inner_bytes != 0 || access.bytes % element_bytes != 0) {
    constraints.has_aligned_columns = constraints.has_aligned_numbers = false;
    return;
  }
  const std::uint32_t chunk = access.bytes / element_bytes;
  if (column % chunk != 0 || column + chunk > shape.columns())
    constraints.has_aligned_columns = false;
  if (place.element % chunk != 0) constraints.has_aligned_numbers = false;
  constraints.chunk_elements = std::max(constraints.chunk_elements, chunk);
}

}  // namespace

std::string_view name_of(LayoutFamily family) {
  return kFamilies[static_cast<std::size_t>(family)].name;
}

std::string_view described(LayoutFamily family) {
  return kFamilies[static_cast<std::size_t>(family)].description;
}

std::optional<LayoutFamily> layout_family_from(std::string_view name) {
  const auto* found = std::ranges::find(kFamilies, name, &FamilyName::name);
  if (found == std::end(kFamilies)) return std::nullopt;
  return static_cast<LayoutFamily>(found - std::begin(kFamilies));
}

bool allows(const SolveLimits& limits, LayoutFamily family) {
  if (family == LayoutFamily::kNone) return true;
  if (limits.families.empty()) return family != LayoutFamily::kTma;
  return std::ranges::find(limits.families, family) != limits.families.end();
}

Request request_at(const LayoutProblem& problem, const ElementRequest& request,
                   const std::array<std::uint32_t, kMaxLanes>& start_places) {
  const WeightedAccess& access = problem.accesses[request.access];
  Request result{.operation = access.operation,
                 .bytes_per_lane = access.bytes,
                 .matrices = access.matrices,
                 .active = request.active};
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    result.addresses[lane] = {problem.base_bytes +
                              (start_places[lane] * problem.shape.element_bytes) +
                              request.lanes[lane].inner_bytes};
  }
  return result;
}

void merge_equal_requests(LayoutProblem& problem) {
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  std::vector<ElementRequest> merged;
  for (const ElementRequest& request : problem.requests) {
    if (request.active == 0) continue;
    const std::uint64_t hash = hash_of(request);
    const auto [begin, end] = seen.equal_range(hash);
    const auto found = std::find_if(
        begin, end, [&](const auto& entry) { return are_equal(merged[entry.second], request); });
    if (found != end) {
      merged[found->second].count += request.count;
      continue;
    }
    seen.emplace(hash, merged.size());
    merged.push_back(request);
  }
  problem.requests = std::move(merged);
}

LayoutConstraints constraints_of(const LayoutProblem& problem) {
  LayoutConstraints constraints;
  for (const ElementRequest& request : problem.requests) {
    const WeightedAccess& access = problem.accesses[request.access];
    constraints.widest_bytes = std::max<std::uint32_t>(constraints.widest_bytes, access.bytes);
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      narrow(constraints, problem.shape, access, request.lanes[lane]);
    }
  }
  return constraints;
}

}  // namespace smemlens
