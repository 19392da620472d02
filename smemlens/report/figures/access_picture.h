#pragma once

// The picture of one request: lanes above, banks as drawers below, arrows between them, and under
// the drawers who waits for whom.
//
//   32-way bank conflict                                   32 wavefronts   1 ideal
//   float s[32][32]; s[lane][0]
//   lane         ( 0)( 1)( 2)( 3) … (31)
//                  | / / /
//   bank         [ 0][ 1][ 2][ 3] … [31]
//   wavefront 1  [ 0]////////////////////    ideal: 1 wavefront
//             2  [ 1]////////////////////
//             …
//            32  [31]////////////////////
//                ×32
//
// A request that is served in several phases has one such panel a phase.

#include <string>
#include <vector>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/strip.h"

namespace smemlens::figures {

// An SVG document. `id` begins every id in it: unique on its page, a letter first.
std::string access_picture(const AccessView& view, const std::string& id);

// "32-way bank conflict", "No bank conflict", …: what to see in the picture.
std::string headline_of(const AccessView& view);

// "32 wavefronts, ideal 1".
std::string cost_text(const AccessView& view);

// The picture in words, for those who don't see it.
std::string description_of(const AccessView& view);

// Each bank's deepest queue over all phases, as its drawer shows it.
std::vector<DrawerState> drawer_states_of(const AccessView& view);

}  // namespace smemlens::figures
