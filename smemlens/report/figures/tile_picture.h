#pragma once

// The picture of one access in memory: rows of words, column = bank, with the lanes on their words.

#include <string>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {

std::string tile_picture(const AccessView& access, const TileView& tile, const std::string& id);

// All deliveries of `access`, phase after phase.
TileView tile_view(const AccessView& access);

}  // namespace smemlens::figures
