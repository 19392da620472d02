#include "smemlens/model/bank_model.h"

#include <bit>
#include <cassert>
#include <cstddef>
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

bool is_merged(const ServiceRule& rule, LaneMask active, const Request& request) {
  if (rule.pairing == Pairing::kNever) return false;
  return is_paired_by(1, rule.pairing, active, request) ||
         is_paired_by(2, rule.pairing, active, request);
}

}  // namespace

const AccessRules* rules_of(const BankModel& model, Operation operation,
                            std::uint32_t bytes_per_lane) {
  if (!std::has_single_bit(bytes_per_lane) || bytes_per_lane > 16) return nullptr;
  const auto width = static_cast<std::size_t>(std::countr_zero(bytes_per_lane));
  return model.accesses[static_cast<std::size_t>(operation)][width];
}

WordIndex word_of(const BankModel& model, ByteAddress address) {
  return {address.value >> std::countr_zero(model.word_bytes)};
}

BankIndex bank_of(const BankModel& model, WordIndex word) {
  return {word.value & (model.banks - 1)};
}

std::uint32_t words_per_lane(const BankModel& model, const Request& request) {
  const std::uint32_t bytes = request.bytes_per_lane;
  return bytes <= model.word_bytes ? 1 : bytes >> std::countr_zero(model.word_bytes);
}

LaneMask participants_of(const Request& request) {
  const bool gives_rows =
      request.operation == Operation::kLdmatrix || request.operation == Operation::kStmatrix;
  if (!gives_rows || request.matrices >= 8) return request.active;
  return request.active & ((LaneMask{1} << (8U * request.matrices)) - 1);
}

PhaseList phases_of(const ServiceRule& rule, const Request& request) {
  assert(rule.phase_count <= kMaxPhases);
  const LaneMask active = participants_of(request);
  const std::uint32_t step = is_merged(rule, active, request) ? 2 : 1;
  PhaseList list;
  for (std::uint32_t i = 0; i < rule.phase_count; i += step) {
    Phase phase = rule.phases[i];
    if (step == 2 && i + 1 < rule.phase_count) phase.lanes |= rule.phases[i + 1].lanes;
    phase.lanes &= active;
    if (phase.lanes != 0) list.phases[list.count++] = phase;
  }
  return list;
}

}  // namespace smemlens
