#pragma once

// The note that every form of report carries if only a part of the program was executed.

#include <string>

#include "smemlens/analysis/selection.h"

namespace smemlens {

// "a sample (-k reduce -s 1 -c 2 --blocks first:4): …"; empty if everything was selected.
std::string sample_note(const Selection& selection);

}  // namespace smemlens
