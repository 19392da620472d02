#pragma once

// An explanation for people, on a terminal.
//
//   float s[32][32]; s[lane][0]
//   sm_80 (A100): load, 4 bytes a lane, 32 lanes, warp 0
//
//   32 wavefronts, ideal 1: 32-way bank conflict
//
//   bank  0  1  2 …          (access_text.h, bank_grid.h)
//
//   Law         gcd(32, 32) = 32: …
//   Pad         float s[32][33]; s[lane][0]
//               32 → 1 wavefront, 32 × fewer wavefronts for this access
//               price: 32 words (128 bytes, 3.1 %)
//
// Several requests (accesses, values of --let, warps): a table of all first, with totals, then the
// picture of the one with the most excess.

#include <string>

#include "smemlens/report/access_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/text_style.h"

namespace smemlens {

// The verdict, the law, and gain and price of a fix are told in `language`; tables, the order of
// queues and notes stay English.
std::string explain_text(const Explanation& explanation, const TextStyle& style,
                         Language language = Language::kEnglish);

// What pictures and text show of the request to look at first.
AccessStory worst_story(const Explanation& explanation, Language language = Language::kEnglish);

}  // namespace smemlens
