#pragma once

// The parts that are compiled once for each instruction set of the host, and the table that
// chooses between them. Sources that are compiled twice put everything in the namespace
// SMEMLENS_ISA (CMakeLists.txt sets it).

#include <cstdint>
#include <optional>
#include <string_view>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

// Why a warp stopped.
enum class WarpOutcome : std::uint8_t {
  kBudget,    // it can go on
  kSpinning,  // it can go on, but asks in a loop for what others must do
  kWaiting,   // at a barrier
  kDone,
  kFault,  // ExecutionState::fault
};

struct IsaFunctions {
  std::optional<ComputeChoice> (*compute_for)(const ptx::Instruction&);
  // A device library function's: slots result, arguments.
  std::optional<ComputeChoice> (*native_function)(std::string_view name);
  // Null pointer: no such access.
  AccessFunction (*access_function)(const MemoryAccess&);
  // cp.reduce.async.bulk; null pointer: no such reduction.
  AccessFunction (*bulk_reduction)(const MemoryAccess&);
  // cp.async: see copy_async.h.
  AccessFunction copy_async;
  // Matrix instructions: see matrix_access.h, fragment_access.h, matrix_multiply.h.
  CollectiveFunctions collectives;
  // d = a + b of 64-bit slots: cvta.
  Compute add_wide;
  // Predicate d = (a in the window that begins at b): isspacep.
  Compute is_in_window;
  // Runs the warp of `state` for at most `budget` warp instructions.
  WarpOutcome (*run_warp)(ExecutionState& state, std::uint64_t budget);
};

const IsaFunctions& functions_of(HostIsa isa);

namespace baseline {
IsaFunctions isa_functions();
}
namespace avx2 {
IsaFunctions isa_functions();
}

}  // namespace smemlens::simt
