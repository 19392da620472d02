#pragma once

// An explanation as pictures (figures/).

#include <optional>
#include <string>

#include "smemlens/report/explanation.h"

namespace smemlens {

// The request to look at first: lanes, banks, queues, the law and the cheapest fix. An SVG
// document.
std::string explain_svg(const Explanation& explanation);

// The same request before and after the cheapest fix, or nothing if there is none.
std::optional<std::string> fix_svg(const Explanation& explanation);

}  // namespace smemlens
