#pragma once

// An explanation as a picture (figures/), in any of their languages. What the pattern's own
// analysis says (why a count is not exact) stays English.

#include <string>

#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"

namespace smemlens {

// The request to look at first: lanes, banks, queues, the law and the cheapest fix. An SVG
// document.
std::string explain_svg(const Explanation& explanation, Language language = Language::kEnglish);

}  // namespace smemlens
