#pragma once

// Source lines: .file, .loc and the names in .debug_str → Module::files and Module::locations.
//
//   .loc 1 25 3                                                  a call in the kernel
//   .loc 1 14 3, function_name $L_s1, inlined_at 1 25 3          inlined there
//   .loc 1 11 73, function_name $L_s2, inlined_at 1 14 3         inlined into that
//
// inlined_at means the last .loc with the same three numbers, so the third line's chain has three
// frames. Only the locations that an instruction has come into the Module, callers first.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

// A line of a file, the file by its number in .file.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const Place&) const = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const;
};

class LocationTable {
 public:
  void add_file(std::uint64_t number, std::string_view name, Module& module);
  // In a section of strings: the label that names the next byte, and the bytes.
  void add_string_label(std::string_view label);
  void add_string_byte(char byte) { strings_.push_back(byte); }

  // A .loc was read. `function`: label of the inlined function's name, plus `function_offset`.
  void set(const Place& place);
  void set_inlined(const Place& place, std::string_view function, std::uint64_t function_offset,
                   const Place& inlined_at);
  void forget() { current_ = kNone; }
  // The place in Module::locations of the last .loc, kNone if there was none in this function.
  Index current(Module& module);

  // After the whole text: file numbers and string labels get their meaning.
  void finish(Module& module) const;

 private:
  struct Entry {
    Place place;
    std::string_view function;
    std::uint64_t function_offset = 0;
    Index inlined_at = kNone;  // into entries_
    std::uint32_t depth = 0;   // callers
    Index in_module = kNone;   // into Module::locations

    bool is_same(const Entry& other) const;
  };
  struct EntryHash;

  Index find_or_add(const Entry& entry);
  Index find_caller(const Place& place, std::string_view inlined_function);
  void intern(Index entry, Module& module);

  std::vector<Entry> entries_;
  std::vector<Index> origins_;  // of Module::locations, into entries_
  std::unordered_map<Place, std::vector<Index>, PlaceHash> by_place_;  // latest last
  std::unordered_map<std::uint64_t, Index> files_;                     // number → Module::files
  std::string strings_;
  std::unordered_map<std::string_view, std::size_t> string_labels_;
  Index current_ = kNone;
};

}  // namespace smemlens::ptx
