#pragma once

// A result that is written piece by piece, and input that is read as it comes.

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens::cli {

class OutputFile {
 public:
  // Replaces the file at `path`; an empty path is standard output.
  static Expected<OutputFile> open(const std::string& path);

  // Writes at once. The first failure is kept for close(); a closed pipe is none.
  void write(std::string_view content);
  std::optional<Diagnostic> close();

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };

  explicit OutputFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int error_ = 0;
};

// Fills `buffer` with what standard input holds now, at least one byte; 0 at its end. No answer: it
// cannot be read.
Expected<std::size_t> read_some_input(std::span<char> buffer);

}  // namespace smemlens::cli
