#include "smemlens/simt/fault.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/site_location.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/lane_memory.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/shared_layout.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

std::string triple(const Extent& extent) {
  return "(" + std::to_string(extent[0]) + "," + std::to_string(extent[1]) + "," +
         std::to_string(extent[2]) + ")";
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

const ptx::Function& function_of(const ExecutionState& state, const CallFrame& frame) {
  const Kernel& kernel = state.launch.kernel;
  return kernel.module->functions[kernel.functions[frame.function].function];
}

// The instruction at `pc`; null pointer: the implied return at the function's end.
const ptx::Instruction* instruction_at(const ptx::Function& function, std::uint32_t pc) {
  return pc < function.instructions.size() ? &function.instructions[pc] : nullptr;
}

ptx::SiteLocation site_of(const Kernel& kernel, const ptx::Instruction& instruction) {
  return ptx::site_location_of(*kernel.module, kernel.module->functions[kernel.entry], instruction);
}

// Where the warp's top path stands. One that waits is already behind its barrier; one that is done
// stands nowhere.
std::uint32_t standing_pc(const Warp& warp) {
  if (warp.paths.empty()) return kNoPc;
  return warp.paths.back().pc - (warp.status == WarpStatus::kWaiting ? 1 : 0);
}

// The inlined calls around and inside the user's line.
std::vector<std::string> inlining_notes(const ptx::SiteLocation& site) {
  constexpr std::size_t kMostNotes = 8;
  std::vector<std::string> notes;
  if (!site.headers.empty()) notes.push_back("in " + file_and_line(site.headers.front()));
  for (const Location& call : site.inlined_at) {
    if (notes.size() < kMostNotes) notes.push_back("inlined at " + file_and_line(call));
  }
  return notes;
}

// --- bad accesses --------------------------------------------------------------------------------

struct BadAccess {
  std::string_view code;
  std::string message;
  std::string hint;
};

struct LaneAccess {
  AccessSpace space{};        // never kGeneric
  std::uint64_t address = 0;  // in the space
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 1;  // a power of two
  bool is_store = false;        // or atomic

  std::string text() const { return (is_store ? "store of " : "load of ") + bytes_text(bytes); }
};

LaneAccess access_of(const AccessSite& site, unsigned lane) {
  const MemoryAccess& access = site.access;
  const LanePlace place = lane_place(access, site.frame, lane);
  return {.space = place.space,
          .address = place.address,
          .bytes = access.bytes_per_lane(),
          .alignment = access.bytes_per_lane(),
          .is_store = !is_load(access.action)};
}

bool is_inside(const LaneAccess& access, std::uint64_t limit) {
  return access.address < limit && access.bytes <= limit - access.address;
}

// A place in global memory without the host's address, which differs from run to run.
struct GlobalPlace {
  std::string text;         // "offset 256 of buffer 1 (256 bytes)"
  std::string_view missed;  // ", past its end"
  std::string hint;
  bool is_constant = false;
};

std::string described(const MemoryRange& range) {
  const bool is_variable = range.kind == RangeKind::kVariable || range.kind == RangeKind::kConstant;
  return (is_variable ? "the variable '" + range.name + "'" : range.name) + " (" +
         bytes_text(range.bytes) + ")";
}

std::string place_in(const MemoryRange& range, std::uint64_t address) {
  return "offset " + std::to_string(static_cast<std::int64_t>(address - range.begin)) + " of " +
         described(range);
}

// An address that is far from every allocation. One that no host pointer can have is the same in
// every run, so it is shown.
GlobalPlace wild_place(std::uint64_t address) {
  constexpr std::uint64_t kHostEnd = std::uint64_t{1} << 47;
  if (address >= kHostEnd) return {hexadecimal(address), ", which is no address"};
  return {"an address in no allocation", "",
          "a kernel can't touch the host's own memory: not a pointer from malloc or new, nor the "
          "address of a variable of the host"};
}

GlobalPlace global_place(const GlobalMemory& memory, std::uint64_t address) {
  constexpr std::uint64_t kNullPage = 4096;
  constexpr std::uint64_t kFar = std::uint64_t{1} << 30;
  if (address < kNullPage) return {hexadecimal(address), ": a null pointer"};
  const NearestRange nearest = memory.nearest(address);
  if (nearest.range == nullptr || nearest.distance_bytes > kFar) return wild_place(address);
  const MemoryRange& range = *nearest.range;
  const auto offset = static_cast<std::int64_t>(address - range.begin);
  std::string_view missed = address < range.end() ? ", over its end" : ", past its end";
  if (offset < 0) missed = ", before its begin";
  return {.text = place_in(range, address),
          .missed = missed,
          .is_constant = range.kind == RangeKind::kConstant};
}

std::optional<BadAccess> global_problem(const ExecutionState& state, const LaneAccess& access) {
  const GlobalMemory& memory = state.launch.memory;
  const MemoryRange* const range = memory.find(access.address);
  const bool is_held = range != nullptr && access.bytes <= range->end() - access.address;
  if (is_held && (range->is_writable() || !access.is_store)) return std::nullopt;
  if (is_held) {
    return BadAccess{"constant-store", access.text() + " in the __constant__ variable '" +
                                           range->name + "', which kernels can't change"};
  }
  if (const MemoryRange* const freed = memory.find_freed(access.address)) {
    return BadAccess{"use-after-free", access.text() + " at " + place_in(*freed, access.address) +
                                           ", which was freed before"};
  }
  const GlobalPlace place = global_place(memory, access.address);
  return BadAccess{place.is_constant ? "constant-out-of-bounds" : "global-out-of-bounds",
                   access.text() + " at " + place.text + std::string(place.missed), place.hint};
}

// The rank of the block whose shared memory the address would lie in, if the cluster had it.
std::optional<std::uint64_t> other_block_of(const ExecutionState& state, std::uint64_t address) {
  constexpr std::uint64_t kMostBlocks = 16;  // of a cluster (CUDA guide, "Thread Block Clusters")
  const std::uint64_t rank = address >> kBlockShift;
  const std::uint64_t offset = address - (rank << kBlockShift);
  if (rank == 0 || rank >= kMostBlocks || offset >= state.shared_bytes) return std::nullopt;
  return rank;
}

// Where an address of shared, local or parameter memory missed its `limit` bytes. Negative ones of
// 32 bits are told as such.
std::string side_of(std::uint64_t address, std::uint64_t limit, std::string_view memory) {
  const auto low = static_cast<std::int32_t>(address);
  const std::uint64_t high = address >> 32;
  const bool is_before = low < 0 && (high == 0 || high == 0xffffffff);
  const std::string side = is_before ? bytes_text(static_cast<std::uint64_t>(-std::int64_t{low})) +
                                           " before the begin of "
                                     : "past the end of ";
  return hexadecimal(address) + ", " + side + std::string(memory) + ' ' + bytes_text(limit);
}

std::optional<BadAccess> shared_problem(const ExecutionState& state, const LaneAccess& access) {
  if (is_inside(access, state.shared_bytes)) return std::nullopt;
  const SharedLayout& layout = state.launch.kernel.shared;
  std::string message = access.text() + " at shared address " +
                        side_of(access.address, state.shared_bytes, "the block's") +
                        " of shared memory";
  if (!layout.arrays.empty()) {
    const SharedArray& last = layout.arrays.back();
    message += "; the last array is '" + last.name + "' at " + hexadecimal(last.offset);
  }
  const bool is_dynamic = !layout.arrays.empty() && layout.arrays.back().is_dynamic();
  std::string hint = is_dynamic ? "check the launch's dynamic shared memory size" : "";
  if (const auto rank = other_block_of(state, access.address)) {
    hint = "mapa makes such an address of block " + std::to_string(*rank) +
           " of a cluster; a cluster has one block here";
  }
  return BadAccess{"shared-out-of-bounds", std::move(message), std::move(hint)};
}

std::optional<BadAccess> bounded_problem(const LaneAccess& access, std::uint64_t limit,
                                         std::string_view space) {
  if (is_inside(access, limit)) return std::nullopt;
  return BadAccess{"local-out-of-bounds", access.text() + " at " + std::string(space) +
                                              " address " +
                                              side_of(access.address, limit, "the thread's")};
}

std::optional<BadAccess> bounds_problem(const ExecutionState& state, const LaneAccess& access) {
  switch (access.space) {
    case AccessSpace::kShared:
      return shared_problem(state, access);
    case AccessSpace::kLocal:
      return bounded_problem(access, state.warp->calls.back().local_end, "local");
    case AccessSpace::kParameter:
      return bounded_problem(access, state.parameters.size(), "parameter");
    case AccessSpace::kGlobal:
    case AccessSpace::kGeneric:
      break;
  }
  return global_problem(state, access);
}

// "shared address 0x44, offset 4 of 'tile'"
std::string shared_place(const SharedLayout& layout, std::uint64_t address) {
  std::string place = "shared address " + hexadecimal(address);
  const auto index = layout.array_at(static_cast<std::uint32_t>(address));
  if (!index || address >> 32 != 0) return place;
  const SharedArray& array = layout.arrays[*index];
  return place + ", offset " + std::to_string(address - array.offset) + " of '" + array.name + '\'';
}

std::string place_of(const ExecutionState& state, const LaneAccess& access) {
  switch (access.space) {
    case AccessSpace::kShared:
      return shared_place(state.launch.kernel.shared, access.address);
    case AccessSpace::kLocal:
      return "local address " + hexadecimal(access.address);
    case AccessSpace::kParameter:
      return "parameter address " + hexadecimal(access.address);
    case AccessSpace::kGlobal:
    case AccessSpace::kGeneric:
      break;
  }
  return global_place(state.launch.memory, access.address).text;
}

std::optional<BadAccess> problem_of(const ExecutionState& state, const LaneAccess& access) {
  if ((access.address & (access.alignment - 1)) != 0) {
    return BadAccess{"misaligned-address", access.text() + " at " + place_of(state, access) +
                                               ": the address is not a multiple of " +
                                               std::to_string(access.alignment)};
  }
  return bounds_problem(state, access);
}

// --- where warps stand ---------------------------------------------------------------------------

// "bra.uni at spin.cu:12"
std::string place_at(const Kernel& kernel, const ptx::Function& function, std::uint32_t pc) {
  const ptx::Instruction* const instruction = instruction_at(function, pc);
  if (instruction == nullptr) return "the end of " + function.name;
  const Location location = location_of(kernel, *instruction);
  return ptx::mnemonic_of(*instruction) +
         (location.file.empty() ? "" : " at " + file_and_line(location));
}

// "bra.uni at spin.cu:12, waiting at barrier 0"
std::string standing_place(const ExecutionState& state, const Warp& warp) {
  std::string place =
      place_at(state.launch.kernel, function_of(state, warp.calls.back()), standing_pc(warp));
  if (warp.status == WarpStatus::kWaiting) {
    place += warp.barrier == kClusterBarrier
                 ? ", waiting at the cluster's barrier"
                 : ", waiting at barrier " + std::to_string(warp.barrier);
  }
  return place;
}

// "warp 3", "warps 0, 1, 2, 3 and 28 more"
std::string names_of(const std::vector<std::uint32_t>& warps) {
  constexpr std::size_t kMostNames = 4;
  std::string names = (warps.size() == 1 ? "warp " : "warps ") + std::to_string(warps.front());
  for (std::size_t i = 1; i < std::min(warps.size(), kMostNames); ++i) {
    names += ", " + std::to_string(warps[i]);
  }
  if (warps.size() > kMostNames) {
    names += " and " + std::to_string(warps.size() - kMostNames) + " more";
  }
  return names;
}

}  // namespace

