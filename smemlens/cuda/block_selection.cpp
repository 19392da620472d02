#include "smemlens/cuda/block_selection.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/split_mix.h"

namespace smemlens::cuda {
namespace {

constexpr std::uint64_t kMostDrawn = std::uint64_t{1} << 20U;

struct Form {
  std::string_view name;
  BlockChoice choice;
  std::uint64_t most;
};

constexpr Form kForms[] = {
    {"first",  BlockChoice::kFirst,  ~std::uint64_t{0}},
    {"every",  BlockChoice::kEvery,  ~std::uint64_t{0}},
    {"random", BlockChoice::kRandom, kMostDrawn       },
};

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

tl::unexpected<Diagnostic> no_selection(const std::string& text) {
  return tl::unexpected(Diagnostic{
      .code = "block-selection",
      .message = "'" + text + "' selects no blocks",
      .hint = "all, first:N, every:N or random:N[:SEED] with N from 1 (random: to 1048576)"});
}

// Robert Floyd's: each of the sets of `count` of `blocks` numbers is as likely.
std::vector<std::uint64_t> drawn_blocks(std::uint64_t count, std::uint64_t blocks,
                                        std::uint64_t seed) {
  SplitMix numbers(seed);
  std::set<std::uint64_t> drawn;
  for (std::uint64_t last = blocks - count; last < blocks; ++last) {
    const std::uint64_t candidate = numbers.next() % (last + 1);
    if (!drawn.insert(candidate).second) drawn.insert(last);
  }
  return {drawn.begin(), drawn.end()};
}

}  // namespace

Expected<BlockSelection> parse_block_selection(const std::string& text) {
  if (text == "all") return BlockSelection{};
  const std::string_view whole = text;
  const std::size_t colon = whole.find(':');
  const auto* const form = std::ranges::find(kForms, whole.substr(0, colon), &Form::name);
  if (colon == std::string_view::npos || form == std::end(kForms)) return no_selection(text);
  std::string_view number_text = whole.substr(colon + 1);
  BlockSelection selection{.choice = form->choice};
  const std::size_t second = number_text.find(':');
  if (second != std::string_view::npos) {
    const auto seed = number_of(number_text.substr(second + 1));
    if (!seed || form->choice != BlockChoice::kRandom) return no_selection(text);
    selection.seed = *seed;
    number_text = number_text.substr(0, second);
  }
  const auto number = number_of(number_text);
  if (!number || *number == 0 || *number > form->most) return no_selection(text);
  selection.number = *number;
  return selection;
}

SelectedBlocks::SelectedBlocks(const BlockSelection& selection, std::uint64_t blocks)
    : size_(blocks) {
  switch (selection.choice) {
    case BlockChoice::kAll:
      return;
    case BlockChoice::kFirst:
      size_ = std::min(blocks, selection.number);
      return;
    case BlockChoice::kEvery:
      step_ = selection.number;
      size_ = blocks == 0 ? 0 : 1 + ((blocks - 1) / selection.number);
      return;
    case BlockChoice::kRandom:
      if (selection.number >= blocks) return;
      size_ = selection.number;
      drawn_ = drawn_blocks(size_, blocks, selection.seed);
      return;
  }
}

}  // namespace smemlens::cuda
