#pragma once

// One request under a layout, as pictures show it.
//
//   float s[32][32]; s[lane][0]  with rows of 33  →  32 words in 32 banks, 1 wavefront, of
//                                                    float s[32][33], a word of padding a row

#include "smemlens/model/request.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

//   declared  a request of the problem's array as it is declared
AccessStory layout_story(const LayoutProblem& problem, const Request& declared,
                         const Layout& layout, Language language);

}  // namespace smemlens
