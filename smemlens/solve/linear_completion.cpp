#include "smemlens/solve/linear_completion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "smemlens/solve/granules.h"
#include "smemlens/solve/layout.h"

namespace smemlens {
namespace {

struct LedRow {
  std::uint32_t mask = 0;
  std::uint32_t leading = 0;  // a bit that no other row has
};

// Gauss and Jordan, from the lowest bit on.
std::vector<LedRow> led_by_lowest_bits(std::span<const std::uint32_t> masks) {
  std::vector<LedRow> rows;
  std::vector<std::uint32_t> rest(masks.begin(), masks.end());
  for (std::uint32_t bit = 0; bit < 32; ++bit) {
    const auto found = std::ranges::find_if(rest, [&](auto mask) { return (mask >> bit) & 1U; });
    if (found == rest.end()) continue;
    const std::uint32_t chosen = *found;
    rest.erase(found);
    for (std::uint32_t& mask : rest) mask ^= ((mask >> bit) & 1U) != 0 ? chosen : 0;
    for (LedRow& row : rows) row.mask ^= ((row.mask >> bit) & 1U) != 0 ? chosen : 0;
    rows.push_back({chosen, bit});
  }
  return rows;
}

std::vector<std::uint32_t> masks_of(std::span<const LedRow> rows) {
  std::vector<std::uint32_t> masks;
  for (const LedRow& row : rows) masks.push_back(row.mask);
  return masks;
}

// Drops every bit but the leading ones that can go without a wavefront more.
void drop_idle_bits(std::vector<LedRow>& rows, std::span<const GranulePhase> phases) {
  std::vector<std::uint32_t> masks = masks_of(rows);
  const std::uint64_t wavefronts = wavefronts_under(masks, phases);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t others = masks[i] & ~(std::uint32_t{1} << rows[i].leading);
    for (std::uint32_t rest = others; rest != 0; rest &= rest - 1) {
      const std::uint32_t bit = rest & (~rest + 1);
      masks[i] ^= bit;
      if (wavefronts_under(masks, phases) > wavefronts) masks[i] ^= bit;
    }
    rows[i].mask = masks[i];
  }
}

}  // namespace

std::uint64_t wavefronts_under(std::span<const std::uint32_t> rows,
                               std::span<const GranulePhase> phases) {
  std::uint64_t wavefronts = 0;
  for (const GranulePhase& phase : phases) {
    std::uint32_t largest = 1;
    for (const std::vector<std::uint32_t>& list : phase.places) {
      std::array<std::uint32_t, 64> counts{};
      for (const std::uint32_t granule : list) {
        std::size_t bank = 0;
        for (const std::uint32_t row : rows)
          bank = (bank << 1U) | (static_cast<std::size_t>(std::popcount(row & granule)) & 1U);
        largest = std::max(largest, ++counts[bank]);
      }
    }
    wavefronts += phase.weight * largest;
  }
  return wavefronts;
}

LinearMap completed_map(const BankRows& given) {
  std::vector<LedRow> rows = led_by_lowest_bits(given.bank_rows);
  drop_idle_bits(rows, given.phases);
  std::vector<std::uint32_t> map(given.granule_bits);
  std::uint32_t leading_bits = 0;
  for (const LedRow& row : rows) leading_bits |= std::uint32_t{1} << row.leading;
  // A row led by bit b < slot_bits stays bit b of the bank; the others fill the bank's free bits.
  for (const LedRow& row : rows)
    if (row.leading < given.slot_bits) map[row.leading] = row.mask;
  for (const LedRow& row : rows) {
    if (row.leading >= given.slot_bits) *std::ranges::find(map, 0U) = row.mask;
  }
  for (std::uint32_t bit = 0; bit < given.granule_bits; ++bit) {
    if (((leading_bits >> bit) & 1U) != 0) continue;
    // In its own place if that is free, as most are.
    std::uint32_t& own = map[bit];
    (own == 0 ? own : *std::ranges::find(map, 0U)) = std::uint32_t{1} << bit;
  }
  LinearMap result;
  for (std::uint32_t bit = 0; bit < given.element_bits; ++bit)
    result.rows.push_back(std::uint32_t{1} << bit);
  for (const std::uint32_t row : map) result.rows.push_back(row << given.element_bits);
  return result;
}

}  // namespace smemlens
