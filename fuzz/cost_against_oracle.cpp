// The bytes become a request of some architecture; cost_of, the slow oracle and the schedule must
// agree on it, and why_malformed must survive it.
//
//   byte 0  architecture    byte 1  operation and width    bytes 2 … 9  active lanes
//   then two bytes a lane: an element index; the first byte of the rest may widen the range

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"
#include "tests/oracle/slow_cost.h"

namespace {

using smemlens::Request;
using smemlens::RequestCost;

// Takes values off the front; zeros once the bytes are used up.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> left) : left_(left) {}

  template <typename T>
  T take() {
    T value{};
    const std::size_t size = left_.size() < sizeof(T) ? left_.size() : sizeof(T);
    if (size != 0) std::memcpy(&value, left_.data(), size);
    left_ = left_.subspan(size);
    return value;
  }

 private:
  std::span<const std::uint8_t> left_;
};

Request request_from(Bytes& bytes, const smemlens::BankModel& model) {
  const auto kind = bytes.take<std::uint8_t>();
  Request request;
  request.operation = static_cast<smemlens::Operation>(kind % smemlens::kOperationCount);
  request.bytes_per_lane = static_cast<std::uint8_t>(1U << (kind / 8 % 5));
  const auto active = bytes.take<std::uint64_t>();
  const auto extra = bytes.take<std::uint8_t>();
  request.active = active & (~smemlens::LaneMask{0} >> (64 - model.lanes_per_warp));
  if (request.operation == smemlens::Operation::kLdmatrix ||
      request.operation == smemlens::Operation::kStmatrix) {
    request.matrices = static_cast<std::uint8_t>(extra % 6);
  }
  request.source = static_cast<smemlens::CopySource>(extra / 8 % 3);
  const std::uint32_t scale = extra % 2 == 0 ? 1 : 4099;
  for (std::uint32_t lane = 0; lane < model.lanes_per_warp; ++lane) {
    request.addresses[lane] = {bytes.take<std::uint16_t>() * scale * request.bytes_per_lane};
  }
  return request;
}

bool are_equal(const RequestCost& fast, const RequestCost& slow) {
  if (fast.phase_count != slow.phase_count) return false;
  for (std::size_t i = 0; i < fast.phase_count; ++i) {
    if (fast.phases()[i] != slow.phases()[i]) return false;
  }
  return fast.wavefronts == slow.wavefronts && fast.ideal_wavefronts == slow.ideal_wavefronts &&
         fast.degree == slow.degree && fast.lowest_candidate == slow.lowest_candidate &&
         fast.highest_candidate == slow.highest_candidate;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes({data, size});
  const auto rows = smemlens::architectures();
  const smemlens::Architecture& row = rows[bytes.take<std::uint8_t>() % rows.size()];
  const Request request = request_from(bytes, row.bank_model);
  if (!smemlens::why_malformed(row.bank_model, request).empty()) return 0;
  const RequestCost fast = smemlens::cost_of(row.bank_model, request);
  const bool agree = are_equal(fast, smemlens::testing::slow_cost(row.bank_model, request)) &&
                     smemlens::schedule(row.bank_model, request).size() == fast.wavefronts &&
                     smemlens::note_of(row.bank_model, request, fast).empty() == fast.is_exact();
  if (!agree) {
    std::fprintf(stderr, "%.*s: cost_of and the oracle disagree\n",
                 static_cast<int>(row.name.size()), row.name.data());
    std::abort();
  }
  return 0;
}
