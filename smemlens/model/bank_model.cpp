#include "smemlens/model/bank_model.h"

#include <bit>
#include <cstdint>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

namespace {

// True if every active lane has lane ^ x at its address (docs/model.md §4.1).
bool is_paired_by(unsigned x, Pairing pairing, LaneMask active, const Request& request) {
  // A lane without an active partner: allowed or not, and nothing to compare.
  constexpr LaneMask kLowOfPair[] = {0, 0x5555555555555555, 0x3333333333333333};
  const LaneMask low = kLowOfPair[x];
  const LaneMask both = active & (active >> x) & low;
  if (pairing == Pairing::kActive && (both | (both << x)) != active) return false;
  for (LaneMask rest = both; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (request.addresses[lane] != request.addresses[lane + x]) return false;
  }
  return true;
}

}  // namespace

bool lanes_are_paired(Pairing pairing, LaneMask active, const Request& request) {
  return pairing != Pairing::kNever &&
         (is_paired_by(1, pairing, active, request) || is_paired_by(2, pairing, active, request));
}

PhaseList phases_of(const ServiceRule& rule, const Request& request) {
  const LaneMask active = participants_of(request);
  const bool merged = is_merged(rule, active, request);
  PhaseList list;
  for (std::uint32_t i = 0; i < rule.phase_count; i += merged ? 2 : 1) {
    const Phase phase = phase_at(rule, i, merged, active);
    if (phase.lanes != 0) list.phases[list.count++] = phase;
  }
  return list;
}

}  // namespace smemlens
