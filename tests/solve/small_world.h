#pragma once

// Machines so small that every layout of an array can be tried: a warp of `banks` lanes, `banks`
// banks of one word, one phase.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens::testing {

using Words = std::vector<std::uint32_t>;

// Loads of 4 bytes by `banks` lanes, `banks` a power of two of at most 32.
class SmallWorld {
 public:
  explicit SmallWorld(std::uint32_t banks) {
    rules_.rules[0] = {.condition = "always", .banks = banks, .phase_count = 1};
    rules_.rules[0].phases[0].lanes = (LaneMask{1} << banks) - 1;
    architecture_ = {.name = "small", .shared_bytes_optin = 65536};
    architecture_.bank_model = {
        .lanes_per_warp = banks, .banks = banks, .word_bytes = 4, .period_words = banks};
    architecture_.bank_model.accesses[static_cast<std::size_t>(Operation::kLoad)][2] = &rules_;
  }
  SmallWorld(const SmallWorld&) = delete;
  SmallWorld& operator=(const SmallWorld&) = delete;
  SmallWorld(SmallWorld&&) = delete;
  SmallWorld& operator=(SmallWorld&&) = delete;
  ~SmallWorld() = default;

  std::uint32_t banks() const { return architecture_.bank_model.banks; }

  // An array of `sizes` words; one load for each line, whose lanes ask for its words.
  LayoutProblem problem(std::vector<std::uint32_t> sizes, std::span<const Words> lines) const {
    LayoutProblem problem{.id = {}, .architecture = &architecture_};
    problem.shape.sizes = std::move(sizes);
    problem.accesses.push_back({.name = "line"});
    for (const Words& line : lines) {
      ElementRequest request{.active = (LaneMask{1} << line.size()) - 1};
      for (std::size_t lane = 0; lane < line.size(); ++lane)
        request.lanes[lane].element = line[lane];
      problem.requests.push_back(request);
    }
    merge_equal_requests(problem);
    return problem;
  }

 private:
  AccessRules rules_;
  Architecture architecture_;
};

// Lines of an n x n square of words: i goes along each line, k from line to line.
template <typename RowOf, typename ColumnOf>
void add_lines(std::vector<Words>& lines, std::uint32_t n, RowOf row_of, ColumnOf column_of) {
  for (std::uint32_t k = 0; k < n; ++k) {
    Words line;
    for (std::uint32_t i = 0; i < n; ++i) line.push_back((row_of(k, i) * n) + column_of(k, i));
    lines.push_back(std::move(line));
  }
}

inline std::vector<Words> rows_and_columns(std::uint32_t n) {
  std::vector<Words> lines;
  const auto line = [](std::uint32_t k, std::uint32_t) { return k; };
  const auto along = [](std::uint32_t, std::uint32_t i) { return i; };
  add_lines(lines, n, line, along);
  add_lines(lines, n, along, line);
  return lines;
}

inline std::vector<Words> with_wrapped_diagonals(std::uint32_t n) {
  std::vector<Words> lines = rows_and_columns(n);
  add_lines(
      lines, n, [](std::uint32_t, std::uint32_t i) { return i; },
      [n](std::uint32_t k, std::uint32_t i) { return (i + k) % n; });
  return lines;
}

// Product in GF(n), n = 2, 4, 8, 16 or 32, by the usual irreducible polynomials.
inline std::uint32_t gf_product(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  constexpr std::array<std::uint32_t, 6> kPolynomials = {0, 0b11, 0b111, 0b1011, 0b10011, 0b100101};
  const std::uint32_t polynomial = kPolynomials[static_cast<std::size_t>(std::countr_zero(n))];
  std::uint32_t product = 0;
  for (; b != 0; b >>= 1U) {
    if ((b & 1U) != 0) product ^= a;
    a <<= 1U;
    if ((a & n) != 0) a ^= polynomial;
  }
  return product;
}

// Rows, columns and the lines j = slope * i ^ k of `directions` slopes over GF(n): of the n + 1
// parallel classes of the plane, the first `directions` + 2.
inline std::vector<Words> plane_lines(std::uint32_t n, std::uint32_t directions) {
  std::vector<Words> lines = rows_and_columns(n);
  for (std::uint32_t slope = 1; slope <= directions; ++slope) {
    add_lines(
        lines, n, [](std::uint32_t, std::uint32_t i) { return i; },
        [=](std::uint32_t k, std::uint32_t i) { return gf_product(slope, i, n) ^ k; });
  }
  return lines;
}

// Both sides of every step of a bitonic sort or FFT of `words` words on `banks` lanes: lane t of
// step q has 2t - (t mod 2^q), and that plus 2^q.
inline std::vector<Words> butterflies(std::uint32_t words, std::uint32_t banks) {
  std::vector<Words> lines;
  for (std::uint32_t half = 1; half < words; half *= 2) {
    for (std::uint32_t first = 0; first < words / 2; first += banks) {
      for (const std::uint32_t side : {0U, half}) {
        Words line;
        for (std::uint32_t t = first; t < first + banks; ++t)
          line.push_back((2 * t) - (t & (half - 1)) + side);
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

// All subspaces of dimension `dimension` of GF(2)^bits, each as its sorted members.
inline std::vector<Words> subspaces(std::uint32_t bits, std::uint32_t dimension) {
  std::set<Words> found = {{0}};
  for (std::uint32_t d = 0; d < dimension; ++d) {
    std::set<Words> larger;
    for (const Words& space : found) {
      for (std::uint32_t vector = 1; vector < 1U << bits; ++vector) {
        if (std::binary_search(space.begin(), space.end(), vector)) continue;
        Words sum = space;
        for (const std::uint32_t member : space) sum.push_back(member ^ vector);
        std::ranges::sort(sum);
        larger.insert(sum);
      }
    }
    found = larger;
  }
  return {found.begin(), found.end()};
}

// Wavefronts of all lines if word w is in bank banks[w].
inline std::uint64_t wavefronts_of(std::span<const Words> lines,
                                   std::span<const std::uint32_t> banks, std::uint32_t bank_count) {
  std::uint64_t sum = 0;
  for (const Words& line : lines) {
    std::array<std::uint32_t, 32> counts{};
    std::uint32_t most = 0;
    for (const std::uint32_t word : line) most = std::max(most, ++counts[banks[word] % bank_count]);
    sum += most;
  }
  return sum;
}

}  // namespace smemlens::testing
