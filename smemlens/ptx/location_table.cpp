#include "smemlens/ptx/location_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string_view>
#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::ptx {
namespace {

constexpr std::ptrdiff_t kMaxCompared = 64;  // entries of one place; real programs have a few
constexpr std::uint32_t kMaxDepth = 64;      // callers of one place

}  // namespace

std::size_t PlaceHash::operator()(const Place& place) const {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  std::uint64_t hash = place.file;
  hash = (hash * kMultiplier) ^ place.line;
  hash = (hash * kMultiplier) ^ place.column;
  return static_cast<std::size_t>(hash * kMultiplier >> 16U);
}

bool LocationTable::Entry::is_same(const Entry& other) const {
  return function == other.function && function_offset == other.function_offset &&
         inlined_at == other.inlined_at;
}

void LocationTable::add_file(std::uint64_t number, std::string_view name, Module& module) {
  const auto index = static_cast<Index>(module.files.size());
  if (files_.try_emplace(number, index).second) module.files.emplace_back(name);
}

void LocationTable::add_string_label(std::string_view label) {
  string_labels_.try_emplace(label, strings_.size());
}

// The latest entry of a place is its last: one that is said again moves there.
Index LocationTable::find_or_add(const Entry& entry) {
  std::vector<Index>& same_place = by_place_[entry.place];
  const auto first = same_place.end() - std::min(std::ssize(same_place), kMaxCompared);
  const auto found = std::find_if(first, same_place.end(),
                                  [&](Index index) { return entries_[index].is_same(entry); });
  if (found != same_place.end()) {
    std::rotate(found, found + 1, same_place.end());
  } else {
    same_place.push_back(static_cast<Index>(entries_.size()));
    entries_.push_back(entry);
  }
  return same_place.back();
}

// The last .loc of `place`, but not one of the same function: that is the inlined code itself, said
// before, where a function is inlined at a place of its own numbers.
Index LocationTable::find_caller(const Place& place, std::string_view inlined_function) {
  const std::vector<Index>& same_place = by_place_[place];
  const auto first = same_place.rbegin();
  const auto last = first + std::min(std::ssize(same_place), kMaxCompared);
  const auto caller = std::find_if(first, last, [&](Index index) {
    return entries_[index].function != inlined_function && entries_[index].depth < kMaxDepth;
  });
  return caller == last ? find_or_add({.place = place}) : *caller;
}

void LocationTable::set(const Place& place) {
  current_ = find_or_add({.place = place});
}

void LocationTable::set_inlined(const Place& place, std::string_view function,
                                std::uint64_t function_offset, const Place& inlined_at) {
  const Index caller = find_caller(inlined_at, function);
  current_ = find_or_add({.place = place,
                          .function = function,
                          .function_offset = function_offset,
                          .inlined_at = caller,
                          .depth = entries_[caller].depth + 1});
}

// Callers first. A chain ends, since an entry only points at an older one.
void LocationTable::intern(Index entry, Module& module) {
  std::vector<Index> chain;
  for (Index i = entry; i != kNone && entries_[i].in_module == kNone; i = entries_[i].inlined_at) {
    chain.push_back(i);
  }
  for (const Index link : chain | std::views::reverse) {
    Entry& fresh = entries_[link];
    fresh.in_module = static_cast<Index>(module.locations.size());
    const Index caller = fresh.inlined_at == kNone ? kNone : entries_[fresh.inlined_at].in_module;
    module.locations.push_back(
        {.line = fresh.place.line, .column = fresh.place.column, .inlined_at = caller});
    origins_.push_back(link);
  }
}

Index LocationTable::current(Module& module) {
  if (current_ == kNone) return kNone;
  if (entries_[current_].in_module == kNone) intern(current_, module);
  return entries_[current_].in_module;
}

void LocationTable::finish(Module& module) const {
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    const Entry& entry = entries_[origins_[i]];
    const auto file = files_.find(entry.place.file);
    if (file != files_.end()) module.locations[i].file = file->second;
    const auto label = string_labels_.find(entry.function);
    if (label == string_labels_.end()) continue;
    const std::size_t begin =
        std::min<std::uint64_t>(label->second + entry.function_offset, strings_.size());
    module.locations[i].function = strings_.substr(begin, strings_.find('\0', begin) - begin);
  }
}

}  // namespace smemlens::ptx
