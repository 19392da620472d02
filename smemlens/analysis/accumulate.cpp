#include "smemlens/analysis/accumulate.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "smemlens/analysis/cost_memo.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens {
namespace {

SiteCounts& counts_for(std::vector<SiteCounts>& arrays, ptx::Index array) {
  // Nearly every instruction touches one array only.
  for (SiteCounts& counts : arrays) {
    if (counts.array == array) return counts;
  }
  arrays.emplace_back().array = array;
  return arrays.back();
}

void count(SiteCounts& counts, const CountedCost& cost, const simt::SharedAccess& access) {
  counts.totals.requests += 1;
  counts.totals.wavefronts += cost.wavefronts;
  counts.totals.ideal_wavefronts += cost.ideal_wavefronts;
  counts.divergent_requests += access.is_divergent ? 1 : 0;
  counts.inexact_requests += cost.is_known ? 0 : 1;
  if (counts.degrees.size() <= cost.degree) counts.degrees.resize(cost.degree + std::size_t{1});
  counts.degrees[cost.degree] += 1;
  if (cost.wavefronts < counts.worst.wavefronts) return;
  const auto place = [](const auto& a) { return std::tuple(a.block, a.warp, a.order); };
  if (cost.wavefronts == counts.worst.wavefronts && place(counts.worst) <= place(access)) return;
  counts.worst = {access.request, cost.wavefronts, access.block, access.warp, access.order};
}

}  // namespace

bool WorstAccess::precedes(const WorstAccess& other) const {
  if (wavefronts != other.wavefronts) return wavefronts > other.wavefronts;
  return std::tuple(block, warp, order) < std::tuple(other.block, other.warp, other.order);
}

void SiteCounts::merge(const SiteCounts& other) {
  totals += other.totals;
  divergent_requests += other.divergent_requests;
  inexact_requests += other.inexact_requests;
  degrees.resize(std::max(degrees.size(), other.degrees.size()));
  for (std::size_t i = 0; i < other.degrees.size(); ++i) degrees[i] += other.degrees[i];
  if (other.worst.precedes(worst)) worst = other.worst;
  recorded.merge(other.recorded);
}

SiteAccumulator::SiteAccumulator(const BankModel& model, const simt::Kernel& kernel)
    : model_(&model), kernel_(&kernel) {
  std::size_t slots = 0;
  for (const ptx::Function& function : kernel.module->functions) {
    first_slot_.push_back(slots);
    slots += function.instructions.size();
  }
  counts_.resize(slots);
}

void SiteAccumulator::observe(const simt::SharedAccess& access) {
  SiteCounts& counts =
      counts_for(counts_[slot_of(access.function, access.instruction)], access.array);
  count(counts, counts.memo.cost(*model_, access.request, access.moved_by), access);
  if (!records_requests_) return;
  const auto& arrays = kernel_->shared.arrays;
  if (access.array < arrays.size()) {
    counts.recorded.add(access.request, arrays[access.array].offset);
  } else {
    counts.recorded.leave_out(1);  // lanes in several arrays: no layout of one array serves them
  }
}

void SiteAccumulator::merge(const SiteAccumulator& other) {
  for (std::size_t slot = 0; slot < counts_.size(); ++slot) {
    for (const SiteCounts& counts : other.counts_[slot]) {
      counts_for(counts_[slot], counts.array).merge(counts);
    }
  }
}

}  // namespace smemlens
