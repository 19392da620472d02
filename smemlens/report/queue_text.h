#pragma once

// Who waits for whom, in words.
//
//   Phases      1–2: lanes 0–15; lanes 16–31: 16 wavefronts each
//   Queue       phase 1 (2 alike): banks 0, 1: 16 deliveries each; bank 0 serves lanes 0, 1, 2 … 15
//   Wavefronts  1: lane 0; 2: lane 1; 3: lane 2; … 32: lane 31

#include <span>
#include <string>
#include <vector>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"

namespace smemlens {

// A sentence for each group of banks that have the same queue; empty if no bank has one.
std::vector<std::string> queue_sentences(const figures::AccessView& view);

// A sentence for each phase, or for each run of phases that are alike; empty if there is only one.
std::vector<std::string> phase_sentences(const figures::AccessView& view);

// Which lanes each wavefront serves, the middle ones left out if they are many: a lane is served
// when it gets its last word.
std::string wavefront_sentence(const figures::AccessView& view);

// "0, 2, 4 … 30" for a long progression; else all of them, cut after a dozen.
std::string number_series(std::span<const unsigned> numbers);

// "lane 3", "lanes 0–7", "lanes 0, 8, 16 and 24".
std::string lanes_text(LaneMask lanes);

}  // namespace smemlens
