#pragma once

// One warp executing one shared-memory instruction: what every front end hands to cost_of.
//
//   Request r{.operation = Operation::kLoad, .bytes_per_lane = 4, .active = 0xffffffff};
//   for (unsigned lane = 0; lane < 32; ++lane) r.addresses[lane] = {lane * 128};   // a column
//   cost_of(sm_80.bank_model, r).wavefronts  →  32

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "smemlens/model/units.h"

namespace smemlens {

enum class Operation : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kLdmatrix,
  kStmatrix,
  kCpAsync,        // cp.async.ca: through L1
  kCpAsyncBypass,  // cp.async.cg: never counted exactly
};

// Of whole 8 x 8 matrices, whose rows the lanes point to.
constexpr bool takes_matrices(Operation operation) {
  return operation == Operation::kLdmatrix || operation == Operation::kStmatrix;
}

// As `cost` spells it: "load", "store", "atomic", "ldmatrix", "stmatrix", "cp.async".
std::string_view name_of(Operation operation);
std::optional<Operation> operation_from(std::string_view name);

// What is known of a cp.async's global source (docs/model.md, "cp.async").
enum class CopySource : std::uint8_t {
  kUnknown,
  kLinear,     // base + lane * bytes, base on a multiple of 512 bytes: the cost is exact
  kScattered,  // known, and something else
};

// What leaves a request's cost open whatever its addresses are.
enum class OpenCost : std::uint8_t {
  kNone,
  // wmma: which lane touches which element; the addresses are one way of doing it
  // (docs/model.md §5.1).
  kFragmentLayout,
  kCluster,  // .shared::cluster: the way it takes to the own block's memory (docs/model.md §10.1)
};

struct Request {
  Operation operation = Operation::kLoad;
  std::uint8_t bytes_per_lane = 4;           // 1, 2, 4, 8 or 16; 16 for ldmatrix and stmatrix
  std::uint8_t matrices = 0;                 // 1, 2 or 4 for ldmatrix and stmatrix, else 0
  CopySource source = CopySource::kUnknown;  // cp.async only
  OpenCost open_cost = OpenCost::kNone;      // else the cost is never exact
  LaneMask active = 0;
  // Byte address of each lane, a multiple of bytes_per_lane; inactive lanes' are ignored.
  // ldmatrix: lane l < 8 * matrices gives the address of row l.
  std::array<ByteAddress, kMaxLanes> addresses{};
};

}  // namespace smemlens
