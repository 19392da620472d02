#include "smemlens/cuda/runtime/launcher.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/accumulate.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/demangle.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/launch.h"
#include "smemlens/cuda/runtime/device_properties.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/repeats.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_limits.h"
#include "smemlens/simt/texture.h"

namespace smemlens::cuda {
namespace {

constexpr std::uint32_t kStaticSharedLimit = 48U << 10U;
constexpr std::size_t kGridBarrierBytes = 8;

constexpr std::string_view kCooperativeNote =
    "a cooperative launch ran all its blocks in spite of --blocks: they wait for each other";

class ProgramOutput : public simt::DeviceOutput {
 public:
  void print(std::string_view text) override { put(text, stdout); }
  void assert_failed(std::string_view text) override { put(text, stderr); }

 private:
  static void put(std::string_view text, std::FILE* stream) {
    (void)std::fwrite(text.data(), 1, text.size(), stream);
  }
};

// The error that a program sees after a kernel fault, by the fault's code: the one that a GPU
// gives. Where that would hang, it is the one of a GPU whose watchdog ends the kernel. Those that
// are not here cannot be run exactly: they end the program.
struct FaultError {
  std::string_view code;
  cudaError_t error;
};

constexpr FaultError kFaultErrors[] = {
    {"global-out-of-bounds",   cudaErrorIllegalAddress     },
    {"shared-out-of-bounds",   cudaErrorIllegalAddress     },
    {"local-out-of-bounds",    cudaErrorIllegalAddress     },
    {"constant-out-of-bounds", cudaErrorIllegalAddress     },
    {"use-after-free",         cudaErrorIllegalAddress     },
    {"constant-store",         cudaErrorIllegalAddress     },
    {"call-stack-overflow",    cudaErrorHardwareStackError },
    {"misaligned-address",     cudaErrorMisalignedAddress  },
    {"device-assert",          cudaErrorAssert             },
    {"device-trap",            cudaErrorLaunchFailure      },
    {"divergent-barrier",      cudaErrorLaunchFailure      },
    {"partial-warp",           cudaErrorLaunchFailure      },
    {"warp-mask",              cudaErrorLaunchFailure      },
    {"barrier-operand",        cudaErrorLaunchFailure      },
    {"branch-table",           cudaErrorLaunchFailure      },
    {"call-address",           cudaErrorInvalidPc          },
    {"not-shared-memory",      cudaErrorInvalidAddressSpace},
    {"not-global-memory",      cudaErrorInvalidAddressSpace},
    {"heap-free",              cudaErrorLaunchFailure      },
    {"stack-pointer",          cudaErrorHardwareStackError },
    {"unreadable-string",      cudaErrorIllegalAddress     },
    {"mbarrier-count",         cudaErrorLaunchFailure      },
    {"mbarrier-invalid",       cudaErrorLaunchFailure      },
    {"bulk-copy-size",         cudaErrorLaunchFailure      },
    {"barrier-deadlock",       cudaErrorLaunchTimeout      },
    {"endless-wait",           cudaErrorLaunchTimeout      },
    {"endless-loop",           cudaErrorLaunchTimeout      },
    {"step-limit",             cudaErrorLaunchTimeout      },
};

Analysis empty_analysis(const Process& process) {
  return {.architecture = std::string(process.architecture().name)};
}

void note(Process& process, std::string text) {
  Analysis analysis = empty_analysis(process);
  analysis.notes.push_back(std::move(text));
  hand_over(process, analysis);
}

bool is_launchable(const cudaDeviceProp& limits, const dim3& grid, const dim3& block) {
  const unsigned grid_sizes[] = {grid.x, grid.y, grid.z};
  const unsigned block_sizes[] = {block.x, block.y, block.z};
  for (int i = 0; i < 3; ++i) {
    if (grid_sizes[i] == 0 || grid_sizes[i] > static_cast<unsigned>(limits.maxGridSize[i]) ||
        block_sizes[i] == 0 || block_sizes[i] > static_cast<unsigned>(limits.maxThreadsDim[i])) {
      return false;
    }
  }
  return std::uint64_t{block.x} * block.y * block.z <=
         static_cast<std::uint64_t>(limits.maxThreadsPerBlock);
}

FoundKernel decoded(Process& process, const RegisteredKernel& registered) {
  require_loaded(process, *registered.module);
  const Expected<FoundKernel> found = Modules::find(registered);
  if (!found) give_up(process, found.error());
  return *found;
}

simt::Launch launch_of(const Process& process, const simt::Kernel& kernel,
                       const LaunchRequest& request) {
  simt::Launch launch{
      .grid = {request.grid.x,  request.grid.y,  request.grid.z },
      .block = {request.block.x, request.block.y, request.block.z},
      .dynamic_shared_bytes = static_cast<std::uint32_t>(request.shared_bytes)
  };
  launch.max_steps = process.settings().max_steps;
  launch.has_shared_noise = process.settings().has_shared_noise;
  launch.parameters.resize(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const simt::Parameter& parameter = kernel.parameters[i];
    std::memcpy(launch.parameters.data() + parameter.offset, request.arguments[i], parameter.bytes);
  }
  return launch;
}

cudaError_t refuse(Process& process, const std::string& name, const std::string& why,
                   cudaError_t error) {
  note(process, "a launch of " + demangled(name) + " was refused, as a GPU would: " + why);
  return error;
}

// The launch's own record: its counts, or why it did not end.
Analysis described(const Process& process, const FoundKernel& found, const simt::Launch& launch,
                   const LaunchResult& result) {
  Analysis analysis =
      analysis_of(*result.sites, {.architecture = std::string(process.architecture().name),
                                  .grid = launch.grid,
                                  .block = launch.block,
                                  .dynamic_bytes = launch.dynamic_shared_bytes,
                                  .launch = process.launches,
                                  .blocks_run = result.blocks_run,
                                  .thread_instructions = result.thread_instructions,
                                  .demangle = demangled});
  if (!found.code->note.empty()) analysis.notes.push_back(found.code->note);
  if (launch.is_cooperative() && process.filter.blocks() != BlockSelection{}) {
    analysis.notes.emplace_back(kCooperativeNote);
  }
  if (result.fault) {
    analysis.problems.push_back(*result.fault);
    analysis.is_partial = true;
  }
  return analysis;
}

// The record of a launch that was executed only: it has the requests of `counted`.
Analysis repeated(const Analysis& counted, const LaunchResult& result) {
  Analysis analysis = counted;
  KernelAnalysis& kernel = analysis.kernels.front();
  kernel.repeated_launches = 1;
  kernel.thread_instructions = result.thread_instructions;
  return analysis;
}

cudaError_t error_of(Process& process, const Diagnostic& fault) {
  const auto* const found = std::ranges::find(kFaultErrors, fault.code, &FaultError::code);
  if (process.settings().report_fd < 0) (void)std::fputs(to_text(fault).c_str(), stderr);
  if (found == std::end(kFaultErrors)) end_program();
  return found->error;
}

std::uint32_t shared_limit(const Process& process, const RegisteredKernel& kernel) {
  return kernel.max_dynamic_bytes > kStaticSharedLimit
             ? process.architecture().shared_bytes_optin
             : process.architecture().shared_bytes_per_block;
}

// Blocks of a cooperative launch that the whole GPU holds at a time.
std::uint64_t most_cooperative_blocks(const Process& process, const simt::Kernel& kernel,
                                      const LaunchRequest& request) {
  const auto threads = static_cast<int>(request.block.x * request.block.y * request.block.z);
  const int each = resident_blocks(process.properties(), threads,
                                   kernel.shared.static_bytes + request.shared_bytes);
  return static_cast<std::uint64_t>(each) *
         static_cast<std::uint64_t>(process.properties().multiProcessorCount);
}

// The error that a GPU would give at once.
cudaError_t check(Process& process, const RegisteredKernel& registered, const simt::Kernel& kernel,
                  const LaunchRequest& request) {
  if (!is_launchable(process.properties(), request.grid, request.block)) {
    return refuse(process, registered.name, "the grid or the block is empty or too large",
                  cudaErrorInvalidConfiguration);
  }
  if (request.shared_bytes > registered.max_dynamic_bytes) {
    return refuse(process, registered.name, "more dynamic shared memory than its limit",
                  cudaErrorInvalidValue);
  }
  if (!request.is_cooperative) return cudaSuccess;
  const std::uint64_t blocks = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  const std::uint64_t most = most_cooperative_blocks(process, kernel, request);
  if (blocks <= most) return cudaSuccess;
  return refuse(process, registered.name,
                "a cooperative launch of " + std::to_string(blocks) +
                    " blocks, and the GPU holds " + std::to_string(most) + " at a time",
                cudaErrorCooperativeLaunchTooLarge);
}

void leave_out(Process& process, const std::string& name, const LaunchRequest& request) {
  Analysis analysis = empty_analysis(process);
  analysis.not_run.push_back({
      .key = {.mangled = name,
              .grid = {request.grid.x, request.grid.y, request.grid.z},
              .block = {request.block.x, request.block.y, request.block.z},
              .dynamic_bytes = static_cast<std::uint32_t>(request.shared_bytes)},
      .name = demangled(name),
      .launches = 1
  });
  hand_over(process, analysis);
}

// Until a kernel is stopped: a little before the command ends the program, so that there is time to
// tell where it stands. 0: no limit.
double seconds_left(const Settings& settings) {
  if (settings.timeout_seconds <= 0) return 0;
  constexpr double kMostToTell = 0.5;
  constexpr double kShareToTell = 0.1;
  constexpr double kLeast = 1e-3;
  const std::chrono::duration<double> left = std::chrono::nanoseconds(settings.deadline) -
                                             std::chrono::steady_clock::now().time_since_epoch();
  const double to_tell = std::min(kMostToTell, settings.timeout_seconds * kShareToTell);
  return std::max(kLeast, left.count() - to_tell);
}

LaunchResult run_all(Process& process, const LaunchJob& job) {
  const Settings& settings = process.settings();
  LaunchResult result = run_launch(job, {.threads = settings.threads,
                                         .timeout_seconds = seconds_left(settings),
                                         .shuffle = settings.shuffle,
                                         .blocks = process.filter.blocks()});
  if (result.fault && result.fault->code == "timeout") {
    result.fault->message = timeout_problem("the program", settings.timeout_seconds).message;
  }
  return result;
}

void run(Process& process, const FoundKernel& found, simt::Launch& launch) {
  const simt::Textures textures = process.textures.visible(process.arrays, process.memory);
  launch.textures = &textures;
  std::optional<LaunchIdentity> identity;
  if (!process.settings().counts_every) {
    identity = process.repeats.identity_of(*found.kernel, launch);
  }
  const Analysis* const counted = identity ? process.repeats.find(*identity) : nullptr;
  ProgramOutput output;
  const bool digests = process.settings().digests_memory;
  if (digests) process.digests.before_launch(process.memory.ranges());
  const LaunchResult result =
      run_all(process, {.kernel = *found.kernel,
                        .launch = launch,
                        .memory = process.memory.ranges(),
                        .model = process.architecture().bank_model,
                        .output = &output,
                        .heap = &process.heap,
                        .is_counted = counted == nullptr,
                        .records_requests = process.settings().records_requests});
  launch.textures = nullptr;  // they end with this function
  const bool is_repeated = counted != nullptr && !result.fault;
  Analysis analysis =
      is_repeated ? repeated(*counted, result) : described(process, found, launch, result);
  if (digests) {
    analysis.memory = process.digests.after_launch(process.launches, process.memory.ranges());
  }
  hand_over(process, analysis);
  if (!is_repeated && identity && !result.fault) {
    process.repeats.keep(std::move(*identity), std::move(analysis));
  }
  ++process.launches;
  if (result.fault) process.sticky_error = error_of(process, *result.fault);
}

}  // namespace

cudaError_t launch(Process& process, const LaunchRequest& request) {
  const RegisteredKernel* const registered = process.modules.kernel_of(request.function);
  if (registered == nullptr) return cudaErrorInvalidDeviceFunction;
  if (!process.filter.takes(registered->name)) {
    leave_out(process, registered->name, request);
    return cudaSuccess;
  }
  const FoundKernel found = decoded(process, *registered);
  if (const cudaError_t error = check(process, *registered, *found.kernel, request);
      error != cudaSuccess) {
    return error;
  }
  simt::Launch launch = launch_of(process, *found.kernel, request);
  if (const auto why = why_refused(*found.kernel, launch, shared_limit(process, *registered))) {
    return refuse(process, registered->name, why->message, cudaErrorInvalidValue);
  }
  if (const auto problem = simt::local_memory_problem(*found.kernel, launch)) {
    give_up(process, *problem);
  }
  if (!request.is_cooperative) {
    run(process, found, launch);
    return cudaSuccess;  // a GPU finds the fault later: the next call fails
  }
  void* const barrier = process.memory.allocate(kGridBarrierBytes, simt::RangeKind::kAllocation,
                                                "a cooperative launch");
  if (barrier == nullptr) return cudaErrorMemoryAllocation;
  launch.grid_barrier = simt::address_of(barrier);
  run(process, found, launch);
  process.memory.release(barrier, simt::RangeKind::kAllocation);
  return cudaSuccess;
}

std::optional<std::vector<std::size_t>> argument_bytes(Process& process, const void* function) {
  const RegisteredKernel* const registered = process.modules.kernel_of(function);
  if (registered == nullptr) return std::nullopt;
  std::vector<std::size_t> bytes;
  for (const simt::Parameter& parameter : decoded(process, *registered).kernel->parameters) {
    bytes.push_back(parameter.bytes);
  }
  return bytes;
}

}  // namespace smemlens::cuda
