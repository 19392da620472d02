#pragma once

// Where one lane's request goes, step by step.
//
//   float s[32][33]; s[lane][0], lane 17
//     →  s[17][0], index 561, byte address 2244, word 561, row 17, bank 17, pass 1

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/model/units.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"

namespace smemlens {

// One word of the lane, and its place among rows of as many words as there are banks.
struct LaneWord {
  WordIndex word;
  BankIndex bank;
  std::uint32_t row = 0;
};

// How a row's padding, or an XOR, makes the word that the lane asks for.
//
//   float s[32][33]; s[17][20]       word 17·32 + 20, and 17·1 that the padding adds
//   float s[32][32]; s[17][5 ^ 17]   word 17·32 + 5, and 17 that flips its bits
struct LaneSum {
  bool is_xor = false;
  std::uint32_t place = 0;  // the word without it
  std::uint32_t other = 0;  // what is added to it, or the bits that are flipped
  std::string place_text;
  std::string other_text;
};

struct LaneAddress {
  std::uint32_t index = 0;  // of the element, in memory order
  std::string typed;        // "s[lane][0]"
  std::string element;      // "s[17][0]"
  ByteAddress address;
  std::vector<LaneWord> words;  // not empty
  std::optional<LaneSum> sum;   // of an element of a matrix of words, where one can be told
  std::uint32_t pass = 0;       // the one that serves the lane, from 1
};

// Of the request that the explanation looks at first; none if the lane asks for nothing.
std::optional<LaneAddress> lane_address(const Explanation& explanation, std::uint32_t lane);

// "lane 17: word 561, bank 17, pass 1".
std::string lane_note(std::uint32_t lane, const std::optional<LaneAddress>& address,
                      Language language);

}  // namespace smemlens
