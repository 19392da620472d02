#pragma once

// The answer to a layout problem in the page's languages.
//
//   "optimal: no layout takes fewer than 32 wavefronts, because …"   the core's own English
//   "sabse achha: …"                                                 translated clause by clause

#include <cstddef>
#include <string>

#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/pareto_plot.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/scenario.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens::figures {

// The verdict with the sentence of its lower bound.
std::string statement_of(const Solution& solution, Language language);

// "XOR 5 bits of col with row".
std::string change_of(const SolvedScenario& solved, const SolutionPoint& point, Language language);

// "Price: 128 B more (3.1 %), operations added to each index: 0".
std::string price_of(const SolvedScenario& solved, const SolutionPoint& point, Language language);

// "blocks by shared memory alone, 164 KiB: 32 → 32": how many that hold the pattern's arrays fit in
// a multiprocessor.
std::string blocks_of(const SolvedScenario& solved, const SolutionPoint& point, Language language);

// What must be true of accesses that weren't given; empty if nothing must. One access alone is
// often cured by another order of the axes, which makes rows out of its columns.
std::string condition_of(const SolvedScenario& solved, const SolutionPoint& point,
                         Language language);

// "rows of 33–35 elements: no, vectors of 16 bytes would …": shorter pads than those on offer;
// empty if none is left out.
std::string refused_of(const SolvedScenario& solved, Language language);

// "Before: 32 passes. After, with float s[32][33]: 1 pass. Price: …"; of all the array's requests.
std::string words_of(const SolvedScenario& solved, const SolutionPoint& point, Language language);

// What wavefronts are called: the page says "pass", the command "wavefront".
struct Vocabulary {
  Language language = Language::kEnglish;
  Noun count = kWavefrontNoun;
  TextId axis = TextId::kWavefrontsLabel;
};

// The layouts worth having and the declared one, with their prices; where it stands is the
// picture's business.
//   chosen  of the solution's layouts, the one that the picture shows
ParetoPlot pareto_of(const LayoutProblem& problem, const Solution& solution, std::size_t chosen,
                     const Vocabulary& vocabulary);

}  // namespace smemlens::figures
