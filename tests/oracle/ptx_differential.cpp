#include "tests/oracle/ptx_differential.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"
#include "tests/oracle/ptx_program.h"
#include "tests/oracle/ptx_threads.h"
#include "tests/oracle/slow_cost.h"

namespace smemlens::testing {
namespace {

using Bytes = std::vector<std::byte>;

struct Totals {
  std::uint64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0;

  bool operator==(const Totals&) const = default;
};
using Site = std::pair<ptx::Index, ptx::Index>;  // function, instruction
using Sites = std::map<Site, Totals>;

const BankModel& bank_model() {
  return find_architecture("sm_80")->bank_model;
}

void add(Totals& totals, const RequestCost& cost) {
  ++totals.requests;
  totals.wavefronts += cost.wavefronts;
  totals.ideal_wavefronts += cost.ideal_wavefronts;
}

class SiteCounter : public simt::AccessObserver {
 public:
  explicit SiteCounter(Sites& sites) : sites_(sites) {}
  void observe(const simt::SharedAccess& access) override {
    add(sites_[{access.function, access.instruction}], cost_of(bank_model(), access.request));
  }

 private:
  Sites& sites_;
};

struct Outcome {
  std::optional<std::string> problem;
  Bytes out;
  Sites sites;
};

// Words in which floats, halves and integers of every size find their edges.
Bytes random_input(std::size_t bytes, std::uint32_t seed) {
  constexpr std::uint64_t kWords[] = {
      0,
      1,
      ~std::uint64_t{0},
      0x8000000000000000,
      0x7fffffffffffffff,
      0x7ff0000000000000,
      0xfff0000000000000,
      0x7ff8000000000000,
      0x3ff0000000000000,
      0x0010000000000000,
      0x000fffffffffffff,
      0x7fefffffffffffff,
      0x43e0000000000000,
      0x41dfffffffc00000,
      0x3f8000007f800000,
      0x7fffffffff800000,
      0x0080000000000001,
      0x7f7fffff00800000,
      0x4f0000005f000000,
      0x4b7fffff3effffff,
      0x3c007c00fc007bff,
      0x0001800103ff0400,
      0x7fff7e003f807f80,
      0x0000002000000005,
  };
  std::mt19937_64 random(seed);
  Bytes input(bytes);
  for (std::size_t at = 0; at + 8 <= bytes; at += 8) {
    std::uint64_t word = random();
    const std::uint64_t kind = random() % 4;
    if (kind == 1) word = kWords[random() % std::size(kWords)];
    if (kind == 2) word &= 0x0000003f0000003f;
    // Numbers near one another, whose sums cancel and whose conversions have fractions.
    if (kind == 3) word = (word & 0x00ffffff00ffffff) | 0x4000000040000000;
    std::memcpy(input.data() + at, &word, 8);
  }
  return input;
}

struct Case {
  const ptx::Module& module;
  std::uint32_t threads = 32;
  Bytes input;
};

Bytes parameters_of(const Bytes& out, const Bytes& in) {
  const std::uint64_t addresses[] = {simt::address_of(out.data()), simt::address_of(in.data())};
  Bytes parameters(sizeof(addresses));
  std::memcpy(parameters.data(), addresses, sizeof(addresses));
  return parameters;
}

Outcome on_warps(const Case& one, simt::HostIsa isa) {
  Outcome outcome{.problem = {}, .out = Bytes(one.input.size()), .sites = {}};
  Bytes input = one.input;
  simt::GlobalMemory memory;
  for (const Bytes* buffer : {&outcome.out, &input}) {
    memory.add({.begin = simt::address_of(buffer->data()), .bytes = buffer->size(), .name = "b"});
  }
  const auto image = simt::ModuleImage::load(one.module, memory);
  if (!image) return {.problem = to_text(image.error()), .out = {}, .sites = {}};
  const auto kernel = simt::prepare(*image, "k", isa);
  if (!kernel) return {.problem = to_text(kernel.error()), .out = {}, .sites = {}};
  simt::Launch launch{
      .block = {one.threads, 1, 1}
  };
  launch.parameters = parameters_of(outcome.out, input);
  launch.max_steps = 4'000'000;
  SiteCounter counter(outcome.sites);
  simt::BlockExecutor executor({*kernel, launch, memory, &counter});
  if (const auto fault = executor.run_block(0)) outcome.problem = to_text(*fault);
  return outcome;
}

struct SlowOutcome {
  Outcome outcome;
  std::uint64_t requests = 0;
};

SlowOutcome on_threads(const Case& one) {
  const Bytes out(one.input.size());
  const auto entry = std::ranges::find(one.module.functions, true, &ptx::Function::is_entry);
  BlockRun run{
      .module = &one.module,
      .kernel = static_cast<ptx::Index>(entry - one.module.functions.begin()),
      .threads = one.threads,
      .parameters = parameters_of(out, one.input),
      .buffers = {{.address = simt::address_of(out.data()), .bytes = out},
                  {.address = simt::address_of(one.input.data()), .bytes = one.input}},
  };
  BlockResult result = run_block(run);
  SlowOutcome slow{
      .outcome = {.problem = result.problem,
                  .out = std::move(result.buffers[0].bytes),
                  .sites = {}},
      .requests = result.requests.size()
  };
  for (const SharedRequest& request : result.requests) {
    add(slow.outcome.sites[{request.function, request.instruction}],
        slow_cost(bank_model(), request.request));
  }
  return slow;
}

std::string text_of(const Totals& totals) {
  return std::to_string(totals.requests) + " requests, " + std::to_string(totals.wavefronts) +
         " wavefronts, " + std::to_string(totals.ideal_wavefronts) + " ideal";
}

Totals totals_of(const Sites& sites, const Site& site) {
  const auto found = sites.find(site);
  return found == sites.end() ? Totals{} : found->second;
}

std::optional<std::string> difference_of(const Case& one, const Outcome& warps,
                                         const Outcome& threads) {
  std::ostringstream text;
  if (warps.problem || threads.problem) {
    if (!warps.problem) text << "only the slow interpreter fails: " << *threads.problem;
    if (!threads.problem) text << "only the warp executor fails: " << *warps.problem;
    if (warps.problem && threads.problem) {
      text << "both fail: " << *warps.problem << "; " << *threads.problem;
    }
    return text.str();
  }
  for (std::size_t i = 0; i < warps.out.size(); i += 4) {
    std::uint32_t actual = 0;
    std::uint32_t expected = 0;
    std::memcpy(&actual, warps.out.data() + i, 4);
    std::memcpy(&expected, threads.out.data() + i, 4);
    if (actual == expected) continue;
    text << "thread " << i / kBytesPerThread << ", bytes at " << i % kBytesPerThread << ": "
         << std::hex << actual << " on warps, " << expected << " on threads";
    return text.str();
  }
  Sites all = warps.sites;
  all.insert(threads.sites.begin(), threads.sites.end());
  for (const auto& [site, unused] : all) {
    const Totals on_warps = totals_of(warps.sites, site);
    const Totals on_threads = totals_of(threads.sites, site);
    if (on_warps == on_threads) continue;
    const auto& function = one.module.functions[site.first];
    text << function.name << ", instruction " << site.second << " "
         << function.instructions[site.second].mnemonic << ": " << text_of(on_warps)
         << " on warps; " << text_of(on_threads) << " on threads";
    return text.str();
  }
  return std::nullopt;
}

}  // namespace

Comparison compare_executors(const RandomProgram& program, std::uint32_t seed) {
  Comparison comparison{.ptx = program.ptx, .difference = {}};
  const ptx::ParseResult parsed = ptx::parse_module({"random.ptx", program.ptx});
  if (ptx::has_errors(parsed)) {
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      comparison.difference = to_text(diagnostic);
      if (diagnostic.severity == Severity::kError) break;
    }
    return comparison;
  }
  if (std::ranges::none_of(parsed.module.functions, &ptx::Function::is_entry)) {
    comparison.difference = "no kernel";
    return comparison;
  }
  const Case one{.module = parsed.module,
                 .threads = program.threads,
                 .input = random_input(std::size_t{program.threads} * kBytesPerThread, seed)};
  const SlowOutcome slow = on_threads(one);
  comparison.shared_requests = slow.requests;
  for (const simt::HostIsa isa : {simt::HostIsa::kBaseline, simt::best_host_isa()}) {
    if (comparison.difference) break;
    comparison.difference = difference_of(one, on_warps(one, isa), slow.outcome);
  }
  return comparison;
}

Comparison compare_executors(std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  const std::uint32_t seed = choices.below(65536);
  return compare_executors(random_program(choices), seed);
}

}  // namespace smemlens::testing
