#pragma once

// A problem in the terms of its granules: which of them each phase asks for, word place by word
// place.
//
//   float4 rows and scalar columns of float s[32][32]: granules of 4 words. A column is 32 granules
//   at place 0; a phase of a row is 8 granules, the same at each place.
//
// Words at different places of their granules never share a bank, so a phase takes as many
// wavefronts as its worst place.

#include <cstdint>
#include <vector>

#include "smemlens/solve/layout_problem.h"

namespace smemlens {

struct GranulePhase {
  std::uint64_t weight = 1;
  // Granule numbers at each place; equal lists once. A number twice where lanes take turns.
  std::vector<std::vector<std::uint32_t>> places;
  bool operator==(const GranulePhase&) const = default;
};

struct GranuleProblem {
  std::uint32_t granule_bytes = 4;
  std::uint32_t granules = 0;  // of the array, the last one maybe not whole
  std::uint32_t slots = 32;    // banks / words of a granule, a power of two
  std::vector<GranulePhase> phases;
};

GranuleProblem granules_of(const LayoutProblem& problem, std::uint32_t granule_bytes);

}  // namespace smemlens
