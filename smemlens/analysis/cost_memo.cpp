#include "smemlens/analysis/cost_memo.h"

#include <cstddef>
#include <cstdint>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {
namespace {

CountedCost counted(const RequestCost& cost) {
  return {.wavefronts = cost.wavefronts,
          .ideal_wavefronts = cost.ideal_wavefronts,
          .degree = cost.degree,
          // An access that the architecture doesn't have (a cp.async on sm_75) costs nothing that
          // is known.
          .is_known = cost.is_exact() && cost.phase_count != 0};
}

}  // namespace

CountedCost CostMemo::cost(const BankModel& model, const Request& request) {
  const bool is_small = request.active <= 0xffffffffU && model.lanes_per_warp <= kLanes;
  if (!is_small || !is_worth_it()) return counted(cost_of(model, request));
  if (entries_.empty()) entries_.resize(kEntries);
  Entry& entry = entries_[request.addresses[0].value / model.word_bytes % kEntries];
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
  if (entry.active != request.active || entry.active == 0 || entry.operation != request.operation ||
      entry.bytes_per_lane != request.bytes_per_lane || entry.matrices != request.matrices ||
      entry.source != request.source || entry.has_open_layout != request.has_open_layout) {
    return false;
  }
  const std::uint32_t shift = request.addresses[0].value - entry.addresses[0];
  std::uint32_t differences = shift % period_bytes;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    differences |= (request.addresses[lane].value - entry.addresses[lane]) ^ shift;
  }
  return differences == 0;
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
  entry.has_open_layout = request.has_open_layout;
  entry.cost = cost;
}

}  // namespace smemlens
