#include "tests/oracle/random_request.h"

#include <array>
#include <cstdint>
#include <random>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens::testing {
namespace {

LaneMask random_active(std::uint32_t lanes_per_warp, std::mt19937_64& random) {
  const LaneMask warp = ~LaneMask{0} >> (64 - lanes_per_warp);
  switch (random() % 6) {
    case 0:
      return random() & warp;
    case 1:
      return random() & random() & random() & warp;
    case 2:
      return warp >> (random() % lanes_per_warp);
    case 3:
      return (random() % 2 == 0 ? 0x5555555555555555 : 0x3333333333333333) & warp;
    default:
      return warp;
  }
}

// Elements of the access's size within which addresses fall.
std::uint32_t random_span(std::mt19937_64& random) {
  constexpr std::array<std::uint32_t, 8> kSpans = {1, 4, 32, 64, 256, 3000, 60000, 0x10000000};
  return kSpans[random() % kSpans.size()];
}

std::uint32_t random_element(std::uint32_t lane, std::uint64_t shape, std::uint32_t parameter,
                             std::uint32_t random) {
  switch (shape) {
    case 0:
      return lane * parameter;
    case 1:
      return (lane / 2) * parameter;
    case 2:
      return ((lane & 1) | (lane >> 2 << 1)) * parameter;
    case 3:
      return ((lane % 8) * 32) + (parameter * (lane / 8));
    default:
      return random;
  }
}

CopySource random_source(Operation operation, std::mt19937_64& random) {
  if (operation != Operation::kCpAsync) return CopySource::kUnknown;
  constexpr std::array kSources = {CopySource::kUnknown, CopySource::kLinear,
                                   CopySource::kScattered};
  return kSources[random() % kSources.size()];
}

}  // namespace

Request random_request(const BankModel& model, Operation operation, std::uint32_t bytes_per_lane,
                       std::mt19937_64& random) {
  Request request{.operation = operation,
                  .bytes_per_lane = static_cast<std::uint8_t>(bytes_per_lane),
                  .source = random_source(operation, random),
                  .active = random_active(model.lanes_per_warp, random)};
  if (operation == Operation::kLdmatrix || operation == Operation::kStmatrix) {
    request.matrices = static_cast<std::uint8_t>(1U << (random() % 3));
    request.active = ~LaneMask{0} >> (64 - model.lanes_per_warp);
  }
  const std::uint64_t shape = random() % 12;
  const std::uint32_t span = random_span(random);
  const auto parameter = static_cast<std::uint32_t>(random() % 70);
  const auto base = static_cast<std::uint32_t>(random() % 1000);
  for (std::uint32_t lane = 0; lane < model.lanes_per_warp; ++lane) {
    const auto scattered = static_cast<std::uint32_t>(random() % span);
    const std::uint32_t element = base + random_element(lane, shape, parameter, scattered);
    request.addresses[lane] = {element * bytes_per_lane};
  }
  return request;
}

}  // namespace smemlens::testing
