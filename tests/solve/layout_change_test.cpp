#include "smemlens/solve/layout_change.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/candidates.h"
#include "smemlens/solve/rewrite.h"

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
    "struct { float b; int pad; } p[8][16]; p[lane % 8][lane / 2].pad",
    "char c[3]; float3 v[32][32]; v[lane][1].y",
};

// Every candidate's text means what the candidate says, address by address.
TEST(LayoutChange, IsWrittenOutAsItIsCosted) {
  const Architecture& sm_80 = *find_architecture("sm_80");
  std::size_t tried = 0;
  for (const char* text : kPatterns) {
    SCOPED_TRACE(text);
    const auto pattern = parse_pattern({"pattern", text});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    const auto array = static_cast<std::uint32_t>(pattern->arrays.size() - 1);
    const SharedArray& declared = pattern->arrays[array];
    const WarpPlaces places = places_of(*pattern, 0, sm_80, one_warp(sm_80), {})->front();
    const std::vector<PlacedRequest> requests = {
        {0, 0, places}
    };
    const ArrayForm form = form_of(*pattern, declared);
    const LayoutLimits limits = limits_of(*pattern, array, requests);
    auto candidates = pads_of(form, pattern->types[declared.type.value], limits, 128);
    for (const LayoutChange& swizzle : swizzles_of(form, limits, 128))
      candidates.push_back(swizzle);
    EXPECT_FALSE(candidates.empty());
    for (const LayoutChange& candidate : candidates) {
      const std::string changed = rewritten(*pattern, array, candidate);
      SCOPED_TRACE(changed);
      const auto again = parse_pattern({"pattern", changed});
      ASSERT_TRUE(again.has_value()) << to_text(again.error());
      EXPECT_EQ(again->arrays[array].bytes, bytes_of(form, candidate));
      const auto actual = evaluate(*again, 0, sm_80, one_warp(sm_80), {});
      ASSERT_TRUE(actual.has_value()) << to_text(actual.error());
      Request expected = request_of(*pattern, pattern->accesses[0], places);
      change_addresses(expected, places, form, candidate, declared.offset_bytes);
      EXPECT_EQ(actual->front().request.addresses, expected.addresses);
      EXPECT_TRUE(is_injective(form, candidate));
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000U);
}

TEST(LayoutChange, KnowsWhatIsNotInjective) {
  const ArrayForm rows{.rows = 4, .last_rows = 4, .columns = 6, .dimensions = 2};
  EXPECT_TRUE(is_injective(rows, RowXor{1, 0, 0}));
  EXPECT_FALSE(is_injective(rows, RowXor{2, 0, 0}));  // leaves the rows of 6
  const ArrayForm line{.columns = 64, .dimensions = 1};
  EXPECT_TRUE(is_injective(line, IndexXor{3, 0, 3}));
  EXPECT_FALSE(is_injective(line, IndexXor{1, 0, 0}));  // a bit XORed with itself
  const ArrayForm huge{.columns = 1U << 21U, .dimensions = 1};
  EXPECT_FALSE(is_injective(huge, IndexXor{3, 0, 3}));  // too large to enumerate: not claimed
}

}  // namespace
}  // namespace smemlens
