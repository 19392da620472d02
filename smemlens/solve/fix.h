#pragma once

// The cheapest pad and the cheapest XOR that remove bank conflicts from a pattern.
//
//   float s[32][32]; s[lane][0]   32 wavefronts
//     pad      float s[32][33]; s[lane][0]          1 wavefront, 128 bytes (3.1 %)
//     swizzle  float s[32][32]; s[lane][0 ^ lane]   1 wavefront, no byte
//
// The solver's answer among the layouts that can be written back into the pattern (writable.h): all
// of a family over one period of the banks. What is shown has been written out, parsed and costed
// again by the ordinary path. It is cheaper for the pattern as a whole; what else a program does
// with the array is not known here.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "smemlens/analysis/analysis.h"
#include "smemlens/model/architecture.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/pattern_problem.h"

namespace smemlens {

struct FixPrice {
  std::uint64_t array_bytes = 0;  // before
  std::uint64_t extra_bytes = 0;
  std::uint64_t extra_words = 0;         // of the banks' word size, rounded up
  std::uint32_t address_operations = 0;  // that each index costs more, at most

  double extra_percent() const;
};

struct FixOption {
  Layout change;
  std::string change_text;  // "pad each row of s by 1 element"
  std::string pattern;      // the whole new text
  Totals after;             // of the whole pattern
  FixPrice price;
  std::string claim;  // what was searched: "the fewest wavefronts of all 31 row pads …"
};

enum class FixVerdict : std::uint8_t {
  kNothingToFix,  // every access takes its ideal wavefronts
  kImproves,      // at least one of `pad` and `swizzle` is there
  kNothingHelps,  // all candidates were tried
};
std::string_view name_of(FixVerdict verdict);  // "nothing_to_fix", …

struct Fix {
  FixVerdict verdict = FixVerdict::kNothingToFix;
  std::string array;  // the one with the most excess wavefronts; empty if there is none
  Totals before;      // of the whole pattern
  std::optional<FixOption> pad;
  std::optional<FixOption> swizzle;
  std::string statement;  // the verdict in a sentence, no full stop
};

// A pattern, and every request it makes: all accesses, for all combinations of bound values.
struct FixProblem {
  const Pattern& pattern;
  const Architecture& architecture;
  Geometry geometry;
  std::span<const Bindings> combinations;
  std::span<const PlacedRequest> requests;
};

Fix cheapest_fix(const FixProblem& problem);

}  // namespace smemlens
