#pragma once

// How often each access of a pattern is executed: `@N` behind it.
//
//   float s[32][32]; s[k][lane] = 0; s[lane][k] @4      the column read counts four times
//
// Weights are no part of the notation of patterns, so they are taken out first; the text keeps its
// length, and errors their places.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {

struct WrittenWeight {
  std::uint32_t at = 0;  // byte of the `@`
  std::uint64_t weight = 1;
};

struct WeightedText {
  SourceText written;  // as it was typed
  SourceText source;   // with blanks in place of the weights
  std::vector<WrittenWeight> weights;
};

// An error has place and caret: an `@` without a whole number from 1 to 4294967295 behind it.
Expected<WeightedText> without_weights(const SourceText& source);

// A weight for each access of `pattern`, parsed from text.source: that of the `@` behind its
// statement, else 1. An error tells of a weight that belongs to no access.
Expected<std::vector<std::uint64_t>> weights_of(const Pattern& pattern, const WeightedText& text);

}  // namespace smemlens
