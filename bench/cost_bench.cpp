// How fast cost_of is, beside the slow oracle in the same run.
//
//   family             cost_of ns   slow oracle ns    ratio
//   row                           23             13343      571
//
// Each family holds requests enough that no branch predictor learns them by heart; the figure of a
// family is the median of several runs, per request.

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "tests/oracle/slow_cost.h"

namespace smemlens {
namespace {

constexpr std::uint32_t kSharedBytes = 48 * 1024;
constexpr std::size_t kRequests = 256;

using AddressOf = std::uint32_t (*)(std::uint32_t lane, std::mt19937& random);

struct Family {
  std::string_view name;
  std::uint32_t bytes_per_lane;
  AddressOf address_of;
};

constexpr Family kFamilies[] = {
    {"row",            4,  [](std::uint32_t lane, std::mt19937&) { return lane * 4; }  },
    {"stride 2",       4,  [](std::uint32_t lane, std::mt19937&) { return lane * 8; }  },
    {"column",         4,  [](std::uint32_t lane, std::mt19937&) { return lane * 128; }},
    {"random words",   4,
     [](std::uint32_t,                            std::mt19937& random) {
       return static_cast<std::uint32_t>(random() % (kSharedBytes / 4) * 4);
     }                                                           },
    {"16-byte random", 16,
     [](std::uint32_t,                            std::mt19937& random) {
       return static_cast<std::uint32_t>(random() % (kSharedBytes / 16) * 16);
     }                                                           },
};

std::vector<Request> requests_of(const Family& family) {
  std::mt19937 random(1);
  std::vector<Request> requests(kRequests);
  for (Request& request : requests) {
    request.bytes_per_lane = static_cast<std::uint8_t>(family.bytes_per_lane);
    request.active = 0xffffffff;
    // A random start, so that no two requests are the same.
    const auto start = static_cast<std::uint32_t>(random() % 1024 * 16);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      request.addresses[lane] = {start + family.address_of(lane, random)};
    }
  }
  return requests;
}

using CostFunction = RequestCost (*)(const BankModel&, const Request&);

void run(benchmark::State& state, const Family& family, CostFunction function) {
  const BankModel& model = find_architecture(kDefaultArchitecture)->bank_model;
  const std::vector<Request> requests = requests_of(family);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(function(model, requests[next]));
    next = (next + 1) % kRequests;
  }
}

// Prints the table of the header comment from the medians.
class RatioReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median")
        medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
    }
  }
  void Finalize() override {
    std::printf("%-16s %12s %16s %8s\n", "family", "cost_of ns", "slow oracle ns", "ratio");
    for (const Family& family : kFamilies) {
      const std::string name(family.name);
      const double fast = medians_["cost_of/" + name];
      const double slow = medians_["oracle/" + name];
      std::printf("%-16s %12.1f %16.0f %8.0f\n", name.c_str(), fast, slow, slow / fast);
    }
  }

 private:
  std::map<std::string, double> medians_;
};

void register_families() {
  const std::array<std::pair<std::string, CostFunction>, 2> functions = {
      {{"cost_of/", cost_of}, {"oracle/", testing::slow_cost}}
  };
  for (const Family& family : kFamilies) {
    for (const auto& [prefix, function] : functions) {
      benchmark::RegisterBenchmark(
          (prefix + std::string(family.name)).c_str(),
          [&family, measured = function](benchmark::State& state) { run(state, family, measured); })
          ->Repetitions(9)
          ->MinTime(0.03)
          ->ReportAggregatesOnly();
    }
  }
}

}  // namespace
}  // namespace smemlens

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  smemlens::register_families();
  smemlens::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
}
