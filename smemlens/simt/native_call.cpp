#include "smemlens/simt/native_call.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "smemlens/simt/block_state.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/device_memory.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/printf_format.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

constexpr std::uint32_t kMostFormatBytes = 64 * 1024;
constexpr std::uint32_t kMostStringBytes = 1024 * 1024;

// The value of an argument, at most 8 bytes.
std::uint64_t argument(const ExecutionState& state, const CallSite& site, unsigned lane,
                       std::size_t index) {
  const ArgumentCopy& copy = site.target.arguments[index];
  std::uint64_t value = 0;
  const auto bytes = std::min<std::uint32_t>(copy.bytes, sizeof(value));
  copy_from_local(*state.warp, lane, state.warp->calls.back().local_begin + copy.from,
                  reinterpret_cast<std::byte*>(&value), bytes);
  return value;
}

void return_value(ExecutionState& state, const CallSite& site, unsigned lane, std::uint64_t value) {
  if (site.target.results.empty()) return;
  const ArgumentCopy& copy = site.target.results.front();
  const auto bytes = std::min<std::uint32_t>(copy.bytes, sizeof(value));
  copy_to_local(*state.warp, lane, state.warp->calls.back().local_begin + copy.to,
                reinterpret_cast<const std::byte*>(&value), bytes);
}

bool unreadable(ExecutionState& state, unsigned lane, const std::string& what) {
  report_fault(state, {.lane = lane,
                       .code = "unreadable-string",
                       .message = what + " points to memory that can't be read"});
  return false;
}

bool print(ExecutionState& state, const CallSite& site, unsigned lane) {
  std::string format;
  if (!read_string(state, lane, argument(state, site, lane, 0), format, kMostFormatBytes)) {
    return unreadable(state, lane, "the format of printf");
  }
  const std::uint64_t buffer = argument(state, site, lane, 1);
  const PrintfResult result =
      format_printf(format, {.read_argument =
                                 [&](std::uint32_t offset, std::byte* to, std::uint32_t bytes) {
                                   return read_generic(state, lane, buffer + offset, to, bytes);
                                 },
                             .read_string =
                                 [&](std::uint64_t address, std::string& text) {
                                   return read_string(state, lane, address, text, kMostStringBytes);
                                 }});
  if (state.launch.output != nullptr) state.launch.output->print(result.text);
  if (!result.is_complete) return unreadable(state, lane, "an argument of printf");
  return_value(state, site, lane, result.arguments);
  return true;
}

std::string triple(const Extent& extent) {
  return "[" + std::to_string(extent[0]) + "," + std::to_string(extent[1]) + "," +
         std::to_string(extent[2]) + "]";
}

// As the CUDA runtime words it.
bool fail_assert(ExecutionState& state, const CallSite& site, unsigned lane) {
  const auto text_of = [&](std::size_t index) {
    std::string text;
    const std::uint64_t address = argument(state, site, lane, index);
    if (!read_string(state, lane, address, text, kMostFormatBytes)) text = "?";
    return text;
  };
  const std::string message = text_of(0);
  const std::string place =
      text_of(1) + ":" + std::to_string(argument(state, site, lane, 2)) + ": " + text_of(3);
  if (state.launch.output != nullptr) {
    state.launch.output->assert_failed(place + ": block: " + triple(state.block->position) +
                                       ", thread: " + triple(thread_position(state, lane)) +
                                       " Assertion `" + message + "` failed.\n");
  }
  report_fault(
      state,
      {.lane = lane, .code = "device-assert", .message = "assertion `" + message + "` failed"});
  return false;
}

bool allocate(ExecutionState& state, const CallSite& site, unsigned lane) {
  DeviceHeap* const heap = state.launch.heap;
  const std::uint64_t bytes = argument(state, site, lane, 0);
  return_value(state, site, lane, heap == nullptr ? 0 : heap->allocate(bytes));
  return true;
}

bool release(ExecutionState& state, const CallSite& site, unsigned lane) {
  const std::uint64_t address = argument(state, site, lane, 0);
  if (address == 0) return true;
  if (state.launch.heap == nullptr || !state.launch.heap->free(address)) {
    const MemoryRange* const freed = state.launch.memory.find_freed(address);
    report_fault(state, {.lane = lane,
                         .code = "heap-free",
                         .message = freed == nullptr
                                        ? "free of a pointer that malloc didn't give"
                                        : "free of " + freed->name + ", which was freed before"});
    return false;
  }
  for (SiteCache& cache : state.sites) cache.forget_global();
  return true;
}

using LaneCall = bool (*)(ExecutionState& state, const CallSite& site, unsigned lane);

// Of one lane after the other; null pointer: of the whole warp.
LaneCall lane_call(NativeCall call) {
  switch (call) {
    case NativeCall::kPrintf:
      return print;
    case NativeCall::kAssert:
      return fail_assert;
    case NativeCall::kMalloc:
      return allocate;
    case NativeCall::kFree:
      return release;
    case NativeCall::kNone:
    case NativeCall::kMath:
      break;
  }
  return nullptr;
}

// Arguments from the local frame to slots, the function, its result back.
void compute(ExecutionState& state, const CallSite& site, WarpMask lanes) {
  Warp& warp = *state.warp;
  const std::uint32_t local_begin = warp.calls.back().local_begin;
  std::byte* const frame = warp.frame();
  const auto place_of = [&](std::size_t slot, unsigned lane, std::uint32_t bytes) {
    return frame + site.math.slots[slot] + (std::size_t{lane} * bytes);
  };
  for (WarpMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = lowest_lane(rest);
    for (std::size_t i = 0; i < site.target.arguments.size(); ++i) {
      const ArgumentCopy& copy = site.target.arguments[i];
      copy_from_local(warp, lane, local_begin + copy.from, place_of(i + 1, lane, copy.bytes),
                      copy.bytes);
    }
  }
  site.math.compute.masked(frame, site.math, lanes);
  for (WarpMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = lowest_lane(rest);
    const ArgumentCopy& copy = site.target.results.front();
    copy_to_local(warp, lane, local_begin + copy.to, place_of(0, lane, copy.bytes), copy.bytes);
  }
}

}  // namespace

bool call_native(ExecutionState& state, const CallSite& site, WarpMask lanes) {
  const LaneCall call = lane_call(site.native);
  if (call == nullptr) {
    compute(state, site, lanes);
    return true;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    if (!call(state, site, lowest_lane(lanes))) return false;
  }
  return true;
}

}  // namespace smemlens::simt
