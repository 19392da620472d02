#pragma once

// Which functions take and give references, as far as the text of a program's files tells.
//
//   float twice(float x); auto f = [](int i) { … };    values
//   void put(float& x); using Place = float&;          references
//   load(x), that no file declares                     not known, unless it is one of CUDA's

#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

// atomicAdd, atomicCAS_block, …: of the one object at their address, whatever its type.
bool is_atomic_function(std::string_view name);

// CUDA's own functions of values that do nothing besides: min, __popc, int(x).
bool is_pure_function(std::string_view name);

class FunctionParameters {
 public:
  explicit FunctionParameters(std::span<const std::unique_ptr<CodeFile>> files);

  // Whether all functions called so take their arguments by value. A macro never does: what it
  // makes of them isn't looked into.
  bool take_values(std::string_view name) const;

  // Whether the type is another name of a reference's.
  bool is_reference(const CodeToken& type) const { return references_.contains(type.text); }

  // Whether the tokens have a `&` or such a type.
  bool mention_reference(const std::vector<CodeToken>& tokens, TokenRange range) const;

  // Whether a function or lambda around the token at `at` returns a reference.
  bool returns_reference(const std::vector<CodeToken>& tokens, std::size_t at) const;

 private:
  // Whether the type whose last token is at `last` is a reference's.
  bool ends_with_reference(const std::vector<CodeToken>& tokens, std::size_t last) const;

  std::span<const std::unique_ptr<CodeFile>> files_;
  std::set<std::string_view> references_;  // names of such types
};

}  // namespace smemlens::source
