#pragma once

// The question «can these words be put into banks so that …?», and the answer of z3, an SMT solver
// from outside. Nothing of the product is asked: lines, words and banks are all that it knows.
//
//   ask_z3({.banks = 4, .words = 16, .lines = rows_and_columns(4), .most = Words(8, 1)})
//     →  is_possible = true, bank_of = {0, 1, 2, 3, 1, 0, 3, 2, …}

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/solve/small_world.h"

namespace smemlens::testing {

struct SmtQuestion {
  std::uint32_t banks = 4;  // a power of two
  std::uint32_t words = 16;
  std::vector<Words> lines;
  Words most;                          // wavefronts that each line may take
  std::optional<std::uint64_t> total;  // that all of them may take together
  bool is_linear = false;              // a bank's bits are parities of bits of the word's number
  std::string also;                    // one term more that must hold, of in_bank(); or empty
  bool fixes_first_line = false;       // its words are in banks 0, 1, …: a choice of names
};

struct SmtAnswer {
  std::optional<bool> is_possible;  // none if z3 failed or took too long
  Words bank_of;                    // each word's bank, if it is possible
};

// The name of «the word is in the bank».
std::string in_bank(std::uint32_t word, std::uint32_t bank);

// z3 must be installed.
SmtAnswer ask_z3(const SmtQuestion& question);

}  // namespace smemlens::testing
