#include "smemlens/analysis/analysis.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace smemlens {
namespace {

// Blocks in launch order: x runs fastest.
std::array<std::uint32_t, 3> launch_order(const std::array<std::uint32_t, 3>& block) {
  return {block[2], block[1], block[0]};
}

bool is_same_site(const Site& a, const Site& b) {
  return a.key == b.key && a.recorded_array == b.recorded_array;
}

// Launches of one kernel mostly have the same sites in the same order: each is looked for first
// where the last launch had it.
void add_sites(std::vector<Site>& sites, const std::vector<Site>& others) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Site& site = others[i];
    auto same = i < sites.size() && is_same_site(sites[i], site)
                    ? sites.begin() + static_cast<std::ptrdiff_t>(i)
                    : std::ranges::find_if(
                          sites, [&](const Site& other) { return is_same_site(other, site); });
    if (same == sites.end()) {
      sites.push_back(site);
    } else {
      add(*same, site);
    }
  }
}

// An instruction that touches several arrays is a site for each of them.
void sort_by_program_order(std::vector<Site>& sites) {
  std::ranges::sort(sites, [](const Site& a, const Site& b) {
    return std::tie(a.program_order, a.key.array) < std::tie(b.program_order, b.key.array);
  });
}

void add_kernel(KernelAnalysis& kernel, const KernelAnalysis& launch) {
  kernel.launches += launch.launches;
  kernel.repeated_launches += launch.repeated_launches;
  kernel.blocks_run += launch.blocks_run;
  kernel.blocks_total += launch.blocks_total;
  kernel.thread_instructions += launch.thread_instructions;
  add_sites(kernel.sites, launch.sites);
  sort_by_program_order(kernel.sites);
}

void add_not_run(std::vector<LaunchesNotRun>& all, const LaunchesNotRun& launches) {
  const auto same = std::ranges::find(all, launches.key, &LaunchesNotRun::key);
  if (same == all.end()) {
    all.push_back(launches);
  } else {
    same->launches += launches.launches;
  }
}

void add_once(std::vector<std::string>& notes, const std::string& note) {
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  return *this;
}

bool WorstRequest::precedes(const WorstRequest& other) const {
  if (wavefronts != other.wavefronts) return wavefronts > other.wavefronts;
  return std::tuple(launch, launch_order(block), warp, order) <
         std::tuple(other.launch, launch_order(other.block), other.warp, other.order);
}

Totals KernelAnalysis::totals() const {
  Totals sum;
  for (const Site& site : sites) sum += site.totals;
  return sum;
}

Totals Analysis::totals() const {
  Totals sum;
  for (const KernelAnalysis& kernel : kernels) sum += kernel.totals();
  return sum;
}

void add(Site& site, const Site& other) {
  site.totals += other.totals;
  for (const auto& [degree, requests] : other.degrees) site.degrees[degree] += requests;
  site.divergent_requests += other.divergent_requests;
  site.inexact_requests += other.inexact_requests;
  site.program_order = std::min(site.program_order, other.program_order);
  if (other.worst.precedes(site.worst)) site.worst = other.worst;
  site.recorded.merge(other.recorded);
}

void add(Analysis& analysis, const Analysis& launch) {
  if (analysis.architecture.empty()) analysis.architecture = launch.architecture;
  if (analysis.compiler.empty()) analysis.compiler = launch.compiler;
  for (const KernelAnalysis& kernel : launch.kernels) {
    const auto same = std::ranges::find_if(
        analysis.kernels, [&](const KernelAnalysis& other) { return other.key == kernel.key; });
    if (same != analysis.kernels.end()) {
      add_kernel(*same, kernel);
    } else {
      KernelAnalysis fresh = kernel;
      fresh.sites.clear();
      add_sites(fresh.sites, kernel.sites);
      sort_by_program_order(fresh.sites);
      analysis.kernels.push_back(std::move(fresh));
    }
  }
  for (const LaunchesNotRun& launches : launch.not_run) add_not_run(analysis.not_run, launches);
  analysis.problems.insert(analysis.problems.end(), launch.problems.begin(), launch.problems.end());
  for (const std::string& note : launch.notes) add_once(analysis.notes, note);
  analysis.is_partial = analysis.is_partial || launch.is_partial;
  analysis.memory.insert(analysis.memory.end(), launch.memory.begin(), launch.memory.end());
}

}  // namespace smemlens
