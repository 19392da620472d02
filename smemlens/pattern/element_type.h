#pragma once

// The types that a pattern may declare, with CUDA's sizes and alignments: a type is its bytes, its
// alignment, and its members (x y z w of a vector type, or those of a struct).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens {

struct TypeIndex {
  std::uint32_t value = 0;
  bool operator==(const TypeIndex&) const = default;
};

struct Member {
  std::string name;
  TypeIndex type;
  std::uint32_t offset_bytes = 0;
  std::vector<std::uint32_t> dimensions;  // float v[4]: {4}; none for a plain member

  bool operator==(const Member&) const = default;
};

struct ElementType {
  std::string name;  // "float4"; "struct P", "struct" if it has no name
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
  bool is_struct = false;
  std::uint32_t closing_brace = 0;  // of a struct: where it is in the pattern's text
  std::vector<Member> members;

  bool operator==(const ElementType&) const = default;
};

// A type that CUDA brings, e.g. "float4", "unsigned long long".
struct BuiltinType {
  std::string_view name;
  std::uint8_t bytes = 0;
  std::uint8_t alignment = 1;
  std::string_view component;        // of a vector type: the type of .x
  std::uint8_t component_count = 0;  // 0 for a scalar
};

const BuiltinType* find_builtin(std::string_view name);
std::vector<std::string_view> builtin_names();

// One instruction reads 1, 2, 4, 8 or 16 bytes a lane. A struct is read member by member.
bool is_one_access(const ElementType& type);

}  // namespace smemlens
