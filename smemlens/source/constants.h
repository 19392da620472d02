#pragma once

// What a constant expression of a source is worth: `kTile + 1`, with constexpr int kTile = 32.
//
// Not a compiler: names come from `const` and `constexpr` variables, object-like macros,
// enumerators, -D options and template arguments. A name with two different meanings has none.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "smemlens/source/shared_array.h"

namespace smemlens::source {

using NamedValues = std::map<std::string, std::int64_t, std::less<>>;

class Constants {
 public:
  void add(const CodeFile& file);
  // As the option -D has it: "N=32", or "N", which is 1.
  void define(std::string_view definition);

  // Whether the expression is worth the same wherever it stands and however the program is
  // compiled: numbers, and names whose every definition is the same constant's. Not what a
  // template, -D, #if or a variable of that name may change.
  bool is_fixed(std::string_view expression) const { return is_fixed(expression, 0); }

  // `own` hides what is known of a name otherwise. None: not understood.
  std::optional<std::int64_t> value_of(std::string_view expression,
                                       const NamedValues& own = {}) const;

 private:
  void add(const std::string& name, std::string expression);
  void add_directive(std::string_view text, bool is_conditional);
  bool is_fixed(std::string_view expression, int depth) const;
  std::optional<std::int64_t> value_of(std::string_view expression, const NamedValues& own,
                                       int depth) const;
  std::optional<std::int64_t> value_of_name(std::string_view name, const NamedValues& own,
                                            int depth) const;
  // The token at `at`, with values for names; `at` goes to its last token. None: not understood.
  std::optional<std::string> plain_text(const CodeFile& code, std::size_t& at,
                                        const NamedValues& own, int depth) const;

  std::map<std::string, std::string, std::less<>> expressions_;  // empty: ambiguous
  std::set<std::string, std::less<>> variable_;                  // may be something else elsewhere
};

// Bytes of a type that CUDA or C++ has of itself: "float4", "unsigned char"; none of others.
std::optional<std::uint32_t> bytes_of_type(std::string_view type);

}  // namespace smemlens::source
