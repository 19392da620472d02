#include "smemlens/simt/observe.h"

#include <cstdint>
#include <optional>

#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {
namespace {

constexpr smemlens::Operation operation_of(AccessAction action) {
  switch (action) {
    case AccessAction::kLoad:
      return smemlens::Operation::kLoad;
    case AccessAction::kStore:
      return smemlens::Operation::kStore;
    case AccessAction::kAtomic:
      return smemlens::Operation::kAtomic;
    case AccessAction::kLoadMatrix:
      return smemlens::Operation::kLdmatrix;
    case AccessAction::kStoreMatrix:
      return smemlens::Operation::kStmatrix;
    case AccessAction::kCopy:
      return smemlens::Operation::kCpAsync;
    case AccessAction::kCopyBypass:
      return smemlens::Operation::kCpAsyncBypass;
  }
  return smemlens::Operation::kLoad;
}

}  // namespace

ptx::Index array_of(const AccessSite& site, OffsetRange offsets) {
  const ExecutionState& state = site.state;
  SiteCache& cache = site.state.sites[site.access.site];
  if (offsets.low >= cache.array_begin && offsets.high < cache.array_end) return cache.array;
  const SharedLayout& layout = state.launch.kernel.shared;
  const auto index = layout.array_at(offsets.low);
  if (!index) return ptx::kNone;
  const SharedArray& array = layout.arrays[*index];
  const std::uint32_t dynamic_bytes = state.launch.launch.dynamic_shared_bytes;
  const auto end = array.is_dynamic()
                       ? static_cast<std::uint32_t>(layout.total_bytes(dynamic_bytes))
                       : array.offset + array.bytes;
  if (offsets.high >= end) return ptx::kNone;
  cache.array = *index;
  cache.array_begin = array.offset;
  cache.array_end = end;
  return *index;
}

void observe_shared(const AccessSite& site, WarpMask mask, ptx::Index array,
                    std::optional<std::uint32_t> moved_by) {
  ExecutionState& state = site.state;
  Request& request = state.request;
  request.operation = operation_of(site.access.action);
  request.bytes_per_lane = static_cast<std::uint8_t>(site.access.bytes_per_lane());
  request.open_cost = site.access.open_cost;
  request.active = mask;
  state.launch.observer->observe({
      .request = request,
      .function = state.function->function,
      .instruction = site.access.instruction,
      .block = state.block->index,
      .warp = state.warp->index,
      .order = state.warp->shared_accesses++,
      .is_divergent = state.is_divergent,
      .array = array,
      .moved_by = moved_by,
  });
}

}  // namespace smemlens::simt
