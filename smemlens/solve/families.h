#pragma once

// Which layouts a search tries: all of a family, over one period of the banks.
//
//   row pads of float s[32][32]: rows of 33, 34, … 63
//
// Costs don't change when rows grow by a whole period (128 bytes on most architectures:
// docs/model.md §12, S7), so pads beyond one period bring nothing new. Layouts that would move a
// vector off its alignment, or take it apart, are left out.

#include <cstdint>
#include <span>
#include <vector>

#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {

// What a family may use.
struct FamilySetting {
  const TileShape& shape;
  const LayoutConstraints& constraints;
  std::uint32_t period_bytes = 128;            // of the banks: BankModel::period_bytes()
  std::span<const std::uint32_t> row_lengths;  // LayoutProblem::row_lengths
};
FamilySetting setting_of(const LayoutProblem& problem, const LayoutConstraints& constraints);

struct FamilyMembers {
  std::vector<Layout> layouts;  // fewer bytes first, of equals fewer operations
  bool is_complete = true;      // false: only a part of the family, which a sentence must say
};

FamilyMembers row_pads(const FamilySetting& setting);
FamilyMembers axis_orders(const FamilySetting& setting);
// How many of the shortest pads of the last axis are left out of row_pads because rows would then
// begin off a vector's alignment: 3 of a row of floats that is accessed as float4.
std::uint32_t misaligned_row_pads(const FamilySetting& setting);
// After every 2^k elements, and after every row of a one-dimensional array that has some.
FamilyMembers block_pads(const FamilySetting& setting);
FamilyMembers rotations(const FamilySetting& setting);
// RowXor of every axis into the last, where there are several axes, and IndexXor.
FamilyMembers swizzles(const FamilySetting& setting);
// Swizzle<1|2|3, 4, 3> on bytes: what a tensor map can name (32, 64 and 128 bytes).
FamilyMembers tma_swizzles(const FamilySetting& setting);
FamilyMembers complements(const FamilySetting& setting);

// Of those above the family's; none for kNone, kLinear and kTable, which are not enumerated.
FamilyMembers members_of(LayoutFamily family, const FamilySetting& setting);

// RowXor of one axis alone, and IndexXor alone, fewest operations first.
std::vector<Layout> row_xors(const FamilySetting& setting, std::uint32_t axis);
std::vector<Layout> index_xors(const FamilySetting& setting);

// Elements after which the same banks come again.
std::uint32_t period_elements(const FamilySetting& setting);

}  // namespace smemlens
