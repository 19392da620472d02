// Any text ends in an explanation or an error. What is explained must hold: totals add up, and a
// fix that is shown is cheaper. The first bytes choose architecture, block and values.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/explain_json.h"
#include "smemlens/report/explanation.h"
#include "smemlens/solve/fix.h"

namespace {

using namespace smemlens;  // NOLINT(google-build-using-namespace): a program of one file

void require(bool holds) {
  if (!holds) std::abort();
}

ExplainOptions options_from(std::uint8_t choice, const Pattern& pattern) {
  constexpr std::array<Geometry, 4> kBlocks = {Geometry{{32, 1, 1}}, Geometry{{32, 2, 1}},
                                               Geometry{{7, 3, 2}}, Geometry{{16, 4, 1}}};
  const auto rows = architectures();
  ExplainOptions options{.architecture = &rows[choice % rows.size()], .find_fix = cheapest_fix};
  if (choice % 3 != 0) options.block = kBlocks[choice % kBlocks.size()];
  for (const std::string& name : pattern.bound_names) {
    if (options.lets.size() < 4) options.lets.push_back({name, -1, choice % 4});
  }
  return options;
}

void check(const Explanation& explanation) {
  Totals sum;
  for (const ExplainedAccess& access : explanation.accesses) {
    sum.requests += access.totals.requests;
    sum.wavefronts += access.totals.wavefronts;
    sum.ideal_wavefronts += access.totals.ideal_wavefronts;
  }
  require(sum == explanation.totals && sum == explanation.fix->before);
  for (const auto* option : {&explanation.fix->pad, &explanation.fix->swizzle}) {
    if (!option->has_value()) continue;
    require((*option)->after.wavefronts < sum.wavefronts);
    require((*option)->after.ideal_wavefronts == sum.ideal_wavefronts);
    require(parse_pattern({"pattern", (*option)->pattern}).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 4096) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) {
    require(!pattern.error().message.empty() && !to_text(pattern.error()).empty());
    return 0;
  }
  // Long work is allowed to a user, but not here.
  if (pattern->accesses.size() > 16) return 0;
  const auto explanation = explain(*pattern, options_from(data[0], *pattern));
  if (!explanation) {
    require(!explanation.error().message.empty());
    return 0;
  }
  check(*explanation);
  require(!explain_json(*explanation).empty());
  return 0;
}
