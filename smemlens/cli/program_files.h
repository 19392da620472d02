#pragma once

// The source files of a program, and a copy of them with changes that is compiled in their place.
//
//   load({"examples/transpose.cu"}, {})  →  transpose.cu and the device_array.h that it includes

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::cli {

// A path as messages name it: relative to the current folder if it lies below it.
std::string shown_path(const std::string& path);

class ProgramFiles {
 public:
  // The sources and all that they include by name, as far as it is found.
  static Expected<ProgramFiles> load(const std::vector<std::string>& sources,
                                     const std::vector<std::string>& include_directories);

  // Named as shown_path names them; the sources first.
  std::span<const std::unique_ptr<source::CodeFile>> files() const { return files_; }
  const std::filesystem::path& path(std::size_t file) const { return places_[file].path; }
  // Whether it lies in the folder of a source, or below: others are never written.
  bool is_own(std::size_t file) const { return places_[file].is_own; }

  struct Copy {
    std::vector<std::string> sources;
    std::vector<std::string> include_directories;
  };
  // Writes all own files below `folder`, with `texts` (one a file) for content. Their lines go by
  // the names of the originals.
  Expected<Copy> write_copy(const std::filesystem::path& folder,
                            std::span<const std::string> texts) const;

 private:
  struct Place {
    std::filesystem::path path;  // without links and dots
    std::string typed;           // as a compiler is told, or finds it
    bool is_own = false;
  };

  std::optional<Diagnostic> add(const std::string& typed);
  void add_includes(std::size_t file);
  void judge_places();
  std::filesystem::path root() const;

  std::vector<std::unique_ptr<source::CodeFile>> files_;
  std::vector<Place> places_;  // one a file
  std::size_t source_count_ = 0;
  std::vector<std::string> include_directories_;
};

}  // namespace smemlens::cli
