#pragma once

// What one request costs. This is the one function of the project that knows bank conflicts.
//
//   float s[32][32], column read:  1 phase of 32 lanes, 32 distinct words in bank 0
//     →  wavefronts 32, ideal_wavefronts 1, degree 32
//
// Within a phase every bank delivers one word a wavefront, so the phase takes as many wavefronts
// as its busiest bank has distinct words; the phases of a request follow each other.
// Rule and evidence: docs/model.md.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

struct PhaseCost {
  LaneMask lanes = 0;            // active lanes served in this phase
  std::uint32_t wavefronts = 0;  // = conflict degree of the phase
  BankIndex worst_bank;          // the lowest of the busiest banks

  bool operator==(const PhaseCost&) const = default;
};

struct RequestCost {
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal_wavefronts = 0;  // non-empty phases after merging
  std::uint32_t degree = 0;            // the most wavefronts of any one phase
  // Where a question of docs/model.md is open, the highest and lowest count of its candidate rules.
  std::uint32_t lowest_candidate = 0;
  std::uint32_t highest_candidate = 0;
  std::uint32_t phase_count = 0;
  std::array<PhaseCost, kMaxPhases> phase_storage{};

  std::uint32_t excess_wavefronts() const { return wavefronts - ideal_wavefronts; }
  // False if and only if the candidate rules give different numbers for this very request.
  bool is_exact() const { return lowest_candidate == highest_candidate; }
  // In service order; those that no active lane belongs to are left out.
  std::span<const PhaseCost> phases() const { return {phase_storage.data(), phase_count}; }
};

// Cost of `request` under `model`. Total: every well-formed request has a cost; one with no active
// lane costs nothing (0, 0, 0).
RequestCost cost_of(const BankModel& model, const Request& request);

// Wavefronts of a well-formed request if the hardware served it by `rule`, one of its candidates.
std::uint32_t wavefronts_under(const BankModel& model, const ServiceRule& rule,
                               const Request& request);

// Why `cost` is not exact: each candidate's number, its condition and the section of docs/model.md
// that tells the question. Empty if the cost is exact.
std::string note_of(const BankModel& model, const Request& request, const RequestCost& cost);

// The same request is well formed if this is empty; otherwise the sentence says why not, naming
// the lane (a misaligned address, a width or operation that the model lacks).
std::string why_malformed(const BankModel& model, const Request& request);

}  // namespace smemlens
