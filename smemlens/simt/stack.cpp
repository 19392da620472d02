#include "smemlens/simt/stack.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/base/rounding.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/launch_limits.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// One lane's operand in slot `slot`.
class StackSlot {
 public:
  StackSlot(std::byte* frame, const Operation& operation, unsigned slot, unsigned lane)
      : is_wide_((operation.immediate & kStackIsWide) != 0),
        where_(frame + operation.slots[slot] +
               (std::size_t{lane} * (is_wide_ ? sizeof(std::uint64_t) : sizeof(std::uint32_t)))) {}

  std::uint64_t read() const {
    if (is_wide_) return *reinterpret_cast<const std::uint64_t*>(where_);
    return *reinterpret_cast<const std::uint32_t*>(where_);
  }
  void write(std::uint32_t value) {
    if (is_wide_) {
      *reinterpret_cast<std::uint64_t*>(where_) = value;
    } else {
      *reinterpret_cast<std::uint32_t*>(where_) = value;
    }
  }

 private:
  bool is_wide_;
  std::byte* where_;
};

bool fault(ExecutionState& state, unsigned lane, std::string_view code, std::string_view message) {
  report_fault(state, {.lane = lane, .code = code, .message = std::string(message)});
  return false;
}

bool allocate(ExecutionState& state, const Operation& operation, unsigned lane) {
  Warp& warp = *state.warp;
  CallFrame& call = warp.calls.back();
  const std::uint64_t alignment = operation.immediate & ~kStackIsWide;
  const std::uint64_t bytes = StackSlot(warp.frame(), operation, 1, lane).read();
  const auto begin = rounded_up<std::uint64_t>(call.stack[lane], alignment);
  const std::uint64_t most = most_local_bytes(state.launch.launch);
  if (begin > most || bytes > most - begin) {
    return fault(state, lane, "call-stack-overflow",
                 "alloca asks for more than is left of the thread's stack");
  }
  call.stack[lane] = static_cast<std::uint32_t>(begin + bytes);
  call.local_end = std::max(call.local_end, call.stack[lane]);
  warp.local.resize(std::max(warp.local.size(), local_storage(call.local_end)));
  StackSlot(warp.frame(), operation, 0, lane).write(static_cast<std::uint32_t>(begin));
  return true;
}

bool restore(ExecutionState& state, const Operation& operation, unsigned lane) {
  CallFrame& call = state.warp->calls.back();
  const std::uint64_t pointer = StackSlot(state.warp->frame(), operation, 0, lane).read();
  if (pointer < call.local_begin + state.function->local_bytes || pointer > call.stack[lane]) {
    return fault(state, lane, "stack-pointer",
                 "stackrestore of a pointer that stacksave didn't give in this call");
  }
  call.stack[lane] = static_cast<std::uint32_t>(pointer);
  return true;
}

bool use_stack_of(ExecutionState& state, const Operation& operation, unsigned lane) {
  switch (static_cast<StackAction>(operation.detail)) {
    case StackAction::kAllocate:
      return allocate(state, operation, lane);
    case StackAction::kSave:
      StackSlot(state.warp->frame(), operation, 0, lane)
          .write(state.warp->calls.back().stack[lane]);
      return true;
    case StackAction::kRestore:
      return restore(state, operation, lane);
  }
  return false;
}

}  // namespace

ControlResult use_stack(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  CallFrame& call = state.warp->calls.back();
  if (call.stack.empty()) {
    call.stack.assign(kLanes, call.local_begin + state.function->local_bytes);
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    if (!use_stack_of(state, operation, lowest_lane(lanes))) {
      return {.stops = true, .outcome = WarpOutcome::kFault};
    }
  }
  ++state.warp->paths.back().pc;
  return {};
}

}  // namespace smemlens::simt
