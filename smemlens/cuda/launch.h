#pragma once

// Runs all blocks of one launch and adds up what they did.
//
//   LaunchResult result = run_launch({*kernel, launch, memory, architecture->bank_model}, limits);
//   if (result.fault) …
//
// Blocks are independent and run on all cores; only a kernel whose result can depend on their order
// (Kernel::is_order_dependent) runs on one thread, block after block, and a block that waits for a
// later one yields to it. A cooperative launch keeps all its blocks resident, in turns. The counts
// do not depend on the number of threads.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::cuda {

struct LaunchJob {
  const simt::Kernel& kernel;
  const simt::Launch& launch;  // Launch::interrupted is not read: see LaunchLimits
  const simt::GlobalMemory& memory;
  const BankModel& model;
  simt::DeviceOutput* output = nullptr;
  simt::DeviceHeap* heap = nullptr;  // null pointer: malloc finds no memory
  bool is_counted =
      true;  // false: only the kernel's effects are wanted, and LaunchResult::sites is empty
  bool records_requests = false;  // SiteAccumulator::record_requests
};

struct LaunchLimits {
  unsigned threads = 0;        // 0: one a core
  double timeout_seconds = 0;  // 0: none; else a fault of code "timeout" after it
  // Not 0: blocks that may run in any order do so in one that depends on this number; the report
  // must be the same. (But of several faults another may then be told.)
  std::uint64_t shuffle = 0;
  BlockSelection blocks;  // a cooperative launch runs them all: they wait for each other
  // A file descriptor, as of Interrupts: once it is readable the launch ends with a fault of code
  // "interrupted". -1: none.
  int stop_fd = -1;
};

struct LaunchResult {
  std::unique_ptr<SiteAccumulator> sites;  // never null
  std::uint64_t blocks_run = 0;
  std::uint64_t thread_instructions = 0;
  // Why the launch did not end. The fault of the lowest block, and no counts: which other blocks
  // ran depends on the threads.
  std::optional<Diagnostic> fault;
};

// «the kernel did not end within 0.2 s and was stopped», for a kernel or a whole program.
Diagnostic timeout_problem(const std::string& subject, double seconds);

LaunchResult run_launch(const LaunchJob& job, const LaunchLimits& limits);

}  // namespace smemlens::cuda
