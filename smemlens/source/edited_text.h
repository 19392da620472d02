#pragma once

// A source with changes, as new text and as a unified diff.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::source {

// `text` in place of `span`, which may be empty.
struct Edit {
  SourceSpan span;
  std::string text;

  bool operator==(const Edit&) const = default;
};

struct EditedText {
  std::string text;
  // The old line, from 1, that each new line comes from: that of line i + 1 is old_lines[i]. A line
  // that an edit has inserted comes from the one before.
  std::vector<std::uint32_t> old_lines;
  std::string hunks;  // of a unified diff, with three lines around; empty without edits
};

// The lines of `text`, each with its end; the last one may have none.
std::vector<std::string_view> lines_of(std::string_view text);

// Edits don't overlap; their order doesn't matter.
EditedText edited(const std::string& text, std::vector<Edit> edits);

// The header of a unified diff: "--- a/x.cu\n+++ b/x.cu\n", without a/ and b/ for an absolute path.
std::string diff_header(const std::string& path);

}  // namespace smemlens::source
