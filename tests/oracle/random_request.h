#pragma once

// Seeded random requests that reach the interesting corners: shared words, colliding banks, rows,
// strides, tight and wide address ranges, full and partial warps.

#include <cstdint>
#include <random>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"

namespace smemlens::testing {

// A well-formed request of `operation`, which `model` has at `bytes_per_lane`.
Request random_request(const BankModel& model, Operation operation, std::uint32_t bytes_per_lane,
                       std::mt19937_64& random);

}  // namespace smemlens::testing
