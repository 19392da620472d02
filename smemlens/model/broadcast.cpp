#include "smemlens/model/broadcast.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <span>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/units.h"

namespace smemlens {

namespace {

unsigned first_of(LaneMask lanes) {
  return static_cast<unsigned>(std::countr_zero(lanes));
}

LaneMask askers_of(std::span<const std::uint32_t> words, std::uint32_t word, LaneMask waiting) {
  LaneMask askers = 0;
  for (LaneMask rest = waiting; rest != 0; rest &= rest - 1) {
    if (words[first_of(rest)] == word) askers |= rest & -rest;
  }
  return askers;
}

bool is_preferred(Counting counting, LaneMask askers, LaneMask best) {
  if (best == 0) return true;
  if (counting == Counting::kBroadcastMostWanted)
    return std::popcount(askers) > std::popcount(best);
  if (counting == Counting::kBroadcastLeastWanted) {
    return std::popcount(askers) < std::popcount(best);
  }
  return false;
}

// The lanes that the broadcast word of the next step serves.
LaneMask choose_broadcast(std::span<const std::uint32_t> words, LaneMask waiting,
                          Counting counting) {
  LaneMask best = 0;
  for (LaneMask rest = waiting; rest != 0;) {
    const LaneMask askers = askers_of(words, words[first_of(rest)], waiting);
    if (is_preferred(counting, askers, best)) best = askers;
    rest &= ~askers;
  }
  return best;
}

}  // namespace

BroadcastSteps broadcast_steps(std::span<const std::uint32_t> words, std::uint32_t banks,
                               Counting counting) {
  assert(banks <= 64 && words.size() <= kMaxLanes);
  BroadcastSteps steps;
  LaneMask waiting = words.size() == kMaxLanes ? ~LaneMask{0} : (LaneMask{1} << words.size()) - 1;
  while (waiting != 0) {
    LaneMask served = choose_broadcast(words, waiting, counting);
    std::uint64_t busy_banks = std::uint64_t{1} << (words[first_of(served)] & (banks - 1));
    for (LaneMask rest = waiting & ~served; rest != 0; rest &= rest - 1) {
      const std::uint64_t bank = std::uint64_t{1} << (words[first_of(rest)] & (banks - 1));
      if ((busy_banks & bank) == 0) served |= rest & -rest;
      busy_banks |= bank;
    }
    steps.served[steps.count++] = served;
    waiting &= ~served;
  }
  return steps;
}

}  // namespace smemlens
