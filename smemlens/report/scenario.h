#pragma once

// What a caller in JSON asks about: a pattern, where it runs, and which request to look at first.
//
//   {"pattern":"float s[32][33]; s[lane][0]","arch":"sm_80","block":"32,8","let":["k=0..3"],
//    "access":0,"warp":2}
//
// "arch", "block" and "let" are as on the command line. "access" counts the explanation's accesses
// (each access for each value of "let"), "warp" the block's warps; without them the request with
// the most excess wavefronts comes first.

#include <string>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/parameters.h"

namespace smemlens {

enum class FixSearch : bool { kNo, kYes };

// The error is that of `parameters`, or says what is wrong with the pattern and names the place.
Expected<Explanation> explain_scenario(figures::Parameters& parameters, FixSearch search);

// The pattern `text` for one warp, without a fix.
Expected<Explanation> explained(const std::string& text,
                                std::string_view arch = kDefaultArchitecture);

}  // namespace smemlens
