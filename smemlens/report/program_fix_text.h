#pragma once

// What `fix PROGRAM.cu` found, for people: array by array the layouts and what came of them, then
// the diff, and what the second run has proved.

#include <string>

#include "smemlens/report/program_fix.h"
#include "smemlens/report/text_style.h"

namespace smemlens {

std::string program_fix_text(const ProgramFix& fix, const TextStyle& style);

}  // namespace smemlens
