#pragma once

// Requests for tests, said as briefly as they are thought.

#include <concepts>
#include <cstdint>
#include <string_view>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens::testing {

inline constexpr LaneMask kWarp = 0xffffffff;

// A request of the lanes in `active`, whose addresses `address_of(lane)` tells.
template <std::invocable<std::uint32_t> AddressOf>
Request request_of(Operation operation, std::uint32_t bytes_per_lane, LaneMask active,
                   AddressOf address_of) {
  Request request{.operation = operation,
                  .bytes_per_lane = static_cast<std::uint8_t>(bytes_per_lane),
                  .active = active};
  for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
    if ((active >> lane & 1) != 0) request.addresses[lane] = {address_of(lane)};
  }
  return request;
}

template <std::invocable<std::uint32_t> AddressOf>
Request load_of(std::uint32_t bytes_per_lane, AddressOf address_of) {
  return request_of(Operation::kLoad, bytes_per_lane, kWarp, address_of);
}

// 32 lanes of a load, `stride_bytes` apart.
inline Request strided_load(std::uint32_t stride_bytes, std::uint32_t bytes_per_lane = 4) {
  return load_of(bytes_per_lane, [=](std::uint32_t lane) { return lane * stride_bytes; });
}

inline const BankModel& model_of(std::string_view architecture) {
  return find_architecture(architecture)->bank_model;
}

}  // namespace smemlens::testing
