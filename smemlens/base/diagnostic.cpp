#include "smemlens/base/diagnostic.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace smemlens {
namespace {

constexpr std::size_t kExcerptWindow = 120;

// A control character would break the caret's alignment or reach the terminal as a command.
std::string printable(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return result;
}

std::string place_of(const Location& where) {
  std::string place = where.file.empty() ? "smemlens" : where.file;
  if (where.line == 0) return place;
  place += ':' + std::to_string(where.line);
  if (where.column != 0) place += ':' + std::to_string(where.column);
  return place;
}

std::string caret_line(const Diagnostic& diagnostic) {
  const std::size_t tail = diagnostic.width > 1 ? diagnostic.width - 1 : 0;
  return std::string(diagnostic.caret, ' ') + '^' + std::string(tail, '~');
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "error";
}

std::string file_and_line(const Location& where) {
  return where.file + ':' + std::to_string(where.line);
}

Location location_of(const SourceText& source, std::uint32_t offset) {
  const std::string_view before = std::string_view(source.text).substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return {source.name, static_cast<std::uint32_t>(line),
          static_cast<std::uint32_t>(before.size() - line_start + 1)};
}

Diagnostic located(Diagnostic diagnostic, const SourceText& source, SourceSpan span) {
  const std::string_view text = source.text;
  const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
  diagnostic.where = location_of(source, static_cast<std::uint32_t>(begin));
  const std::size_t line_start = begin - (diagnostic.where.column - 1);
  const std::size_t line_end = std::min(text.find('\n', begin), text.size());
  const std::size_t half = kExcerptWindow / 2;
  const std::size_t window_start = begin - line_start > half ? begin - half : line_start;
  const std::size_t window_end = std::min(line_end, window_start + kExcerptWindow);
  diagnostic.excerpt = printable(text.substr(window_start, window_end - window_start));
  diagnostic.caret = static_cast<std::uint32_t>(begin - window_start);
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, window_end);
  diagnostic.width = static_cast<std::uint32_t>(end - begin);
  return diagnostic;
}

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = place_of(diagnostic.where) + ": " + std::string(name_of(diagnostic.severity)) +
                     ": " + printable(diagnostic.message);
  if (!diagnostic.code.empty()) text += " [" + diagnostic.code + ']';
  text += '\n';
  if (!diagnostic.excerpt.empty()) {
    text += "  " + diagnostic.excerpt + '\n';
    text += "  " + caret_line(diagnostic) + '\n';
  }
  for (const std::string& note : diagnostic.notes) text += "note: " + printable(note) + '\n';
  if (!diagnostic.hint.empty()) text += "hint: " + printable(diagnostic.hint) + '\n';
  return text;
}

}  // namespace smemlens
