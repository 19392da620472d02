#pragma once

// What the core says of a pattern that is wrong, why a count isn't certain, and what is proved of a
// layout, in the page's languages. The core speaks English; a table has each form of its sentences
// with places, and what is found in a place is looked up too.
//
//   translated("expected ';' but found the end of the pattern", Language::kHinglish)
//     →  yahan ';' chahiye tha, lekin pattern khatam ho gaya
//
// A sentence without a row stays as it is: better in English than not at all.
// tests/report/translation_test goes through every error that tests/pattern knows.

#include <string>
#include <string_view>

#include "smemlens/report/figures/language.h"

namespace smemlens {

std::string translated(std::string_view english, Language language);

}  // namespace smemlens