std::string mask_text(WarpMask mask) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", mask);
  return text.data();
}

std::string lanes_text(WarpMask mask) {
  std::string text = std::has_single_bit(mask) ? "lane " : "lanes ";
  for (bool is_first = true; mask != 0; is_first = false) {
    const unsigned first = lowest_lane(mask);
    const auto count = static_cast<unsigned>(std::countr_one(mask >> first));
    if (!is_first) text += ", ";
    text += std::to_string(first);
    if (count > 1) text += "-" + std::to_string(first + count - 1);
    mask &= count == kLanes ? 0 : ~(((WarpMask{1} << count) - 1) << first);
  }
  return text;
}

std::vector<std::string> path_notes(const ExecutionState& state, WarpMask lanes) {
  const Warp& warp = *state.warp;
  std::vector<std::string> notes;
  std::size_t call = warp.calls.size() - 1;
  for (std::size_t i = warp.paths.size(); i-- > 0 && lanes != 0;) {
    while (call > 0 && i < warp.calls[call].path_base) --call;
    const Path& path = warp.paths[i];
    const WarpMask standing = path.lanes & lanes;
    lanes &= ~standing;
    if (standing == 0) continue;
    notes.push_back(lanes_text(standing) + ": " +
                    place_at(state.launch.kernel, function_of(state, warp.calls[call]), path.pc));
  }
  return notes;
}

