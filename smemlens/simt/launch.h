#pragma once

// One launch of a kernel, and what its run tells the outside.
//
//   Expected<Kernel> kernel = prepare(image, "transpose");            // decode once   (kernel.h)
//   Launch launch{.grid = {32, 32, 1}, .block = {32, 32, 1}, .parameters = packed};
//   BlockExecutor executor({*kernel, launch, memory, observer, output});  // (block_executor.h)
//   for (std::uint64_t b = 0; b < launch.blocks(); ++b)
//     if (auto fault = executor.run_block(b)) return *fault;
//
// Threads are the caller's: one executor for each, with blocks dealt out between them, unless the
// kernel is_order_dependent (kernel.h): then one executor runs the blocks in order.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/texture.h"

namespace smemlens::simt {

struct Kernel;

using Extent = std::array<std::uint32_t, 3>;  // x, y, z

constexpr std::uint64_t count_of(const Extent& extent) {
  return std::uint64_t{extent[0]} * extent[1] * extent[2];
}

inline constexpr std::uint32_t kMaxThreadsPerBlock = 1024;

struct Launch {
  Extent grid{1, 1, 1};
  Extent block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  // The kernel's parameter space: each parameter at its offset (Kernel::parameters).
  std::vector<std::byte> parameters;
  // Most thread-instructions of one block; 0: no limit. By block, so that it doesn't depend on
  // how many threads run blocks.
  std::uint64_t max_steps = 0;
  // Of a cooperative launch: the host address of the 8 zeroed bytes that grid.sync() counts
  // arrivals in, which %envreg1 (high half) and %envreg2 hold. 0: an ordinary launch.
  std::uint64_t grid_barrier = 0;
  // Shared memory holds noise before it is written, the same in each block; else zeros. So two runs
  // tell whether something depends on what was never written.
  bool has_shared_noise = false;
  // The texture objects that tex may name; null pointer: none. They outlive the run.
  const Textures* textures = nullptr;
  // The run ends with a fault of code "interrupted" soon after this becomes true.
  const std::atomic<bool>* interrupted = nullptr;

  std::uint64_t blocks() const { return count_of(grid); }
  bool is_cooperative() const { return grid_barrier != 0; }
  std::uint64_t threads_per_block() const { return count_of(block); }
};

// Why a GPU would refuse the launch: an empty or too large grid or block, more static + dynamic
// shared memory than `shared_limit_bytes`, parameters too short. nullopt: it may run.
std::optional<Diagnostic> why_refused(const Kernel& kernel, const Launch& launch,
                                      std::uint32_t shared_limit_bytes);

// One warp executing one shared-memory instruction. Lives only during observe().
struct SharedAccess {
  const Request& request;         // addresses: offsets in the block's shared memory
  ptx::Index function = 0;        // into Module::functions
  ptx::Index instruction = 0;     // into that function's instructions
  std::uint64_t block = 0;        // linear: x + grid.x * (y + grid.y * z)
  std::uint32_t warp = 0;         // of the block
  std::uint64_t order = 0;        // n-th shared access of this warp, from 0
  bool is_divergent = false;      // lanes that will meet this warp's active ones are elsewhere
  ptx::Index array = ptx::kNone;  // into SharedLayout::arrays, if all lanes touch the same
  // All 32 lanes ask for what they did in the last access of this instruction to this array that
  // was of 32 lanes and had no such number: so many bytes further, modulo 2^32.
  std::optional<std::uint32_t> moved_by = std::nullopt;
};

// Receives every shared access of one executor, in its order of execution.
class AccessObserver {
 public:
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = delete;
  AccessObserver& operator=(const AccessObserver&) = delete;
  AccessObserver(AccessObserver&&) = delete;
  AccessObserver& operator=(AccessObserver&&) = delete;
  virtual ~AccessObserver() = default;
  virtual void observe(const SharedAccess& access) = 0;
};

// Receives what the kernel prints with printf, and the message of a failed assert.
class DeviceOutput {
 public:
  DeviceOutput() = default;
  DeviceOutput(const DeviceOutput&) = delete;
  DeviceOutput& operator=(const DeviceOutput&) = delete;
  DeviceOutput(DeviceOutput&&) = delete;
  DeviceOutput& operator=(DeviceOutput&&) = delete;
  virtual ~DeviceOutput() = default;
  virtual void print(std::string_view text) = 0;          // standard output's
  virtual void assert_failed(std::string_view text) = 0;  // standard error's
};

}  // namespace smemlens::simt
