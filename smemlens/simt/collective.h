#pragma once

// A decoded instruction that a whole warp executes together: matrix loads, stores and products.
//
//   ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%r3];
//     access: 16 bytes at %r3; registers: %r1, %r2; matrices 2
//
// PTX leaves open what happens if a lane is missing (".aligned"); here that is a fault.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/simt/fragment.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;
struct Collective;

// What a warp touches while it executes one collective.
struct CollectiveSite {
  ExecutionState& state;
  std::byte* frame;
  const Operation& operation;
  const Collective& collective;
};

// Does it for all 32 lanes; false: a fault, kept in the state.
using CollectiveFunction = bool (*)(const CollectiveSite& site);

struct CollectiveFunctions {
  CollectiveFunction load_matrices;
  CollectiveFunction store_matrices;
  CollectiveFunction transpose_matrix;
  CollectiveFunction load_fragment;
  CollectiveFunction store_fragment;
  CollectiveFunction multiply;
};

// How products are added up; see matrix_multiply.h.
enum class Arithmetic : std::uint8_t { kFloat, kDouble, kInteger, kBitAnd, kBitXor };

struct Collective {
  CollectiveFunction function = nullptr;
  std::vector<SlotOffset> registers;  // as written, vectors flattened, without addresses
  MemoryAccess access;                // loads and stores
  std::uint8_t matrices = 0;          // ldmatrix, stmatrix: 1, 2 or 4
  bool is_transposed = false;         // … .trans
  bool is_row_major = true;           // wmma.load, wmma.store: the matrix in memory
  SlotOffset stride = 0;              // … 32-bit slot: elements from one row (column) to the next
  Arithmetic arithmetic = Arithmetic::kFloat;
  bool is_saturated = false;  // .satfinite
  // mma: D, A, B, C; wmma.load and wmma.store: their one.
  Fragment fragments[4]{};
};

struct ControlResult;

// A collective whose lanes are not all on the warp's top path: lets the others come first.
//   lanes  those of the path whose guard holds; may be 0
ControlResult assemble(ExecutionState& state, const Operation& operation, WarpMask lanes);

}  // namespace smemlens::simt
