#pragma once

// From where to where each register's value is needed.

#include <cstdint>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/control_flow.h"

namespace smemlens::simt {

// One stretch of pcs that covers every place where the register's value is needed; both ends
// included. A guarded write doesn't end the need for the old value.
struct LiveRange {
  std::uint32_t begin = 0xffffffff;  // > end: the register is never used
  std::uint32_t end = 0;
  bool is_live_at_entry = false;  // it may be read before it is written

  bool is_used() const { return begin <= end; }
};

// By register. For a function too large to analyse (blocks × registers), every register counts as
// needed everywhere.
std::vector<LiveRange> live_ranges(const ptx::Function& function, const ControlFlow& flow);

}  // namespace smemlens::simt
