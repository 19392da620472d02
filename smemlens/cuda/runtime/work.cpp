#include "smemlens/cuda/runtime/work.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/allocation.h"
#include "smemlens/cuda/runtime/capture.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/launcher.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

cudaError_t do_work(Process& process, const KernelWork& work) {
  std::vector<void*> pointers = work.pointers();
  LaunchRequest request = work.request;
  request.arguments = pointers.data();
  return launch(process, request);
}

cudaError_t do_work(Process& process, const Copy& copy) {
  return perform(process, copy);
}

cudaError_t do_work(Process& process, const Fill& fill) {
  return perform(process, fill);
}

cudaError_t do_work(Process& /*process*/, const HostWork& work) {
  work.function(work.data);
  return cudaSuccess;
}

cudaError_t do_work(Process& process, const EventRecordWork& work) {
  if (!process.handles.knows(work.event)) return cudaErrorInvalidResourceHandle;
  work.event->recorded = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t do_work(Process& /*process*/, const EventWaitWork& /*work*/) {
  return cudaSuccess;  // what was recorded is done
}

cudaError_t do_work(Process& process, const ChildWork& work) {
  return perform(process, *work.graph);
}

cudaError_t do_work(Process& /*process*/, const EmptyWork& /*work*/) {
  return cudaSuccess;
}

cudaError_t do_work(Process& process, const AllocateWork& work) {
  process.graph_memory[work.pointer] = true;
  return cudaSuccess;
}

cudaError_t do_work(Process& process, const FreeWork& work) {
  return release_now(process, work.pointer,
                     {simt::RangeKind::kAllocation, simt::RangeKind::kManaged}, work.call);
}

}  // namespace

std::vector<void*> KernelWork::pointers() const {
  std::vector<void*> result;
  result.reserve(arguments.size() + 1);
  for (const std::vector<std::byte>& argument : arguments) {
    result.push_back(const_cast<std::byte*>(argument.data()));  // NOLINT: launches only read
  }
  result.push_back(nullptr);
  return result;
}

std::optional<KernelWork> kernel_work(Process& process, const LaunchRequest& request) {
  const auto sizes = argument_bytes(process, request.function);
  if (!sizes) return std::nullopt;
  KernelWork work{.request = request, .arguments = {}};
  work.request.arguments = nullptr;
  for (std::size_t i = 0; i < sizes->size(); ++i) {
    const auto* const bytes = static_cast<const std::byte*>(request.arguments[i]);
    work.arguments.emplace_back(bytes, bytes + (*sizes)[i]);
  }
  return work;
}

cudaError_t perform(Process& process, const Work& work) {
  return std::visit([&process](const auto& piece) { return do_work(process, piece); }, work);
}

cudaError_t submit(Process& process, cudaStream_t stream, const Work& work) {
  Capture* capture = nullptr;
  if (const cudaError_t error = process.captures.find(stream, capture); error != cudaSuccess) {
    return error;
  }
  if (capture == nullptr) return perform(process, work);
  capture->add(process.captures.resolved(stream), work);
  return cudaSuccess;
}

cudaError_t submit(Process& process, cudaStream_t stream, const LaunchRequest& request) {
  Capture* capture = nullptr;
  if (const cudaError_t error = process.captures.find(stream, capture); error != cudaSuccess) {
    return error;
  }
  if (capture == nullptr) return launch(process, request);
  auto work = kernel_work(process, request);
  if (!work) return cudaErrorInvalidDeviceFunction;
  capture->add(process.captures.resolved(stream), std::move(*work));
  return cudaSuccess;
}

}  // namespace smemlens::cuda
