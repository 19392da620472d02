#include "smemlens/simt/call.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/frame.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/launch_limits.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/native_call.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

constexpr ControlResult kGoOn{};
constexpr ControlResult kFault{.stops = true, .outcome = WarpOutcome::kFault};

// Deeper than any GPU's stack reaches.
constexpr std::size_t kMostCalls = 4096;
constexpr std::uint64_t kMostFrameBytes = std::uint64_t{1} << 26;

void copy_arguments(Warp& warp, WarpMask lanes, const std::vector<ArgumentCopy>& copies,
                    std::uint32_t from_begin, std::uint32_t to_begin) {
  std::vector<std::byte> bytes;
  for (const ArgumentCopy& copy : copies) {
    bytes.resize(copy.bytes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1U) == 0) continue;
      copy_from_local(warp, lane, from_begin + copy.from, bytes.data(), copy.bytes);
      copy_to_local(warp, lane, to_begin + copy.to, bytes.data(), copy.bytes);
    }
  }
}

ControlResult overflow(ExecutionState& state, WarpMask lanes) {
  report_fault(state, {.lane = lowest_lane(lanes),
                       .code = "call-stack-overflow",
                       .message = "calls are nested too deeply: the thread's stack is full"});
  return kFault;
}

ControlResult enter(ExecutionState& state, const CallTarget& target, WarpMask lanes) {
  Warp& warp = *state.warp;
  const DecodedFunction& caller = *state.function;
  const CallFrame& from = warp.calls.back();
  const CallFrame frame{.function = target.callee,
                        .path_base = static_cast<std::uint32_t>(warp.paths.size()),
                        .frame_begin = from.frame_begin + caller.frame_bytes,
                        .local_begin = rounded_up(from.local_end, kLocalFrameAlignment),
                        .lanes = lanes,
                        .target = &target,
                        .stack = {}};
  const DecodedFunction& callee = state.launch.kernel.functions[target.callee];
  if (warp.calls.size() >= kMostCalls ||
      std::uint64_t{frame.frame_begin} + callee.frame_bytes > kMostFrameBytes ||
      std::uint64_t{frame.local_begin} + callee.local_bytes >
          most_local_bytes(state.launch.launch)) {
    return overflow(state, lanes);
  }
  const std::uint32_t from_local = from.local_begin;
  ++warp.paths.back().pc;
  enter_frame(state, warp, frame);
  copy_arguments(warp, lanes, target.arguments, from_local, frame.local_begin);
  warp.paths.push_back({.pc = 0, .reconvergence = kNoPc, .lanes = lanes});
  return kGoOn;
}

// The function that the first lane calls, and the lanes that call it too.
struct Aim {
  const CallTarget* target = nullptr;  // null pointer: the address is none that fits
  WarpMask lanes = 0;
};

Aim aim_of(const ExecutionState& state, const CallSite& site, SlotOffset address_slot,
           WarpMask lanes) {
  const auto* const addresses =
      reinterpret_cast<const std::uint64_t*>(state.warp->frame() + address_slot);
  const std::uint64_t address = addresses[lowest_lane(lanes)];
  Aim aim;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const WarpMask bit = WarpMask{1} << lane;
    if ((lanes & bit) != 0 && addresses[lane] == address) aim.lanes |= bit;
  }
  const auto found =
      std::find_if(site.candidates.begin(), site.candidates.end(),
                   [address](const CallTarget& candidate) { return candidate.address == address; });
  if (found != site.candidates.end()) aim.target = &*found;
  return aim;
}

ControlResult no_function(ExecutionState& state, WarpMask lanes) {
  report_fault(state,
               {.lane = lowest_lane(lanes),
                .code = "call-address",
                .message = "a call through an address that is no function of this module, or "
                           "one with other arguments"});
  return kFault;
}

}  // namespace

void enter_frame(ExecutionState& state, Warp& warp, const CallFrame& frame) {
  const DecodedFunction& function = state.launch.kernel.functions[frame.function];
  const std::size_t lines = (frame.frame_begin + function.frame_bytes) / sizeof(FrameLine);
  if (warp.registers.size() < lines) warp.registers.resize(lines);
  const std::size_t local = local_storage(frame.local_begin + function.local_bytes);
  if (warp.local.size() < local) warp.local.resize(local);
  warp.calls.push_back(frame);
  warp.calls.back().local_end = frame.local_begin + function.local_bytes;
  fill_frame(warp.frame(), function,
             {.kernel = state.launch.kernel,
              .launch = state.launch.launch,
              .block = state.block->position,
              .warp = warp.index},
             frame.local_begin);
}

ControlResult call(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const CallSite& site = state.function->calls[operation.detail];
  if (lanes == 0) {
    ++warp.paths.back().pc;
    return kGoOn;
  }
  if (site.native != NativeCall::kNone) {
    if (!call_native(state, site, lanes)) return kFault;
    ++warp.paths.back().pc;
    return kGoOn;
  }
  if (!site.address) return enter(state, site.target, lanes);
  const Aim aim = aim_of(state, site, *site.address, lanes);
  if (aim.target == nullptr) return no_function(state, aim.lanes);
  if (aim.lanes == lanes) return enter(state, *aim.target, lanes);
  // Lanes that call different functions do so one after the other, and meet behind the call.
  const std::uint32_t pc = warp.paths.back().pc;
  const std::vector<BranchArm> arms = {
      {.pc = pc, .lanes = lanes & ~aim.lanes},
      {.pc = pc, .lanes = aim.lanes         }
  };
  diverge(warp, arms, pc + 1);
  return kGoOn;
}

void leave_call(ExecutionState& state) {
  Warp& warp = *state.warp;
  const CallFrame frame = warp.calls.back();
  warp.calls.pop_back();
  copy_arguments(warp, frame.lanes & warp.alive, frame.target->results, frame.local_begin,
                 warp.calls.back().local_begin);
}

}  // namespace smemlens::simt
