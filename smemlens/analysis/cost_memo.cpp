#include "smemlens/analysis/cost_memo.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {
namespace {

constexpr LaneMask kAllLanes = 0xffffffff;  // of a warp that is executed

// Read from a table, so that the compiler vectorises a loop over a mask.
constexpr std::array<std::uint32_t, 32> kLaneBits = [] {
  std::array<std::uint32_t, 32> bits{};
  for (std::size_t lane = 0; lane < bits.size(); ++lane) bits[lane] = 1U << lane;
  return bits;
}();

// The lowest that is active; there is one.
std::size_t first_lane(const Request& request) {
  return static_cast<std::size_t>(std::countr_zero(request.active));
}

CountedCost counted(const RequestCost& cost) {
  return {.wavefronts = cost.wavefronts,
          .ideal_wavefronts = cost.ideal_wavefronts,
          .degree = cost.degree,
          // An access that the architecture doesn't have (a cp.async on sm_75) costs nothing that
          // is known.
          .is_known = cost.is_exact() && cost.phase_count != 0};
}

// Are the active lanes' addresses those `from`, `shift` bytes further? kFull: all lanes are active.
template <bool kFull>
bool is_moved(const std::array<std::uint32_t, 32>& from, const Request& request,
              std::uint32_t shift) {
  const auto active = static_cast<std::uint32_t>(request.active);
  std::uint32_t differences = 0;
  for (std::size_t lane = 0; lane < from.size(); ++lane) {
    const std::uint32_t keep = kFull || (active & kLaneBits[lane]) != 0 ? ~0U : 0U;
    differences |= ((request.addresses[lane].value - from[lane]) ^ shift) & keep;
  }
  return differences == 0;
}

}  // namespace

CountedCost CostMemo::cost(const BankModel& model, const Request& request,
                           std::optional<std::uint32_t> moved_by) {
  if (moved_by && *moved_by % model.period_bytes() == 0) return last_;
  const CountedCost cost = cost_anew(model, request);
  if (!moved_by && request.active == kAllLanes) last_ = cost;
  return cost;
}

CountedCost CostMemo::cost_anew(const BankModel& model, const Request& request) {
  const bool is_small =
      request.active != 0 && request.active <= kAllLanes && model.lanes_per_warp <= kLanes;
  if (!is_small || !is_worth_it()) return counted(cost_of(model, request));
  if (entries_.empty()) entries_.resize(kEntries);
  Entry& entry =
      entries_[request.addresses[first_lane(request)].value / model.word_bytes % kEntries];
  if (is_same(entry, request, model.period_bytes())) {
    ++hits_;
    return entry.cost;
  }
  ++misses_;
  const CountedCost cost = counted(cost_of(model, request));
  write(entry, request, cost);
  return cost;
}

bool CostMemo::is_same(const Entry& entry, const Request& request, std::uint32_t period_bytes) {
  if (entry.active != request.active || entry.operation != request.operation ||
      entry.bytes_per_lane != request.bytes_per_lane || entry.matrices != request.matrices ||
      entry.source != request.source || entry.open_cost != request.open_cost) {
    return false;
  }
  const std::size_t first = first_lane(request);
  const std::uint32_t shift = request.addresses[first].value - entry.addresses[first];
  if (shift % period_bytes != 0) return false;
  return request.active == kAllLanes ? is_moved<true>(entry.addresses, request, shift)
                                     : is_moved<false>(entry.addresses, request, shift);
}

void CostMemo::write(Entry& entry, const Request& request, const CountedCost& cost) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    entry.addresses[lane] = request.addresses[lane].value;
  }
  entry.active = request.active;
  entry.operation = request.operation;
  entry.bytes_per_lane = request.bytes_per_lane;
  entry.matrices = request.matrices;
  entry.source = request.source;
  entry.open_cost = request.open_cost;
  entry.cost = cost;
}

}  // namespace smemlens
