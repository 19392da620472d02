#pragma once

// The layouts of which none is better in all of wavefronts, bytes and address operations.
//
//   (1056, 0 bytes, 0)  (64, 128 bytes, 0)  (64, 0 bytes, 1)      all three are worth having

#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/solve/solution.h"

namespace smemlens {

class ParetoSet {
 public:
  // Keeps `point` unless one is there that is as good in all three; drops those that it beats.
  void add(SolutionPoint point);

  // The most wavefronts with which a layout of that price would be worth having; none if not even
  // zero would.
  std::optional<std::uint64_t> worthwhile_wavefronts(std::uint64_t extra_bytes,
                                                     std::uint32_t address_operations) const;

  std::uint64_t fewest_wavefronts() const;

  // Fewest wavefronts first, then bytes, then operations.
  std::vector<SolutionPoint> sorted() const;

 private:
  std::vector<SolutionPoint> points_;
};

}  // namespace smemlens
