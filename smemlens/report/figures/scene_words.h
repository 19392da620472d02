#pragma once

// What a scene shows, in words.

#include <string>

#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/scene_board.h"

namespace smemlens::figures {

// "Bank conflict: 32 words queue at bank 0".
std::string title_of(const Scene& scene, Language language);

// "32 lanes ask 1 banks for 32 words. The longest queue is at bank 0 … 32 passes, ideal 1."
std::string words_of(const Scene& scene, Language language);

}  // namespace smemlens::figures
