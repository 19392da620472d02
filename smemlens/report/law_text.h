#pragma once

// Why a law holds, as a clause without a full stop.
//
//   lane i reads word 32 * i, so lanes 0, 1, 2, 3, … share bank 0 with different words

#include <string>

#include "smemlens/model/laws.h"
#include "smemlens/report/figures/language.h"

namespace smemlens {

std::string law_reason(const Law& law, Language language);

}  // namespace smemlens