unsigned lowest_lane(WarpMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

Extent thread_position(const ExecutionState& state, unsigned lane) {
  const Extent& block = state.launch.launch.block;
  const std::uint32_t thread = (state.warp->index * kLanes) + lane;
  return {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]};
}

Location location_of(const Kernel& kernel, const ptx::Instruction& instruction) {
  if (instruction.location == ptx::kNone) {
    if (kernel.source == nullptr) return {};
    return smemlens::location_of(*kernel.source, instruction.span.begin);
  }
  return site_of(kernel, instruction).where;
}

void report_fault(ExecutionState& state, const Fault& fault) {
  const Kernel& kernel = state.launch.kernel;
  const ptx::Function& function = function_of(state, state.warp->calls.back());
  const ptx::Instruction* const instruction = instruction_at(function, standing_pc(*state.warp));
  Diagnostic diagnostic{.code = std::string(fault.code), .message = fault.message};
  std::string place = "kernel " + kernel.name() + ", block " + triple(state.block->position) +
                      ", thread " + triple(thread_position(state, fault.lane));
  if (!function.is_entry) place += ", in " + function.name;
  if (instruction != nullptr) {
    place += ": " + ptx::mnemonic_of(*instruction);
    diagnostic.where = location_of(kernel, *instruction);
  }
  diagnostic.notes.push_back(std::move(place));
  if (instruction != nullptr) {
    for (std::string& note : inlining_notes(site_of(kernel, *instruction))) {
      diagnostic.notes.push_back(std::move(note));
    }
  }
  diagnostic.notes.insert(diagnostic.notes.end(), fault.notes.begin(), fault.notes.end());
  diagnostic.hint = fault.hint;
  state.fault = std::move(diagnostic);
}

