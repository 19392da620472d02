#pragma once

// The instructions that random programs are made of.

#include <span>
#include <string_view>

namespace smemlens::testing {

// `mnemonic`: one of each {a|b|…} is taken; a part may be empty. `operands`: destinations, "=",
// sources, a letter each:
//   h r d   registers of 16, 32, 64 bits     f F   f32, f64     p   predicate
//   q       predicate that isn't negated     n       a count of bits
//   i       a number below 256
//   v 2 4   a 32-bit register of a video instruction: perhaps .b1 or .h1; .h31; .b7062
//   m       a vector that is as wide as the 64-bit operand beside it: {r, r}
//   w       a vector that is as wide as the 32-bit operand beside it: {h, h}
struct FormOfProgram {
  std::string_view mnemonic;
  std::string_view operands;
};
std::span<const FormOfProgram> forms_of_programs();

}  // namespace smemlens::testing
