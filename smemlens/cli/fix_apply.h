#pragma once

// Writes changed sources, each at one stroke or not at all; one with several names (hard links), of
// another owner or of a foreign group in place, with a copy of the old content beside it until that
// is done.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::cli {

struct SourceChange {
  std::filesystem::path path;
  std::string before;  // what it held when it was read
  std::string after;
};

// All are checked before the first is written: one that has changed meanwhile, or that may not be
// written, stops them all.
std::optional<Diagnostic> apply_changes(const std::vector<SourceChange>& changes);

}  // namespace smemlens::cli
