#pragma once

// What a caller in JSON asks about: a pattern, where it runs, and which request to look at first.
//
//   {"pattern":"float s[32][33]; s[lane][0]","arch":"sm_80","block":"32,8","let":["k=0..3"],
//    "access":0,"warp":2}
//
// "arch", "block" and "let" are as on the command line. "access" counts the explanation's accesses
// (each access for each value of "let"), "warp" the block's warps; without them the request with
// the most excess wavefronts comes first.

#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/pattern_solution.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"

namespace smemlens {

// The error is that of `parameters`, or says what is wrong with the pattern and names the place.
Expected<Explanation> explain_scenario(figures::Parameters& parameters);

// The cheapest layouts of the array with the most excess wavefronts.
struct SolvedScenario {
  Explanation explanation;
  PatternProblem found;
  Solution solution;
};

// What a reader waits for without a wish to leave: a tenth of a second at most.
inline constexpr SolveEffort kScenarioEffort{.requests = std::uint64_t{1} << 18U,
                                             .linear_steps = std::uint64_t{1} << 25U,
                                             .exchanges = 10'000};

Expected<SolvedScenario> solve_scenario(figures::Parameters& parameters);

// The pattern `text` for one warp.
Expected<Explanation> explained(const std::string& text,
                                std::string_view arch = kDefaultArchitecture);

}  // namespace smemlens
