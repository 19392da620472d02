#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/fix_program.h"
#include "smemlens/cli/line_cutter.h"
#include "smemlens/cli/output_file.h"
#include "smemlens/cli/pattern_options.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/model/architecture.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/pattern_solution.h"
#include "smemlens/report/problem_json.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/report/solution_svg.h"
#include "smemlens/report/solution_text.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_weights.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"

namespace smemlens::cli {
namespace {

std::string rendered(const LayoutProblem& problem, const Solution& solution,
                     const CommonOptions& common) {
  switch (common.format) {
    case Format::kJson:
      return solution_json(problem, solution) + '\n';
    case Format::kSvg:
      return solution_svg(problem, solution);
    case Format::kText:
      break;
  }
  const Terminal terminal = terminal_for(common);
  return solution_text(problem, solution, {.color = terminal.has_color, .utf8 = terminal.is_utf8});
}

// A limit of the line itself comes first.
void add_limits(SolveLimits& limits, const FixArguments& arguments) {
  if (!limits.max_extra_bytes) limits.max_extra_bytes = arguments.max_extra_bytes;
  if (limits.families.empty()) limits.families = arguments.families;
}

// Answers line after line as they come; a bad one is told, and the others are still answered.
class ProblemStream {
 public:
  ProblemStream(const FixArguments& arguments, const Architecture& architecture, OutputFile& output)
      : arguments_(arguments), architecture_(architecture), output_(output) {}

  void answer(std::string_view line) {
    ++line_number_;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    auto text = parse_problem_line(line);
    if (!text) {
      reject(text.error());
      return;
    }
    add_limits(text->limits, arguments_);
    const auto problem = layout_problem_of(*text, architecture_);
    if (!problem) {
      reject(problem.error());
      return;
    }
    std::string answer = rendered(*problem, solve(*problem), arguments_.common);
    if (arguments_.common.format == Format::kText && has_answer_) answer = '\n' + answer;
    has_answer_ = true;
    output_.write(answer);
  }

  void skip_long_line() {
    ++line_number_;
    reject({.code = "problem-line", .message = "the line is longer than 1 MiB"});
  }

  bool has_bad_line() const { return has_bad_line_; }

 private:
  void reject(Diagnostic diagnostic) {
    has_bad_line_ = true;
    diagnostic.where.file = arguments_.problem == "-" ? "stdin" : arguments_.problem;
    diagnostic.where.line = static_cast<std::uint32_t>(line_number_);
    complain(diagnostic);
  }

  const FixArguments& arguments_;
  const Architecture& architecture_;
  OutputFile& output_;
  std::uint64_t line_number_ = 0;
  bool has_bad_line_ = false;
  bool has_answer_ = false;
};

Expected<std::size_t> feed_standard_input(LineCutter<ProblemStream>& cutter) {
  std::array<char, 1U << 16U> buffer{};
  auto size = read_some_input(buffer);
  for (; size && *size != 0; size = read_some_input(buffer)) cutter.feed({buffer.data(), *size});
  return size;
}

ExitCode fix_problems(const FixArguments& arguments) {
  const auto architecture = architecture_named(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  if (arguments.common.format == Format::kSvg) {
    return complain(
        {.code = "fix-format",
         .message = "a picture is of one pattern; problems are answered in text or JSON",
         .hint = "give the accesses as a pattern"},
        ExitCode::kUsage);
  }
  std::string content;
  if (arguments.problem != "-") {
    auto file = read_file(arguments.problem);
    if (!file) return complain(file.error());
    content = std::move(*file);
  }
  auto output = OutputFile::open(arguments.common.output);
  if (!output) return complain(output.error());
  ProblemStream stream(arguments, **architecture, *output);
  LineCutter<ProblemStream> cutter(stream);
  cutter.feed(content);
  const auto end =
      arguments.problem == "-" ? feed_standard_input(cutter) : Expected<std::size_t>(0);
  cutter.finish();
  if (const auto problem = output->close()) return complain(*problem);
  if (!end) return complain(end.error());
  return stream.has_bad_line() ? ExitCode::kContent : ExitCode::kDone;
}

// The pieces as one pattern.
std::string joined(const std::vector<std::string>& patterns) {
  std::string text;
  for (const std::string& pattern : patterns) text += (text.empty() ? "" : "; ") + pattern;
  return text;
}

ExitCode fix_pattern(const FixArguments& arguments) {
  const auto options = pattern_options(arguments.common.arch, arguments.block, arguments.lets);
  if (!options) return complain(options.error(), ExitCode::kUsage);
  const auto text = without_weights({"pattern", joined(arguments.patterns)});
  if (!text) return complain(text.error());
  const auto pattern = parse_pattern(text->source);
  if (!pattern) return complain(pattern.error());
  const auto weights = weights_of(*pattern, *text);
  if (!weights) return complain(weights.error());
  if (!arguments.common.is_quiet) {
    for (const Diagnostic& note : pattern->notes) complain(note);
  }
  const auto explanation = smemlens::explain(*pattern, *options);
  if (!explanation)
    return complain(explanation.error(), code_of_pattern_problem(explanation.error()));
  auto found = layout_problem_of(*explanation, *weights);
  if (!found) return complain(found.error());
  add_limits(found->problem.limits, arguments);
  const std::string answer = rendered(found->problem, solve(*found), arguments.common);
  const auto problem = write_output(arguments.common.output, answer);
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace

ExitCode fix(const FixArguments& arguments) {
  if (!arguments.program.inputs.empty()) return fix_program(arguments);
  return arguments.problem.empty() ? fix_pattern(arguments) : fix_problems(arguments);
}

}  // namespace smemlens::cli
