#include "smemlens/source/edited_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::source {
namespace {

constexpr std::size_t kContext = 3;

// Old lines [begin, end) become `lines`.
struct Change {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> lines;
};

class Editor {
 public:
  explicit Editor(const std::string& text) : text_(text), lines_(lines_of(text)) {
    std::size_t begin = 0;
    for (const std::string_view line : lines_) {
      begins_.push_back(begin);
      begin += line.size();
    }
  }

  EditedText apply(std::vector<Edit> edits) {
    std::ranges::sort(edits, {}, [](const Edit& edit) {
      return std::tuple(edit.span.begin, edit.span.end, edit.text);
    });
    for (std::size_t i = 0; i < edits.size();) i = add_change(edits, i);
    EditedText result;
    write_text(result);
    write_hunks(result);
    return result;
  }

 private:
  std::size_t line_at(std::size_t offset) const {
    const auto next = std::upper_bound(begins_.begin(), begins_.end(), offset);
    return next == begins_.begin() ? 0 : static_cast<std::size_t>(next - begins_.begin()) - 1;
  }

  // All edits of the lines that edit `first` touches; returns the next one.
  std::size_t add_change(const std::vector<Edit>& edits, std::size_t first) {
    Change change{.begin = line_at(edits[first].span.begin), .end = 0, .lines = {}};
    std::size_t last_line = change.begin;
    std::size_t next = first;
    std::string text;
    std::size_t at = begins_.empty() ? 0 : begins_[change.begin];
    while (next < edits.size() && line_at(edits[next].span.begin) <= last_line) {
      const Edit& edit = edits[next++];
      text += text_.substr(at, edit.span.begin - at) + edit.text;
      at = edit.span.end;
      last_line = std::max(last_line, line_at(edit.span.end));
    }
    change.end = std::min(last_line + 1, lines_.size());
    const std::size_t end = change.end < lines_.size() ? begins_[change.end] : text_.size();
    text += text_.substr(at, end - at);
    for (const std::string_view line : lines_of(text)) change.lines.emplace_back(line);
    changes_.push_back(std::move(change));
    return next;
  }

  void write_text(EditedText& result) const {
    std::size_t line = 0;
    for (const Change& change : changes_) {
      copy_lines(result, line, change.begin);
      for (std::size_t i = 0; i < change.lines.size(); ++i) {
        result.text += change.lines[i];
        const std::size_t old = std::min(change.begin + i, change.end - 1);
        result.old_lines.push_back(static_cast<std::uint32_t>(old + 1));
      }
      line = change.end;
    }
    copy_lines(result, line, lines_.size());
  }

  void copy_lines(EditedText& result, std::size_t begin, std::size_t end) const {
    for (std::size_t line = begin; line < end; ++line) {
      result.text += lines_[line];
      result.old_lines.push_back(static_cast<std::uint32_t>(line + 1));
    }
  }

  // Changes whose surroundings touch share a hunk.
  void write_hunks(EditedText& result) const {
    std::ptrdiff_t growth = 0;
    for (std::size_t i = 0; i < changes_.size();) {
      std::size_t end = i + 1;
      while (end < changes_.size() && changes_[end].begin <= changes_[end - 1].end + 2 * kContext)
        ++end;
      growth += write_hunk(result.hunks, i, end, growth);
      i = end;
    }
  }

  std::ptrdiff_t write_hunk(std::string& text, std::size_t first, std::size_t last,
                            std::ptrdiff_t growth) const {
    const std::size_t begin = changes_[first].begin - std::min(changes_[first].begin, kContext);
    const std::size_t end = std::min(changes_[last - 1].end + kContext, lines_.size());
    std::string body;
    std::size_t line = begin;
    std::size_t new_count = 0;
    const auto keep = [&](std::size_t until) {
      for (; line < until; ++line, ++new_count) body += marked(' ', lines_[line]);
    };
    for (std::size_t i = first; i < last; ++i) {
      keep(changes_[i].begin);
      new_count += changes_[i].lines.size();
      write_change(body, changes_[i]);
      line = changes_[i].end;
    }
    keep(end);
    const auto new_begin = static_cast<std::ptrdiff_t>(begin) + growth;
    text += "@@ -" + std::to_string(begin + 1) + ',' + std::to_string(end - begin) + " +" +
            std::to_string(new_begin + 1) + ',' + std::to_string(new_count) + " @@\n" + body;
    return static_cast<std::ptrdiff_t>(new_count) - static_cast<std::ptrdiff_t>(end - begin);
  }

  // What is the same at its begin and end is shown as it is.
  void write_change(std::string& body, const Change& change) const {
    std::size_t old_begin = change.begin;
    std::size_t old_end = change.end;
    std::size_t new_begin = 0;
    std::size_t new_end = change.lines.size();
    std::string tail;
    while (old_begin < old_end && new_begin < new_end &&
           lines_[old_begin] == change.lines[new_begin]) {
      body += marked(' ', lines_[old_begin++]);
      ++new_begin;
    }
    while (old_begin < old_end && new_begin < new_end &&
           lines_[old_end - 1] == change.lines[new_end - 1]) {
      tail.insert(0, marked(' ', lines_[--old_end]));
      --new_end;
    }
    for (std::size_t i = old_begin; i < old_end; ++i) body += marked('-', lines_[i]);
    for (std::size_t i = new_begin; i < new_end; ++i) body += marked('+', change.lines[i]);
    body += tail;
  }

  static std::string marked(char mark, std::string_view line) {
    std::string text = mark + std::string(line);
    if (!line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
    return text;
  }

  const std::string& text_;
  std::vector<std::string_view> lines_;
  std::vector<std::size_t> begins_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

EditedText edited(const std::string& text, std::vector<Edit> edits) {
  return Editor(text).apply(std::move(edits));
}

std::string diff_header(const std::string& path) {
  const bool is_absolute = path.starts_with('/');
  return "--- " + (is_absolute ? path : "a/" + path) + "\n+++ " +
         (is_absolute ? path : "b/" + path) + '\n';
}

}  // namespace smemlens::source
