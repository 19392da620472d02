#include "smemlens/report/solution_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/model/residency.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/text_style.h"
#include "smemlens/report/text_table.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

std::string shape_text(const TileShape& shape) {
  std::string text;
  for (const std::uint32_t size : shape.sizes) text += (text.empty() ? "" : " x ") + number(size);
  return text + " of " + counted(shape.element_bytes, "byte");
}

std::uint64_t requests_of(const LayoutProblem& problem) {
  std::uint64_t count = 0;
  for (const ElementRequest& request : problem.requests)
    count += request.count * problem.accesses[request.access].weight;
  return count;
}

// An id is JSON text; a plain one is shown without its quotes.
std::string title_of(const LayoutProblem& problem) {
  const std::string& id = problem.id;
  if (id.empty() || id == "null") return problem.array;
  return id.size() >= 2 && id.front() == '"' ? id.substr(1, id.size() - 2) : id;
}

std::string table_of(const LayoutProblem& problem, const Solution& solution) {
  TextTable table({
      {"wavefronts", Align::kRight},
      {"bytes more", Align::kRight},
      {"operations", Align::kRight},
      {"layout",     Align::kLeft },
      {"index",      Align::kLeft }
  });
  for (const SolutionPoint& point : solution.pareto) {
    table.add({number(point.wavefronts), number(point.extra_bytes),
               number(point.address_operations), described(point, problem.shape),
               one_line(index_text(point.layout, problem.shape))});
  }
  return table.text(2);
}

// Continuation lines stand below the first.
std::string indented(std::string_view label, const std::string& text, const TextStyle& style) {
  std::string head = "  " + std::string(label);
  head.resize(std::max<std::size_t>(head.size(), 10), ' ');
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += head + styled(style, text.substr(begin, end - begin)) + '\n';
    head.assign(head.size(), ' ');
    begin = end + 1;
  }
  return result;
}

std::string accesses_of(const LayoutProblem& problem, const Solution& solution,
                        const TextStyle& style) {
  TextTable table({
      {"access", Align::kLeft },
      {"before", Align::kRight},
      {"after",  Align::kRight}
  });
  for (std::size_t i = 0; i < problem.accesses.size(); ++i) {
    if (solution.naive.by_access[i] == 0) continue;  // of another array
    table.add({styled(style, problem.accesses[i].name), number(solution.naive.by_access[i]),
               number(solution.best().by_access[i])});
  }
  return table.text(2);
}

std::string blocks_of(const LayoutProblem& problem, const Solution& solution) {
  const auto residency = residency_of(*problem.architecture);
  const std::uint64_t extra = solution.best().extra_bytes;
  if (!residency || extra == 0) return {};
  const std::uint64_t bytes = problem.shape.bytes();
  return "  " + number(extra) + " bytes more: by this array alone " +
         counted(residency->blocks_of(bytes + extra), "block") + " fit in a multiprocessor, " +
         number(residency->blocks_of(bytes)) + " as declared\n";
}

}  // namespace

std::string solution_text(const LayoutProblem& problem, const Solution& solution,
                          const TextStyle& style) {
  const Ink ink(style);
  const auto shown = [&](const std::string& what) { return styled(style, what); };
  const std::string statement = shown(solution.statement);
  std::string text = ink.strong(shown(title_of(problem))) + ": " + shape_text(problem.shape) +
                     ", " + counted(requests_of(problem), "request") + ", " +
                     std::string(problem.architecture->name) + ": " +
                     counted(solution.naive.wavefronts, "wavefront") + " as declared\n";
  text += (solution.is_optimal() ? ink.good(statement) : ink.hot(statement)) + '\n';
  for (const std::string& warning : solution.warnings) text += "warning: " + shown(warning) + '\n';
  if (!solution.is_exact) {
    text +=
        "note: some of these counts rest on open questions of the model (docs/model.md); the "
        "first of its candidate rules is used\n";
  }
  if (solution.verdict == SolutionVerdict::kNothingToGain) return text;
  const SolutionPoint& best = solution.best();
  text += '\n' + table_of(problem, solution) + '\n' + accesses_of(problem, solution, style) + '\n';
  const IndexText index = index_text(best.layout, problem.shape);
  text += indented("index", one_line(index), style);
  if (const auto cute = cute_text(best.layout, problem.shape))
    text += indented("CuTe", *cute, style);
  text += indented("CUDA", cuda_text(problem, best.layout), style);
  return text + blocks_of(problem, solution);
}

}  // namespace smemlens
