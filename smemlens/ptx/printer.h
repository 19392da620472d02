#pragma once

// Writes a Module as PTX text that parses to an equal Module (but for places in the text).

#include <string>

#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

std::string to_text(const Module& module);

// One instruction of `function`, a function of `module`, without the semicolon: "@%p1 bra $L_2".
std::string to_text(const Instruction& instruction, const Function& function, const Module& module);

}  // namespace smemlens::ptx
