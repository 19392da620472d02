#pragma once

// Who waits for whom, in words.
//
//   queue at bank 0: 32 words, one a wavefront, for lanes 0, 1, 2, 3 … 31
//   queue at banks 0, 2, 4 … 30: 2 words each; bank 0 serves lane 0, then lane 16
//
//   phase 1: lanes 0-15, 16 wavefronts (bank 0)
//   phase 2: lanes 16-31, 16 wavefronts (bank 0)

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

// "0, 2, 4 … 30" for a long progression; else all of them, cut after a dozen.
std::string number_series(std::span<const unsigned> numbers);

// "lane 3", "lanes 0–7", "lanes 0, 8, 16 and 24".
std::string lanes_text(LaneMask lanes);

}  // namespace smemlens
