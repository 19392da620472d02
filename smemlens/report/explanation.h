#pragma once

// What `explain` shows of a pattern: every request it makes, its cost, the law behind it, the fix.
//
//   float s[32][32]; s[lane][0]  →  one access, one warp: 32 wavefronts where 1 would do,
//                                   gcd(32, 32) = 32, and a pad of 1 element brings it to 1
//
// A plain value: text, JSON and pictures are drawn from it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/fix.h"

namespace smemlens {

struct ExplainOptions {
  const Architecture* architecture = nullptr;  // never null; a row of architectures()
  std::optional<Geometry> block;               // none: one warp
  std::vector<LetRange> lets;
  Fix (*find_fix)(const FixProblem& problem) = nullptr;  // cheapest_fix, or none is looked for
};

// One warp's request. schedule(model, request) tells which wavefront serves which lane.
struct ExplainedRequest {
  std::uint32_t warp = 0;
  Request request;
  RequestCost cost;
};

// One access for one value of each bound name.
struct ExplainedAccess {
  std::size_t access = 0;  // index into pattern.accesses
  Bindings bindings;
  std::vector<ExplainedRequest> warps;  // all of the block; those without an active lane cost 0
  Totals totals;
};

struct Explanation {
  const Architecture* architecture = nullptr;
  Pattern pattern;
  Geometry geometry;
  std::vector<ExplainedAccess> accesses;  // access by access, each for all values; never empty
  Totals totals;
  // The request to look at first: the one with the most excess wavefronts, of equals the first.
  std::size_t worst_access = 0;  // index into accesses
  std::size_t worst_warp = 0;    // index into its warps
  std::optional<Law> law;        // that explains it
  std::optional<Fix> fix;        // none if none was asked for

  const ExplainedAccess& worst() const { return accesses[worst_access]; }
  const ExplainedRequest& worst_request() const { return worst().warps[worst_warp]; }
};

// More requests than this are refused: nobody reads them.
inline constexpr std::uint64_t kMaxExplainedRequests = 65536;

// An error names its place: in the pattern, in the block, or the name that --let binds in vain.
Expected<Explanation> explain(const Pattern& pattern, const ExplainOptions& options);

// What was typed for an access of the explanation.
std::string_view text_of(const Explanation& explanation, const ExplainedAccess& access);

}  // namespace smemlens
