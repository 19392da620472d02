#pragma once

// An explanation as pictures (figures/), in any of their languages. What the pattern's own analysis
// says (why a count is not exact) stays English.

#include <optional>
#include <string>

#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"

namespace smemlens {

// The request to look at first: lanes, banks, queues, the law and the cheapest fix. An SVG
// document.
std::string explain_svg(const Explanation& explanation, Language language = Language::kEnglish);

// The same request before and after the cheapest fix, or nothing if there is none.
std::optional<std::string> fix_svg(const Explanation& explanation,
                                   Language language = Language::kEnglish);

}  // namespace smemlens
