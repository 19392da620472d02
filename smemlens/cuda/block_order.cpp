#include "smemlens/cuda/block_order.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "smemlens/base/split_mix.h"

namespace smemlens::cuda {

BlockOrder::BlockOrder(std::uint64_t count, std::uint64_t seed)
    : count_(count),
      half_bits_(
          (static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(count, 2) - 1)) + 1) / 2),
      is_identity_(seed == 0) {
  SplitMix numbers(seed);
  for (std::uint64_t& key : keys_) key = numbers.next();
}

std::uint64_t BlockOrder::operator[](std::uint64_t n) const {
  if (is_identity_) return n;
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  do {
    std::uint64_t left = n >> half_bits_;
    std::uint64_t right = n & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t mixed = left ^ (SplitMix(right ^ key).next() & mask);
      left = right;
      right = mixed;
    }
    n = left << half_bits_ | right;
  } while (n >= count_);
  return n;
}

}  // namespace smemlens::cuda
