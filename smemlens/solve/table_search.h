#pragma once

// Layouts that are looked up in a table: the last resort, where nothing that can be written as a
// formula meets the bound. Small tables first, that turn the rows (TurnTable), then any permutation
// of the granules.
//
// In the words of graph theory: colour the granules with as many colours as there are bank slots,
// so that granules which are asked for together differ; each colour as often as a slot has places.
// Simulated annealing with fixed seeds, which exchanges two granules, or two entries of the small
// table: the same problem has the same answer. It proves nothing.

#include <cstdint>
#include <optional>

#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

struct TableSearchLimits {
  std::uint64_t at_least = 0;       // a result this good ends the search
  std::uint64_t better_than = 0;    // results that aren't better than this are of no interest
  std::uint64_t max_exchanges = 0;  // of each try
  std::uint32_t turn_tries = 0;     // for a TurnTable of each direction; 0: none is looked for
  std::uint64_t max_steps = std::uint64_t{1} << 27U;  // lists of granules looked at, of each try
  std::uint32_t max_granules = 4096;                  // larger arrays are not searched
};

struct TableSearchResult {
  std::optional<Layout> layout;  // none: nothing better was found
  std::uint64_t exchanges = 0;   // tried
};

// For problems that have linear layouts (linear_search.h); the layout takes no byte more.
TableSearchResult search_table(const LayoutProblem& problem, const LayoutConstraints& constraints,
                               const TableSearchLimits& limits);

}  // namespace smemlens
