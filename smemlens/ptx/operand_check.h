#pragma once

// Do the operands of an instruction have its form?

#include <cstddef>
#include <optional>
#include <string>

#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

struct OperandProblem {
  std::string message;
  std::optional<std::size_t> position;  // of the operand; none: their number is wrong
};

// What is wrong with the operands of `instruction`, or nothing; counts its destinations.
//   has_pair  the first two operands were written a|b
std::optional<OperandProblem> check_operands(const Decoded& decoded, const Function& function,
                                             Instruction& instruction, bool has_pair);

}  // namespace smemlens::ptx
