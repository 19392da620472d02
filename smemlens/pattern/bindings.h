#pragma once

// Values for the names of a pattern: what --let gives.
//
//   parse_let("k=0..2")  →  k from 0 to 2, ends included
//   combinations_of({k=0..2, j=5..5})  →  {k=0 j=5} {k=1 j=5} {k=2 j=5}

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens {

struct LetRange {
  std::string name;
  std::int32_t first = 0;
  std::int32_t last = 0;  // included

  bool operator==(const LetRange&) const = default;
};

struct Binding {
  std::string name;
  std::int32_t value = 0;

  bool operator==(const Binding&) const = default;
};
using Bindings = std::vector<Binding>;

// More values than this are refused: each gets a picture of its own.
inline constexpr std::uint64_t kMaxCombinations = 65536;

// "k=3" or "k=0..31".
Expected<LetRange> parse_let(const SourceText& text);

// Every choice of one value for each name, the last name's values varying fastest. Without a range
// there is one choice, of nothing.
Expected<std::vector<Bindings>> combinations_of(std::span<const LetRange> ranges);

}  // namespace smemlens
