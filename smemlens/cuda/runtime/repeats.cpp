#include "smemlens/cuda/runtime/repeats.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "smemlens/analysis/analysis.h"
#include "smemlens/simt/data_dependence.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::cuda {
namespace {

constexpr std::size_t kMostKept = 2048;

}  // namespace

std::optional<LaunchIdentity> Repeats::identity_of(const simt::Kernel& kernel,
                                                   const simt::Launch& launch) {
  auto found = dependences_.find(&kernel);
  if (found == dependences_.end()) {
    found = dependences_.emplace(&kernel, simt::data_dependence_of(kernel)).first;
  }
  const simt::DataDependence& dependence = found->second;
  if (dependence.is_on_data) return std::nullopt;
  LaunchIdentity identity{.kernel = &kernel,
                          .grid = launch.grid,
                          .block = launch.block,
                          .dynamic_bytes = launch.dynamic_shared_bytes,
                          .parameters = {}};
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (!dependence.on_parameters[i]) continue;
    const auto begin =
        launch.parameters.begin() + static_cast<std::ptrdiff_t>(kernel.parameters[i].offset);
    identity.parameters.insert(identity.parameters.end(), begin,
                               begin + static_cast<std::ptrdiff_t>(kernel.parameters[i].bytes));
  }
  return identity;
}

const Analysis* Repeats::find(const LaunchIdentity& identity) const {
  const auto found = counted_.find(identity);
  return found == counted_.end() ? nullptr : &found->second;
}

void Repeats::keep(LaunchIdentity identity, Analysis analysis) {
  if (counted_.size() < kMostKept) counted_.emplace(std::move(identity), std::move(analysis));
}

void Repeats::clear() {
  dependences_.clear();
  counted_.clear();
}

}  // namespace smemlens::cuda
