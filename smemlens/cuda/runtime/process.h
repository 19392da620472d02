#pragma once

// What the CUDA runtime remembers for as long as the program runs: one object, made at the first
// call (compilers register fat binaries before main) and never destroyed (programs call CUDA from
// destructors that run after everything else).

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/protocol.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/capture.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/handles.h"
#include "smemlens/cuda/runtime/launch_filter.h"
#include "smemlens/cuda/runtime/memory_digests.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/repeats.h"
#include "smemlens/cuda/runtime/reporter.h"
#include "smemlens/cuda/runtime/texture.h"
#include "smemlens/model/architecture.h"
#include "smemlens/simt/device_heap.h"

namespace smemlens::cuda {

class Process {
 public:
  static Process& instance();

  const Settings& settings() const { return settings_; }
  const Architecture& architecture() const { return *architecture_; }
  const cudaDeviceProp& properties() const { return properties_; }

  std::recursive_mutex mutex;  // held by whoever uses what follows
  DeviceMemory memory;
  simt::DeviceHeap heap{memory.ranges()};
  Modules modules;
  Reporter reporter;
  Handles handles;
  Arrays arrays;
  TextureObjects textures;
  Graphs graphs;
  Captures captures;
  LaunchFilter filter;
  Repeats repeats;
  MemoryDigests digests;
  // What graphs allocate: whether a launch has, and nothing freed it since.
  std::unordered_map<void*, bool> graph_memory;
  cudaError_t sticky_error = cudaSuccess;  // of a kernel fault: every later call fails with it
  std::uint64_t launches = 0;
  std::map<cudaLimit, std::size_t> limits;  // that the program has set

 private:
  explicit Process(const Settings& settings);

  Settings settings_;
  const Architecture* architecture_;
  cudaDeviceProp properties_;
};

// The error that cudaGetLastError gives this thread; `error` itself is returned.
cudaError_t remember(cudaError_t error);

// Leaves the thread's last error as it was: what the driver's functions do, which are made of the
// runtime's.
class KeptLastError {
 public:
  KeptLastError();
  KeptLastError(const KeptLastError&) = delete;
  KeptLastError& operator=(const KeptLastError&) = delete;
  KeptLastError(KeptLastError&&) = delete;
  KeptLastError& operator=(KeptLastError&&) = delete;
  ~KeptLastError();

 private:
  cudaError_t before_;
};

// Runs `function(process)`, which returns a cudaError_t, as the body of a runtime function: one at
// a time, not after a kernel fault, and its error is remembered.
template <typename Function>
cudaError_t as_call(Function function) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  if (process.sticky_error != cudaSuccess) return remember(process.sticky_error);
  return remember(function(process));
}

// Ends the program at once: what it does cannot be run exactly, and the report says why.
[[noreturn]] void end_program();

// Gives the command a launch's analysis; ends the program if that is no longer possible.
void hand_over(Process& process, const Analysis& analysis);

// Reports `problem` and ends the program.
[[noreturn]] void give_up(Process& process, const Diagnostic& problem);

// Reads the module's PTX if that has not been done; ends the program if it cannot be used.
void require_loaded(Process& process, FatModule& module);

}  // namespace smemlens::cuda
