#pragma once

// Runs the blocks of one launch: whole blocks, or many blocks in turns.
//
//   while (executor.step(block, 100'000) == Progress::kRunning) {}
//
// A block's state is a plain value, so that blocks which wait for each other (a spin on a flag,
// grid.sync) can be interleaved: give each a budget in turn.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::simt {

struct BlockState;      // block_state.h
struct ExecutionState;  // execution.h

enum class Progress : std::uint8_t {
  kRunning,  // the budget is used up
  kDone,
  kFault,  // see BlockExecutor::fault()
  kStuck,  // it repeats itself, and will unless another block changes global memory (endless.h)
};

struct Execution {
  const Kernel& kernel;
  const Launch& launch;
  const GlobalMemory& memory;
  AccessObserver* observer = nullptr;  // null pointer: shared accesses are not reported
  DeviceOutput* output = nullptr;      // null pointer: what the kernel prints is dropped
  DeviceHeap* heap = nullptr;          // null pointer: malloc finds no memory
};

class BlockExecutor {
 public:
  // Everything that `execution` refers to must outlive the executor.
  explicit BlockExecutor(const Execution& execution);
  BlockExecutor(const BlockExecutor&) = delete;
  BlockExecutor& operator=(const BlockExecutor&) = delete;
  BlockExecutor(BlockExecutor&&) = delete;
  BlockExecutor& operator=(BlockExecutor&&) = delete;
  ~BlockExecutor();

  // Runs block `index` (linear: x + grid.x * (y + grid.y * z)) to its end; the fault, if any.
  std::optional<Diagnostic> run_block(std::uint64_t index);

  // Block `index` before its first instruction; reuses the storage of `block`.
  void start(BlockState& block, std::uint64_t index);
  // Runs `block` for about `budget` warp instructions.
  Progress step(BlockState& block, std::uint64_t budget);
  const Diagnostic& fault() const;

  // Goes on with `block` for a while: is it stuck now? kStuck, kRunning or kFault.
  Progress look_at(BlockState& block);
  // The fault of a block that is stuck, as the `others` that have begun are.
  void report_stuck(BlockState& block, std::size_t others);

  // Instructions executed so far, each counted once for every active thread.
  std::uint64_t thread_instructions() const;

 private:
  void take_up(BlockState& block);

  std::unique_ptr<ExecutionState> state_;
};

}  // namespace smemlens::simt
