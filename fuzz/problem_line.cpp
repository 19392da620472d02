// Any line ends in a solution or an error; no solution is below its bound or loses an element.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "smemlens/base/json_value.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/problem_json.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/report/solution_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Long searches find no more faults than short ones.
constexpr smemlens::SolveEffort kShort{
    .requests = 20'000, .linear_steps = 100'000, .exchanges = 200};
constexpr std::size_t kMostRequests = 200;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto rows = smemlens::architectures();
  const smemlens::Architecture& architecture = rows[data[0] % rows.size()];
  const auto text =
      smemlens::parse_problem_line({reinterpret_cast<const char*>(data + 1), size - 1});
  if (!text) return 0;
  const auto problem = smemlens::layout_problem_of(*text, architecture);
  if (!problem || problem->requests.size() > kMostRequests) return 0;
  const smemlens::Solution solution = smemlens::solve(*problem, kShort);
  require(solution.best().wavefronts >= solution.bound.wavefronts);
  require(solution.best().wavefronts <= solution.naive.wavefronts);
  for (const smemlens::SolutionPoint& point : solution.pareto)
    require(smemlens::is_injective(point.layout, problem->shape));
  require(
      smemlens::parse_json({"answer", smemlens::solution_json(*problem, solution)}).has_value());
  require(!smemlens::solution_text(*problem, solution, {}).empty());
  return 0;
}
