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
#include "smemlens/cli/line_cutter.h"
#include "smemlens/cli/output_file.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/cost_json.h"

namespace smemlens::cli {
namespace {

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

}  // namespace

ExitCode cost(const CostArguments& arguments) {
  const auto architecture = architecture_named(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  auto output = OutputFile::open(arguments.common.output);
  if (!output) return complain(output.error());
  CostStream stream(**architecture, arguments.with_detail, *output);
  LineCutter<CostStream> cutter(stream);
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
