#pragma once

// What a scene shows, in words.

#include <string>

#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/solve/fix.h"

namespace smemlens::figures {

// "Bank conflict: 32 words queue at bank 0".
std::string title_of(const Scene& scene, Language language);

// "32 lanes ask 1 banks for 32 words. The longest queue is at bank 0 … 32 passes, ideal 1."
std::string words_of(const Scene& scene, Language language);

// "Price: 32 words, 128 B, 3.1 %".
std::string price_of(const FixPrice& price, Language language);

// "blocks in 48 KiB: 12 → 11": how many that hold the pattern's arrays fit into what one block may
// have without asking for more.
std::string blocks_of(const Explanation& explanation, const FixOption& option, Language language);

// "Before: 32 passes. After, with float s[32][33]; s[lane][0]: 1 pass. Price: …"; of all requests.
std::string words_of(const Explanation& explanation, const FixOption& option, Language language);

}  // namespace smemlens::figures
