#include "smemlens/report/text_table.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "smemlens/base/utf8.h"

namespace smemlens {
namespace {

void append_padded(std::string& out, const std::string& cell, std::size_t width, Align align) {
  const std::size_t gap = width - std::min(width, character_count(cell));
  if (align == Align::kRight) out.append(gap, ' ');
  out += cell;
  if (align == Align::kLeft) out.append(gap, ' ');
}

void trim_end(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
}

}  // namespace

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : columns_) lines[0].push_back(column.title);
  lines.insert(lines.end(), rows_.begin(), rows_.end());

  std::vector<std::size_t> widths(columns_.size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], character_count(line[i]));
    }
  }
  std::string out;
  for (const auto& line : lines) {
    out.append(indent, ' ');
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (i > 0) out += "  ";
      append_padded(out, line[i], widths[i], columns_[i].align);
    }
    trim_end(out);
    out += '\n';
  }
  return out;
}

}  // namespace smemlens
