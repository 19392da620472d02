// A change of layout that is written back into a pattern means what it was costed as.

#include "smemlens/solve/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_problem.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/solve/writable.h"

namespace smemlens {
namespace {

// Patterns whose candidates reach every family and corner of rewriting.
constexpr const char* kPatterns[] = {
    "float s[32][32]; s[lane][lane ^ 3]",
    "float s[32][48]; s[lane / 2 + 1][lane % 2 ? 40 : 7]",
    "half h[20][64]; *(float4*)&h[lane % 20][lane / 8 * 8]",
    "double s[3][5][16]; s[lane % 3][lane % 5][lane % 16] = 1",
    "float s[1024]; s[31 * lane]",
    "char s[4096]; s[127 * lane]",
    "half h[2048]; *(float2*)&h[64 * lane]",
    "struct { short a; float b; } p[40]; p[lane].b",
    "struct { float x; } p[40]; p[lane].x",
    "struct { float b; int pad; } p[8][16]; p[lane % 8][lane / 2].pad",
    "char c[3]; float3 v[32][32]; v[lane][1].y",
};

struct Candidate {
  const LayoutProblem* problem;
  Layout layout;
};

std::vector<Candidate> candidates_of(const Pattern& pattern, std::uint32_t array,
                                     const LayoutProblem& by_elements,
                                     const LayoutProblem& by_units) {
  std::vector<Candidate> candidates;
  const LayoutProblem& padded = pads_structs(pattern, array) ? by_units : by_elements;
  for (Layout& layout : writable_pads(pattern, array, padded, {}))
    candidates.push_back({&padded, std::move(layout)});
  for (Layout& layout : writable_swizzles(pattern, array, by_elements, {}))
    candidates.push_back({&by_elements, std::move(layout)});
  return candidates;
}

std::array<ByteAddress, kMaxLanes> addresses_under(const Candidate& candidate) {
  const ElementRequest& request = candidate.problem->requests.front();
  std::vector<std::uint32_t> elements;
  for (const ElementPlace& place : request.lanes) elements.push_back(place.element);
  const auto places = places_of(candidate.layout, candidate.problem->shape, elements);
  std::array<std::uint32_t, kMaxLanes> starts{};
  std::ranges::copy(places, starts.begin());
  return request_at(*candidate.problem, request, starts).addresses;
}

// Every candidate's text means what the candidate says, address by address.
TEST(Rewrite, IsWrittenOutAsItIsCosted) {
  const Architecture& sm_80 = *find_architecture("sm_80");
  std::size_t tried = 0;
  for (const char* text : kPatterns) {
    SCOPED_TRACE(text);
    const auto pattern = parse_pattern({"pattern", text});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    const auto array = static_cast<std::uint32_t>(pattern->arrays.size() - 1);
    const WarpRequest declared = evaluate(*pattern, 0, sm_80, one_warp(sm_80), {})->front();
    const std::vector<AccessRequest> requests = {
        {0, declared.request}
    };
    const auto by_elements = problem_of(*pattern, array, StructView::kElements, sm_80, requests);
    const auto by_units = problem_of(*pattern, array, StructView::kUnits, sm_80, requests);
    const auto candidates = candidates_of(*pattern, array, by_elements, by_units);
    EXPECT_FALSE(candidates.empty());
    for (const Candidate& candidate : candidates) {
      const std::string changed = rewritten(*pattern, array, candidate.layout);
      SCOPED_TRACE(changed);
      const auto again = parse_pattern({"pattern", changed});
      ASSERT_TRUE(again.has_value()) << to_text(again.error());
      const TileShape& shape = candidate.problem->shape;
      EXPECT_EQ(again->arrays[array].bytes,
                footprint_of(candidate.layout, shape) * shape.element_bytes);
      const auto actual = evaluate(*again, 0, sm_80, one_warp(sm_80), {});
      ASSERT_TRUE(actual.has_value()) << to_text(actual.error());
      EXPECT_EQ(actual->front().request.addresses, addresses_under(candidate));
      EXPECT_TRUE(is_injective(candidate.layout, shape));
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000U);
}

}  // namespace
}  // namespace smemlens
