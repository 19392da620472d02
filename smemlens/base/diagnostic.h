#pragma once

// Bad news, the only way it travels: what is wrong, where, and what to do about it.
//
//   pattern:1:20: error: index 40 is outside s[32] for lane 5 [pattern-bounds]
//     float s[32]; s[8*lane]
//                    ^~~~~~
//   hint: make the array larger, or the index smaller

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens {

enum class Severity : std::uint8_t { kNote, kWarning, kError };

// Half-open range of byte offsets into one source text.
struct SourceSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const SourceSpan&) const = default;
};

// A place in a file: `line` and `column` count from 1; 0 is «not known».
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const Location&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;         // stable, kebab-case, e.g. "ptx-unknown-opcode"
  std::string message;      // one sentence, no full stop
  Location where;           // filled by located() or by whoever knows the line
  std::string excerpt;      // the source line at `where`, if there is one
  std::uint32_t caret = 0;  // the caret stands under this byte of `excerpt`
  std::uint32_t width = 0;  // how many bytes are underlined
  std::vector<std::string> notes;
  std::string hint;  // what the reader can do; may be empty

  bool operator==(const Diagnostic&) const = default;
};

// A named text, e.g. a file that was read, or what the user typed.
struct SourceText {
  std::string name;
  std::string text;
};

// "kernel.cu:14", without the column.
std::string file_and_line(const Location& where);

// Line and column of byte `offset` of `source`; an offset past the end counts as the end.
Location location_of(const SourceText& source, std::uint32_t offset);

// `diagnostic` with `where`, `excerpt` and `width` taken from `span` of `source`. A long line is
// cut to a window of 120 bytes around the place.
Diagnostic located(Diagnostic diagnostic, const SourceText& source, SourceSpan span);

// The sample above: place, severity, message, code, excerpt, caret, notes, hint; ends in a newline.
std::string to_text(const Diagnostic& diagnostic);

std::string_view name_of(Severity severity);

}  // namespace smemlens
