#include "smemlens/report/folded_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"

namespace smemlens {
namespace {

constexpr std::string_view kArguments = "<...>";

// Characters of `rest` that are to be copied as they are, though they hold brackets: an operator's
// name behind `before`, or the namespace without a name.
std::size_t verbatim(std::string_view before, std::string_view rest) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)";
  if (rest.starts_with(kUnnamed)) return kUnnamed.size();
  if (!before.ends_with("operator")) return 0;
  if (rest.starts_with("()")) return 2;
  return std::min(rest.find_first_not_of("<>=-"), rest.size());
}

// Which kernels of the analysis stand together: those of one template.
std::string group_of(const KernelAnalysis& kernel) {
  const std::string name = template_name(kernel.name);
  return name.ends_with(kArguments) ? name : kernel.key.mangled;
}

bool has_several_instances(const std::vector<const KernelAnalysis*>& kernels) {
  return std::ranges::any_of(kernels, [&](const KernelAnalysis* kernel) {
    return kernel->key.mangled != kernels.front()->key.mangled;
  });
}

// The folded sites of some kernels.
class SiteFolder {
 public:
  void add(const KernelAnalysis& kernel, const Site& site) {
    const auto [number, is_new] = numbers_.try_emplace(place_of(site), sites_.size());
    if (is_new) {
      sites_.push_back({
          .folded = {.sum = site, .kernels = {&kernel}},
          .instances = {{kernel.key.mangled, site.key.function}}
      });
      return;
    }
    Entry& same = sites_[number->second];
    smemlens::add(same.folded.sum, site);
    if (same.folded.kernels.back() != &kernel) same.folded.kernels.push_back(&kernel);
    same.instances.emplace(kernel.key.mangled, site.key.function);
  }

  std::vector<FoldedSite> sites() const {
    std::vector<FoldedSite> sites;
    for (const Entry& entry : sites_) {
      sites.push_back(entry.folded);
      sites.back().instances = entry.instances.size();
    }
    return sites;
  }

 private:
  struct Entry {
    FoldedSite folded;
    std::set<std::pair<std::string, std::string>> instances;  // kernel and function
  };

  // What sites that are folded have in common.
  using Place =
      std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::string, std::string>;

  static Place place_of(const Site& site) {
    const SiteKey& key = site.key;
    return {template_name(key.function),
            key.where.file,
            key.where.line,
            key.where.column,
            key.instruction,
            key.array};
  }

  std::vector<Entry> sites_;
  std::map<Place, std::size_t> numbers_;  // in sites_
};

void sort_by_place(std::vector<FoldedSite>& sites) {
  std::multimap<std::tuple<std::string, std::uint32_t, std::uint32_t>, FoldedSite> by_place;
  for (FoldedSite& site : sites) {
    const Location& where = site.sum.key.where;
    std::tuple place(where.file, where.line, where.column);
    by_place.emplace(std::move(place), std::move(site));
  }
  sites.clear();
  for (auto& [place, site] : by_place) sites.push_back(std::move(site));
}

FoldedKernel folded(const std::vector<const KernelAnalysis*>& kernels) {
  FoldedKernel result{.name = kernels.front()->name, .instances = kernels, .sites = {}};
  SiteFolder folder;
  for (const KernelAnalysis* const kernel : kernels) {
    for (const Site& site : kernel->sites) folder.add(*kernel, site);
  }
  result.sites = folder.sites();
  if (kernels.size() == 1) return result;
  result.name = template_name(result.name);
  sort_by_place(result.sites);
  return result;
}

FoldedKernel apart(const KernelAnalysis& kernel) {
  FoldedKernel result{.name = kernel.name, .instances = {&kernel}, .sites = {}};
  for (const Site& site : kernel.sites) {
    result.sites.push_back({.sum = site, .kernels = {&kernel}});
  }
  return result;
}

}  // namespace

Totals FoldedKernel::totals() const {
  Totals sum;
  for (const KernelAnalysis* const kernel : instances) sum += kernel->totals();
  return sum;
}

std::vector<FoldedKernel> folded_kernels(const Analysis& analysis, Instances instances) {
  std::vector<FoldedKernel> all;
  if (instances == Instances::kApart) {
    for (const KernelAnalysis& kernel : analysis.kernels) all.push_back(apart(kernel));
    return all;
  }
  std::map<std::string, std::vector<const KernelAnalysis*>> groups;
  for (const KernelAnalysis& kernel : analysis.kernels) groups[group_of(kernel)].push_back(&kernel);
  for (const KernelAnalysis& kernel : analysis.kernels) {
    const auto& group = groups[group_of(kernel)];
    if (!has_several_instances(group)) {
      all.push_back(folded({&kernel}));
    } else if (group.front() == &kernel) {
      all.push_back(folded(group));
    }
  }
  return all;
}

std::string template_name(std::string_view demangled) {
  constexpr std::string_view kNothing = "void ";
  std::string_view rest = demangled;
  if (rest.starts_with(kNothing)) rest.remove_prefix(kNothing.size());
  std::string name;
  std::size_t depth = 0;
  while (!rest.empty()) {
    const std::size_t kept = depth == 0 ? verbatim(name, rest) : 0;
    if (kept != 0) {
      name += rest.substr(0, kept);
      rest.remove_prefix(kept);
      continue;
    }
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '(' && depth == 0) break;
    if (c == '<') {
      if (depth++ == 0) name += kArguments;
    } else if (c == '>') {
      if (depth == 0) return std::string(demangled);
      --depth;
    } else if (depth == 0) {
      name += c;
    }
  }
  return depth == 0 ? name : std::string(demangled);
}

}  // namespace smemlens
