#pragma once

// Which words are asked for together: the phases of each request of a problem.
//
//   float4 v[64]; v[lane]  →  4 phases of 32 words each: 0 … 31, 32 … 63, …
//
// Words are those of the memory under the array as declared, counted from the one that holds its
// begin. Which lanes share a phase does
// not depend on the layout: merging compares addresses (docs/model.md §4.1), and a layout keeps
// equal addresses equal and different ones different.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

struct PhaseWords {
  std::size_t request = 0;   // index into problem.requests
  std::uint64_t weight = 1;  // executions: the request's count times its access's weight
  Counting counting = Counting::kDistinctWords;
  // Ascending. Where lanes take turns (Counting::kLanes) a word occurs once for each of them.
  std::vector<std::uint32_t> words;
  std::uint32_t bytes = 0;         // distinct ones
  std::uint32_t most_sharers = 1;  // lanes that begin at one and the same byte
};

std::vector<PhaseWords> phase_words_of(const LayoutProblem& problem);

// log2 of the bytes of the widest access that touches a word, if that is wider than a word: what
// has to stay together. Words that only narrow accesses touch are left out.
using WordWidths = std::unordered_map<std::uint32_t, std::uint8_t>;
WordWidths log2_widths_of_words(const LayoutProblem& problem);

}  // namespace smemlens
