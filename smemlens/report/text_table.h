#pragma once

// Columns of text that line up, if every character takes one column of the terminal.
//
//   TextTable table({{"line", Align::kLeft}, {"excess", Align::kRight}});
//   table.add({"9:17", "1015808"});

#include <cstdint>
#include <string>
#include <vector>

namespace smemlens {

enum class Align : std::uint8_t { kLeft, kRight };

class TextTable {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Title line and rows, each indented by `indent` blanks and ended by a line end; two blanks
  // between columns, none at a line's end.
  std::string text(std::size_t indent) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace smemlens
