#pragma once

// What a stream does, one piece: a launch, a copy, a fill, a call of the host's. It is done when it
// is asked for, or kept in a graph while its stream is being captured.

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/launcher.h"

namespace smemlens::cuda {

class Process;

// A launch with its own copy of the arguments.
struct KernelWork {
  LaunchRequest request;  // `arguments` is not used
  std::vector<std::vector<std::byte>> arguments;

  // A pointer to each argument, as launches take them; valid while this lives unchanged.
  std::vector<void*> pointers() const;
};

struct HostWork {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct EventRecordWork {
  cudaEvent_t event = nullptr;
};

struct EventWaitWork {
  cudaEvent_t event = nullptr;
};

struct ChildWork {
  cudaGraph_t graph = nullptr;  // owned by the graph whose node this is
};

struct EmptyWork {};

// Its bytes have been there since the node was made (allocate_for_graph).
struct AllocateWork {
  void* pointer = nullptr;
};

struct FreeWork {
  void* pointer = nullptr;
  const char* call = nullptr;  // the function that asked for it, for reports
};

using Work = std::variant<KernelWork, Copy, Fill, HostWork, EventRecordWork, EventWaitWork,
                          ChildWork, EmptyWork, AllocateWork, FreeWork>;

// Copies the arguments; nullopt if there is no such kernel.
std::optional<KernelWork> kernel_work(Process& process, const LaunchRequest& request);

cudaError_t perform(Process& process, const Work& work);

// Does `work` now, or adds it to the graph that `stream` is captured into.
cudaError_t submit(Process& process, cudaStream_t stream, const Work& work);

// The same for a launch, whose arguments are only copied if it must be kept.
cudaError_t submit(Process& process, cudaStream_t stream, const LaunchRequest& request);

}  // namespace smemlens::cuda
