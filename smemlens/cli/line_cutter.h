#pragma once

// JSON Lines from a stream, whatever pieces it comes in.
//
//   LineCutter<CostStream> cutter(stream);
//   cutter.feed("{\"op\":");  cutter.feed("\"load\"}\n");   →  stream.answer("{\"op\":\"load\"}")

#include <cstddef>
#include <string>
#include <string_view>

namespace smemlens::cli {

// A line longer than this is told and skipped without being kept.
inline constexpr std::size_t kMostLineBytes = std::size_t{1} << 20U;

// Calls answer(line) or skip_long_line() of a Stream, once for each line and in their order.
template <typename Stream>
class LineCutter {
 public:
  explicit LineCutter(Stream& stream) : stream_(stream) {}

  void feed(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      keep(piece.substr(0, end));
      if (end == std::string_view::npos) return;
      finish_line();
      piece.remove_prefix(end + 1);
    }
  }

  // The last line may lack its end.
  void finish() {
    if (!line_.empty() || is_too_long_) finish_line();
  }

 private:
  void keep(std::string_view part) {
    is_too_long_ = is_too_long_ || line_.size() + part.size() > kMostLineBytes;
    if (!is_too_long_) line_ += part;
  }

  void finish_line() {
    if (is_too_long_) {
      stream_.skip_long_line();
    } else {
      stream_.answer(line_);
    }
    line_.clear();
    is_too_long_ = false;
  }

  Stream& stream_;
  std::string line_;
  bool is_too_long_ = false;
};

}  // namespace smemlens::cli
