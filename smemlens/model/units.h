#pragma once

// The units of shared memory. A unit is a struct: an address passed for a word does not compile.
//
//   ByteAddress{132}  --word_of-->  WordIndex{33}  --bank_of-->  BankIndex{1}

#include <compare>
#include <cstdint>

namespace smemlens {

struct ByteAddress {
  std::uint32_t value = 0;
  auto operator<=>(const ByteAddress&) const = default;
};

struct WordIndex {
  std::uint32_t value = 0;
  auto operator<=>(const WordIndex&) const = default;
};

struct BankIndex {
  std::uint32_t value = 0;
  auto operator<=>(const BankIndex&) const = default;
};

// A thread's place in its warp, 0-based.
struct LaneIndex {
  std::uint32_t value = 0;
  auto operator<=>(const LaneIndex&) const = default;
};

// Bit l is lane l. 64 bits, because AMD's wave64 has 64 lanes.
using LaneMask = std::uint64_t;
inline constexpr unsigned kMaxLanes = 64;

}  // namespace smemlens
