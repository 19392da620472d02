#pragma once

// The answer to a layout problem: the layouts worth having, what each costs, and what is proved.
//
//   transpose of float s[32][32]: as declared 1056 wavefronts
//     pad      rows of 33       64 wavefronts, 128 bytes, no address operation
//     swizzle  c ^ r            64 wavefronts,   0 bytes, one
//     bound    64: each phase takes one  →  optimal

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

// A layout, costed by cost_of for every request and enumerated element by element.
struct SolutionPoint {
  LayoutFamily family = LayoutFamily::kNone;
  Layout layout;
  std::uint64_t wavefronts = 0;
  std::uint64_t extra_bytes = 0;
  std::uint32_t address_operations = 0;
  std::vector<std::uint64_t> by_access;  // wavefronts of each access, weighted

  bool operator==(const SolutionPoint&) const = default;
};

// What was looked at of a family.
struct FamilySearch {
  LayoutFamily family = LayoutFamily::kNone;
  std::uint64_t candidates = 0;  // layouts, steps of the linear search, exchanges of a table's
  bool is_complete = true;       // all of it
};

enum class SolutionVerdict : std::uint8_t {
  kNothingToGain,    // the layout as declared meets the bound
  kOptimal,          // the best meets the bound
  kOptimalInFamily,  // the best's family was searched completely; what was cut of others is said
  kGap,              // the best's family was not: what remains is said
};
std::string_view name_of(SolutionVerdict verdict);  // "nothing_to_gain", "optimal", …

struct Solution {
  SolutionVerdict verdict = SolutionVerdict::kNothingToGain;
  std::vector<SolutionPoint> pareto;  // fewest wavefronts first; never empty; best is the first
  SolutionPoint naive;                // as declared
  LowerBound bound;
  std::vector<FamilySearch> searched;
  std::string statement;              // the verdict in a sentence, no full stop
  std::string optimal_in;             // "every layout", "the family … (searched all)"; or empty
  bool has_too_large = false;         // layouts were left out that fit in no block
  bool is_exact = true;               // all counts of the best layout and the declared one
  std::vector<std::string> warnings;  // accesses that a layout makes dearer, no full stops

  const SolutionPoint& best() const { return pareto.front(); }
  bool is_optimal() const {
    return verdict == SolutionVerdict::kNothingToGain || verdict == SolutionVerdict::kOptimal;
  }
};

}  // namespace smemlens
