#pragma once

// Remembers what the requests of one instruction cost. Most instructions ask for few patterns, over
// and over; only their place in shared memory moves:
//
//   a[ty][k]   for k = 0 … 15: sixteen patterns, each again in every round of the outer loop
//
// A request costs what another one does whose addresses all differ from it by one multiple of the
// model's period (BankModel::period_words).

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {

// The part of a RequestCost that is counted.
struct CountedCost {
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal_wavefronts = 0;
  std::uint32_t degree = 0;
  bool is_known = false;  // exact, and the architecture has such an access

  bool operator==(const CountedCost&) const = default;
};

class CostMemo {
 public:
  // cost_of(model, request), in short; `model` must be the same at each call. moved_by: the request
  // is the last one of 32 lanes that was asked about without it, so many bytes further.
  CountedCost cost(const BankModel& model, const Request& request,
                   std::optional<std::uint32_t> moved_by = {});

 private:
  static constexpr std::uint32_t kEntries = 32;  // a power of two
  static constexpr std::uint32_t kLanes = 32;

  struct Entry {
    std::array<std::uint32_t, kLanes> addresses{};
    LaneMask active = 0;  // 0: empty
    // What else a cost hangs on.
    Operation operation = Operation::kLoad;
    std::uint8_t bytes_per_lane = 0;
    std::uint8_t matrices = 0;
    CopySource source = CopySource::kUnknown;
    OpenCost open_cost = OpenCost::kNone;
    CountedCost cost;
  };

  CountedCost cost_anew(const BankModel& model, const Request& request);
  static bool is_same(const Entry& entry, const Request& request, std::uint32_t period_bytes);
  static void write(Entry& entry, const Request& request, const CountedCost& cost);
  // False for an instruction whose requests hardly ever come again.
  bool is_worth_it() const { return misses_ < kTrial || hits_ > misses_; }

  static constexpr std::uint64_t kTrial = 512;

  CountedCost last_;            // of the last request of 32 lanes that hadn't moved
  std::vector<Entry> entries_;  // by the first address; empty at first
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace smemlens