void report_bad_access(const AccessSite& site, WarpMask mask) {
  ExecutionState& state = site.state;
  state.warp->paths.back().pc = site.access.instruction;
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    auto problem = problem_of(state, access_of(site, lane));
    if (!problem) continue;
    report_fault(state, {.lane = lane,
                         .code = problem->code,
                         .message = std::move(problem->message),
                         .notes = {},
                         .hint = std::move(problem->hint)});
    return;
  }
}

void report_bad_range(const AccessSite& site, unsigned lane, std::uint64_t bytes,
                      std::uint32_t alignment) {
  ExecutionState& state = site.state;
  state.warp->paths.back().pc = site.access.instruction;
  LaneAccess access = access_of(site, lane);
  access.bytes = bytes;
  access.alignment = alignment;
  if (auto problem = problem_of(state, access)) {
    report_fault(state, {.lane = lane,
                         .code = problem->code,
                         .message = std::move(problem->message),
                         .notes = {},
                         .hint = std::move(problem->hint)});
  }
}

void report_not_shared(ExecutionState& state, unsigned lane) {
  report_fault(state, {.lane = lane,
                       .code = "not-shared-memory",
                       .message = "the address isn't one in shared memory",
                       .notes = {},
                       .hint = {}});
}

void report_not_global(const AccessSite& site, unsigned lane) {
  site.state.warp->paths.back().pc = site.access.instruction;
  report_fault(site.state, {.lane = lane,
                            .code = "not-global-memory",
                            .message = "the address isn't one in global memory",
                            .notes = {},
                            .hint = {}});
}

bool find_range(const AccessSite& site, std::uint64_t address, std::uint64_t bytes) {
  const MemoryRange* const range = site.state.launch.memory.find(address);
  if (range == nullptr || bytes > range->end() - address) return false;
  if (!range->is_writable() && !is_load(site.access.action)) return false;
  SiteCache& cache = site.state.sites[site.access.site];
  cache.begin = range->begin;
  cache.end = range->end();
  return true;
}

std::vector<std::string> standing_notes(const ExecutionState& state) {
  std::vector<std::pair<std::string, std::vector<std::uint32_t>>> warps_at;  // by lowest warp
  for (const Warp& warp : state.block->warps) {
    if (warp.status == WarpStatus::kDone || warp.paths.empty()) continue;
    const std::string place = standing_place(state, warp);
    const auto same = std::find_if(warps_at.begin(), warps_at.end(),
                                   [&](const auto& entry) { return entry.first == place; });
    if (same == warps_at.end()) {
      warps_at.push_back({place, {warp.index}});
    } else {
      same->second.push_back(warp.index);
    }
  }
  constexpr std::size_t kMostNotes = 8;
  std::vector<std::string> notes;
  for (const auto& [place, warps] : warps_at) {
    if (notes.size() < kMostNotes) notes.push_back(names_of(warps) + ": " + place);
  }
  return notes;
}

}  // namespace smemlens::simt
