#include "smemlens/solve/sparse_map.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "smemlens/solve/granules.h"

namespace smemlens {
namespace {

// Depth first over the rows, each time with a higher limit of bits in all, so that the first map
// found has the fewest. The bound is that of linear_search.h.
class SparseSearcher {
 public:
  explicit SparseSearcher(const SparseMapSearch& search) : search_(search) {
    for (const GranulePhase& phase : search.phases)
      for (const std::vector<std::uint32_t>& list : phase.places) words_ += list.size();
    classes_.assign(search.slot_bits + 1, std::vector<std::uint8_t>(words_));
    rows_.resize(search.slot_bits);
    const std::uint32_t sources = search.granule_bits - search.slot_bits;
    for (std::uint32_t mask = 0; mask < std::uint32_t{1} << sources; ++mask)
      masks_.push_back(mask << search.slot_bits);
    std::ranges::sort(masks_, {},
                      [](std::uint32_t mask) { return std::pair(std::popcount(mask), mask); });
  }

  std::optional<std::vector<std::uint32_t>> run() {
    const auto most = static_cast<int>(search_.slot_bits * 3);
    for (int bits = 1; bits <= most && !is_cut_; ++bits) {
      if (extend(0, bits)) return rows_;
    }
    return std::nullopt;
  }

 private:
  bool extend(std::size_t depth, int bits) {
    if (depth == rows_.size()) return true;
    const bool is_last = depth + 1 == rows_.size();
    for (const std::uint32_t mask : masks_) {
      const int used = std::popcount(mask);
      if (used > bits || is_cut_) break;
      if (is_last && used < bits) continue;  // fewer bits were tried before
      rows_[depth] = mask | (std::uint32_t{1} << depth);
      if (divide(depth) > search_.wavefronts) continue;
      if (extend(depth + 1, bits - used)) return true;
    }
    return false;
  }

  // Divides the classes by row `depth`; returns what is then left possible at best.
  std::uint64_t divide(std::size_t depth) {
    const auto halvings = static_cast<std::uint32_t>(rows_.size() - depth - 1);
    const std::uint32_t row = rows_[depth];
    std::uint64_t bound = 0;
    std::size_t at = 0;
    for (const GranulePhase& phase : search_.phases) {
      std::uint32_t largest = 1;
      for (const std::vector<std::uint32_t>& list : phase.places) {
        std::array<std::uint32_t, 64> counts{};
        for (const std::uint32_t granule : list) {
          const auto bit = static_cast<unsigned>(std::popcount(row & granule)) & 1U;
          const auto divided =
              static_cast<std::uint8_t>((unsigned{classes_[depth][at]} << 1U) | bit);
          classes_[depth + 1][at++] = divided;
          largest = std::max(largest, ++counts[divided]);
        }
      }
      bound += phase.weight * (((largest - 1) >> halvings) + 1);
      if (bound > search_.wavefronts) break;
    }
    steps_ += at;
    is_cut_ = is_cut_ || steps_ > search_.max_steps;
    return bound;
  }

  const SparseMapSearch& search_;
  std::size_t words_ = 0;
  std::vector<std::uint32_t> masks_;                // of higher bits, fewest first
  std::vector<std::vector<std::uint8_t>> classes_;  // [rows chosen][word]: its bank so far
  std::vector<std::uint32_t> rows_;
  std::uint64_t steps_ = 0;
  bool is_cut_ = false;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> sparse_bank_rows(const SparseMapSearch& search) {
  // More masks than this are too many to begin with.
  constexpr std::uint32_t kMaxSources = 14;
  const bool fits = search.granule_bits > search.slot_bits &&
                    search.granule_bits - search.slot_bits <= kMaxSources;
  return fits ? SparseSearcher(search).run() : std::nullopt;
}

}  // namespace smemlens
