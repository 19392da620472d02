#pragma once

// From a stream of shared accesses to counts per site.
//
//   SiteAccumulator sites(architecture.bank_model, kernel);      // one for each executor
//   BlockExecutor executor({kernel, launch, memory, &sites});    // … run blocks …
//   first.merge(second);                                         // in any order: the same sum
//   Analysis launch_analysis = analysis_of(first, description);
//
// Memory does not grow with the grid: each access is costed at once and added up. What the requests
// of an instruction cost is remembered for a while (cost_memo.h).

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/cost_memo.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens {

// The request with the most wavefronts so far, and where it was.
struct WorstAccess {
  Request request;
  std::uint32_t wavefronts = 0;
  std::uint64_t block = 0;  // linear
  std::uint32_t warp = 0;
  std::uint64_t order = 0;

  bool precedes(const WorstAccess& other) const;
};

// Counts of one instruction on one array.
struct SiteCounts {
  ptx::Index array = ptx::kNone;  // into SharedLayout::arrays
  Totals totals;
  std::uint64_t divergent_requests = 0;
  std::uint64_t inexact_requests = 0;
  std::vector<std::uint64_t> degrees;  // [degree] → requests
  WorstAccess worst;
  CostMemo memo;
  RecordedRequests recorded;  // empty unless the accumulator records

  void merge(const SiteCounts& other);
};

class SiteAccumulator : public simt::AccessObserver {
 public:
  // `model` and `kernel` must outlive the accumulator.
  SiteAccumulator(const BankModel& model, const simt::Kernel& kernel);

  // From now on each different request is kept too, for `fix`.
  void record_requests() { records_requests_ = true; }

  void observe(const simt::SharedAccess& access) override;

  // Adds what `other`, an accumulator of the same kernel, has seen.
  void merge(const SiteAccumulator& other);

  const simt::Kernel& kernel() const { return *kernel_; }
  bool records_requests() const { return records_requests_; }
  // One entry an instruction and array; `slot_of` order: function by function.
  const std::vector<std::vector<SiteCounts>>& counts() const { return counts_; }
  // Where the counts of an instruction of Module::functions[function] stand in `counts`.
  std::size_t slot_of(ptx::Index function, ptx::Index instruction) const {
    return first_slot_[function] + instruction;
  }

 private:
  const BankModel* model_;
  bool records_requests_ = false;
  const simt::Kernel* kernel_;
  std::vector<std::size_t> first_slot_;          // per module function
  std::vector<std::vector<SiteCounts>> counts_;  // per instruction: per array touched
};

// What the accumulator cannot know.
struct LaunchDescription {
  std::string architecture;
  simt::Extent grid{};
  simt::Extent block{};
  std::uint32_t dynamic_bytes = 0;
  std::uint64_t launch = 0;  // how many launches came before, for tie breaks
  std::uint64_t blocks_run = 0;
  std::uint64_t thread_instructions = 0;
  // Readable form of a mangled name; null pointer: names stay as they are.
  std::string (*demangle)(const std::string& mangled) = nullptr;
};

// The launch's own analysis: one kernel, its sites merged by key.
Analysis analysis_of(const SiteAccumulator& accumulator, const LaunchDescription& description);

}  // namespace smemlens
