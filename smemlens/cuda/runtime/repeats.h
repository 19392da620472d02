#pragma once

// Launches that ask shared memory for the same as an earlier one. Samples launch a kernel hundreds
// of times to measure it; each launch must be executed, for what it does to memory, but counting
// one is enough.
//
//   for (int i = 0; i < 300; ++i) matmul<<<grid, block>>>(c, a, b, n);      299 repeat the first
//   for (int i = 0; i < 300; ++i) { step<<<grid, block>>>(to, from); swap(to, from); }     so here
//
// A launch repeats another if kernel, grid, block and dynamic bytes are the same, the kernel's
// requests don't depend on data, and the parameters that they do depend on have the same bytes
// (simt/data_dependence.h).

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/simt/data_dependence.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::cuda {

// All that the requests of a launch depend on.
struct LaunchIdentity {
  const simt::Kernel* kernel = nullptr;
  simt::Extent grid{};
  simt::Extent block{};
  std::uint32_t dynamic_bytes = 0;
  std::vector<std::byte> parameters;  // those that matter, one after the other

  auto operator<=>(const LaunchIdentity&) const = default;
};

class Repeats {
 public:
  // nullopt: the launch's requests may depend on data.
  std::optional<LaunchIdentity> identity_of(const simt::Kernel& kernel, const simt::Launch& launch);

  // The analysis of an earlier launch of this identity; null pointer: there was none.
  const Analysis* find(const LaunchIdentity& identity) const;

  // Keeps the analysis of a launch that has ended well. Not more than some thousand: a program
  // whose launches all differ gains nothing by it.
  void keep(LaunchIdentity identity, Analysis analysis);

  // Forgets all kernels.
  void clear();

 private:
  std::map<const simt::Kernel*, simt::DataDependence> dependences_;
  std::map<LaunchIdentity, Analysis> counted_;
};

}  // namespace smemlens::cuda
