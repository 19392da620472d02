#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/output_file.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/cost_json.h"

namespace smemlens::cli {
namespace {

// A line longer than this holds no request; it is told and skipped without being kept.
constexpr std::size_t kMostLineBytes = std::size_t{1} << 20U;
constexpr std::size_t kFlushBytes = std::size_t{1} << 16U;

// Answers line after line as they come, so that a program can ask through a pipe.
class CostStream {
 public:
  CostStream(const Architecture& architecture, bool with_detail, OutputFile& output)
      : architecture_(architecture), with_detail_(with_detail), output_(output) {}

  void answer(std::string_view line) {
    ++line_number_;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    const auto parsed = parse_cost_line(line, architecture_);
    if (!parsed) {
      reject(parsed.error());
      return;
    }
    append_verdict(verdicts_, architecture_.bank_model, *parsed, with_detail_);
    if (verdicts_.size() >= kFlushBytes) flush();
  }

  void reject(Diagnostic diagnostic) {
    flush();  // so that the error stands where it belongs
    has_bad_line_ = true;
    diagnostic.where.file = "stdin";
    diagnostic.where.line = static_cast<std::uint32_t>(line_number_);
    complain(diagnostic);
  }

  void skip_long_line() {
    ++line_number_;
    reject({.code = "cost-line", .message = "the line is longer than 1 MiB"});
  }

  void flush() {
    output_.write(verdicts_);
    verdicts_.clear();
  }

  bool has_bad_line() const { return has_bad_line_; }

 private:
  const Architecture& architecture_;
  bool with_detail_;
  OutputFile& output_;
  std::string verdicts_;
  std::uint64_t line_number_ = 0;
  bool has_bad_line_ = false;
};

// Cuts a stream into lines, whatever pieces it comes in.
class LineCutter {
 public:
  explicit LineCutter(CostStream& stream) : stream_(stream) {}

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

  CostStream& stream_;
  std::string line_;
  bool is_too_long_ = false;
};

}  // namespace

ExitCode cost(const CostArguments& arguments) {
  const auto architecture = architecture_named(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  auto output = OutputFile::open(arguments.common.output);
  if (!output) return complain(output.error());
  CostStream stream(**architecture, arguments.with_detail, *output);
  LineCutter cutter(stream);
  std::array<char, 1U << 16U> buffer{};
  // A read returns what there is, so that a question on a pipe is answered before the next one.
  auto size = read_some_input(buffer);
  for (; size && *size != 0; size = read_some_input(buffer)) {
    cutter.feed({buffer.data(), *size});
    stream.flush();
  }
  cutter.finish();
  stream.flush();
  if (const auto problem = output->close()) return complain(*problem);
  if (!size) return complain(size.error());
  return stream.has_bad_line() ? ExitCode::kContent : ExitCode::kDone;
}

}  // namespace smemlens::cli
