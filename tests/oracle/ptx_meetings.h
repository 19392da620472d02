#pragma once

// What threads compute together: shuffles, votes, matches, reductions, barriers, and atomics.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "smemlens/ptx/module.h"
#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {

using LaneNumber = std::uint32_t;

// Some lanes of a warp at one instruction, with its source operands in each.
struct Meeting {
  const ptx::Instruction* instruction = nullptr;
  std::map<LaneNumber, std::vector<Bits>> sources;
};

// Each lane's results; nullopt: this second implementation doesn't have the form.
std::optional<std::map<LaneNumber, std::vector<Bits>>> outcome_of(const Meeting& meeting);

// bar.red's result, from what each thread brought.
Bits barrier_result(const ptx::Instruction& barrier, const std::vector<bool>& votes);

// What memory holds after an atomic on `old`.
std::optional<Bits> after_atomic(const ptx::Instruction& instruction, Bits old,
                                 const std::vector<Bits>& operands);

}  // namespace smemlens::testing
