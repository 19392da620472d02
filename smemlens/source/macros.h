#pragma once

// The macros of a program, and what they make of an array's uses.
//
//   #define FETCH(v) (*reinterpret_cast<float4*>(&(v)))
//   FETCH(tile[y][4 * x]) = q;  →  (*reinterpret_cast<float4*>(&(tile[y][4*x]))) = q;
//
// No preprocessor: a macro that has two definitions, or one within an #if, or that pastes tokens,
// isn't expanded.

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

// A file in which what names an array is expanded.
struct ExpandedCode {
  std::unique_ptr<CodeFile> file;
  std::vector<TokenRange> calls;  // of the file as it was: the macros that were expanded
  // A macro's own text names the array, or the macro makes a text of its argument: what stands
  // there can't be changed at the call.
  bool is_in_body = false;
};

class Macros {
 public:
  explicit Macros(std::span<const std::unique_ptr<CodeFile>> files);

  // Whether what stands for `name`, if it is a macro, is one operand that may be evaluated any
  // number of times: a number, a name, something in brackets without an assignment or a call.
  bool is_plain(std::string_view name) const;

  bool is_macro(std::string_view name) const { return macros_.contains(name); }

  // `file` with each macro expanded whose expansion names `array`. An error: one of them can't be.
  Expected<ExpandedCode> expanded(const CodeFile& file, const std::string& array) const;

 private:
  struct Macro {
    bool has_parameters = false;
    std::vector<std::string_view> parameters;
    std::vector<CodeToken> body;
    bool is_clear = true;  // this definition is the only one, and in every build
  };
  class Expander;

  void add(const CodeToken& line, bool is_conditional);
  // The definitions of `name`, and of all macros that stand in their texts, however deep; each
  // once.
  std::vector<const Macro*> reached_from(std::string_view name) const;
  // Whether the text of `name`, or of a macro in it, names `array`.
  bool mentions(std::string_view name, std::string_view array) const;

  std::map<std::string_view, std::vector<Macro>, std::less<>> macros_;
};

}  // namespace smemlens::source
