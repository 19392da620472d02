#pragma once

// One request in text: the verdict, the bank grid, and what there is to say about it.
//
//   32 wavefronts, ideal 1: 32-way bank conflict
//
//   bank  0  1  2 …
//      0  0  .  . …
//
//   Queue       bank 0: 32 deliveries, one a wavefront, to lanes 0, 1, 2 … 31
//   Wavefronts  1: lane 0; 2: lane 1; 3: lane 2; … 32: lane 31
//   Law         gcd(32, 32) = 32: …
//
// Pictures say the same sentences below their drawing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/text_style.h"
#include "smemlens/solve/fix.h"

namespace smemlens {

struct AccessStory {
  Operation operation = Operation::kLoad;
  figures::AccessView view;
  std::optional<figures::ArrayShape> shape;  // of the array, for its padding
  std::optional<Law> law;
  std::string note;  // why the count is not exact; empty if it is
};

// A word and a sentence that belongs to it.
struct Saying {
  std::string_view topic;
  std::string text;
};

// How the request is served: queues, phases, broadcast, law, open questions.
std::vector<Saying> sayings_of(const AccessStory& story);

// The cheapest pad and XOR with their price, or why there is none.
std::vector<Saying> sayings_of(const Fix& fix, Language language);

// "32 wavefronts, ideal 1: 32-way bank conflict".
std::string verdict_of(const figures::AccessView& view);

// "32 words (128 bytes, 3.1 %)".
std::string price_text(const FixPrice& price, Language language);

// "32 → 1 wavefront, 32 × fewer wavefronts for this access"; the factor only where it is whole.
std::string gain_text(const Totals& before, const Totals& after, Language language);

// Verdict, grid and sayings.
std::string access_text(const AccessStory& story, const TextStyle& style);

// Topics in a column, sentences wrapped beside it.
std::string sayings_text(const std::vector<Saying>& sayings, const TextStyle& style);

}  // namespace smemlens
