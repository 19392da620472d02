#pragma once

// Which blocks of a launch are executed: --blocks.
//
//   all              every one
//   first:4          blocks 0, 1, 2, 3 of the grid, counted as %ctaid does: x first
//   every:100        blocks 0, 100, 200, …
//   random:8:42      eight different ones drawn with the seed 42 (without it: 0), in order;
//                    for the same grid the same ones, on every computer
//
// A launch always runs at least one block.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

enum class BlockChoice : std::uint8_t { kAll, kFirst, kEvery, kRandom };

struct BlockSelection {
  BlockChoice choice = BlockChoice::kAll;
  std::uint64_t number = 1;  // 1 or more
  std::uint64_t seed = 0;

  bool operator==(const BlockSelection&) const = default;
};

// No answer: `text` has none of the forms above. A random choice is of at most 2^20 blocks.
Expected<BlockSelection> parse_block_selection(const std::string& text);

// The selected blocks of a grid, in order, without a list where a rule will do.
class SelectedBlocks {
 public:
  SelectedBlocks(const BlockSelection& selection, std::uint64_t blocks);

  std::uint64_t size() const { return size_; }
  // The n-th; n < size().
  std::uint64_t operator[](std::uint64_t n) const { return drawn_.empty() ? n * step_ : drawn_[n]; }

 private:
  std::uint64_t size_;
  std::uint64_t step_ = 1;
  std::vector<std::uint64_t> drawn_;
};

}  // namespace smemlens::cuda
