#pragma once

// Loops that wait (spin.h), while a kernel runs.

#include <cstdint>

#include "smemlens/simt/spin.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

struct ExecutionState;

// The kind of the loop [begin, end] in the state's function; found out once.
LoopKind kind_of_loop(ExecutionState& state, std::uint32_t begin, std::uint32_t end);

// Does the innermost loop around the place where `warp`, whose turn it was, stands wait for others?
bool stands_in_waiting_loop(ExecutionState& state, const Warp& warp);

}  // namespace smemlens::simt
