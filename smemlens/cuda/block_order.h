#pragma once

// An order of blocks that looks random, without a list: a permutation of 0 … count − 1.
//
//   const BlockOrder order(1000, 7);       order[0] … order[999]: each number below 1000 once
//   const BlockOrder in_order(1000, 0);    seed 0: as they are
//
// A Feistel network permutes the next power of four; what falls beyond the count is permuted again
// until it doesn't (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002).

#include <array>
#include <cstddef>
#include <cstdint>

namespace smemlens::cuda {

class BlockOrder {
 public:
  BlockOrder(std::uint64_t count, std::uint64_t seed);

  // n < count.
  std::uint64_t operator[](std::uint64_t n) const;

 private:
  static constexpr std::size_t kRounds = 4;

  std::uint64_t count_;
  unsigned half_bits_;
  bool is_identity_;
  std::array<std::uint64_t, kRounds> keys_{};
};

}  // namespace smemlens::cuda
