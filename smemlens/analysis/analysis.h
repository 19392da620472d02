#pragma once

// What a run found: per kernel and per site, counts that add up.
//
//   transpose.cu:9:17  ld.shared.f32  32768 requests, 1048576 wavefronts, 32768 ideal, all 32-way
//
// Every report is a pure function of this value (ARCHITECTURE.md, invariant 5).

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/analysis/selection.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/model/request.h"

namespace smemlens {

struct Totals {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;

  std::uint64_t excess_wavefronts() const { return wavefronts - ideal_wavefronts; }
  Totals& operator+=(const Totals& other);
  bool operator==(const Totals&) const = default;
};

// Which instruction of which source line. Copies that unrolling made share one site.
struct SiteKey {
  Location where;           // innermost inlined frame that lies in a user's file
  std::string function;     // demangled name of that frame's function
  std::string instruction;  // "ld.shared.v4.f32", as written
  std::string array;        // the shared variable it touched; empty if that is not known

  bool operator==(const SiteKey&) const = default;
};

// The request with the most wavefronts; ties go to the lowest (launch, block, warp, order).
struct WorstRequest {
  std::array<std::uint32_t, 3> block{};
  std::uint32_t warp = 0;
  std::uint32_t wavefronts = 0;
  std::uint64_t launch = 0;  // tie break only, not reported
  std::uint64_t order = 0;   // n-th request of the warp, tie break only
  Request request;           // addresses: offsets in the block's shared memory

  // True if this one is reported rather than `other`.
  bool precedes(const WorstRequest& other) const;
};

struct Site {
  SiteKey key;
  std::vector<Location> inlined_at;  // the chain, innermost first, without key.where
  Operation operation = Operation::kLoad;
  std::uint32_t bytes = 0;  // bytes a lane
  Totals totals;
  std::map<std::uint32_t, std::uint64_t> degrees;  // conflict degree → requests
  std::uint64_t divergent_requests = 0;
  std::uint64_t inexact_requests = 0;
  std::uint32_t program_order = 0;  // position of its first instruction in the kernel's PTX
  WorstRequest worst;
  RecordedRequests recorded;                         // only of a run that records them
  std::uint32_t recorded_array = ~std::uint32_t{0};  // into KernelAnalysis::arrays, then
};

struct KernelKey {
  std::string mangled;
  std::array<std::uint32_t, 3> grid{};
  std::array<std::uint32_t, 3> block{};
  std::uint32_t dynamic_bytes = 0;

  bool operator==(const KernelKey&) const = default;
};

struct KernelAnalysis {
  KernelKey key;
  std::string name;  // demangled
  std::uint64_t launches = 0;
  std::uint64_t repeated_launches =
      0;  // of them: has the counts of an earlier one, provably its own
  std::uint32_t static_bytes = 0;
  std::uint64_t blocks_run = 0;
  std::uint64_t blocks_total = 0;
  std::uint64_t thread_instructions = 0;
  bool has_line_information = true;
  std::vector<Site> sites;            // by program_order
  std::vector<RecordedArray> arrays;  // by offset; only of a run that records requests

  Totals totals() const;
};

// Launches that the selection left out.
struct LaunchesNotRun {
  KernelKey key;
  std::string name;  // demangled
  std::uint64_t launches = 0;

  bool operator==(const LaunchesNotRun&) const = default;
};

struct Analysis {
  std::string architecture;
  std::string level = "ptx";
  std::string compiler;                 // "clang 19.1.7"; empty: not known
  Selection selection;                  // what was asked to run
  std::vector<KernelAnalysis> kernels;  // in order of first launch
  std::vector<LaunchesNotRun> not_run;  // in order of first launch
  std::vector<Diagnostic> problems;     // kernel faults and what stopped the run
  std::vector<std::string> notes;       // what the reader must know to read the numbers
  bool is_partial = false;              // the run ended before the program did
  // What each launch left in global memory, a line for each changed range; empty unless asked for.
  std::vector<std::string> memory;

  Totals totals() const;
};

// Adds the counts of `other` to `site`, whose key stays.
void add(Site& site, const Site& other);

// Adds `launch` to `analysis`: sites and kernels of the same key are summed.
void add(Analysis& analysis, const Analysis& launch);

}  // namespace smemlens
