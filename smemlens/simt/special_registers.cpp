#include "smemlens/simt/special_registers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "smemlens/base/rounding.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {
namespace {

using ptx::SpecialRegister;
using ValueFunction = std::uint64_t (*)(const SpecialContext& context, unsigned lane);

std::uint32_t thread_of(const SpecialContext& context, unsigned lane) {
  return (context.warp * kLanes) + lane;
}

std::uint64_t tid_x(const SpecialContext& context, unsigned lane) {
  return thread_of(context, lane) % context.launch.block[0];
}
std::uint64_t tid_y(const SpecialContext& context, unsigned lane) {
  return thread_of(context, lane) / context.launch.block[0] % context.launch.block[1];
}
std::uint64_t tid_z(const SpecialContext& context, unsigned lane) {
  return thread_of(context, lane) / context.launch.block[0] / context.launch.block[1];
}

template <unsigned kDimension>
std::uint64_t block_extent(const SpecialContext& context, unsigned /*lane*/) {
  return context.launch.block[kDimension];
}
template <unsigned kDimension>
std::uint64_t grid_extent(const SpecialContext& context, unsigned /*lane*/) {
  return context.launch.grid[kDimension];
}
template <unsigned kDimension>
std::uint64_t block_position(const SpecialContext& context, unsigned /*lane*/) {
  return context.block[kDimension];
}

std::uint64_t zero(const SpecialContext& /*context*/, unsigned /*lane*/) {
  return 0;
}
std::uint64_t one(const SpecialContext& /*context*/, unsigned /*lane*/) {
  return 1;
}

std::uint64_t lane_id(const SpecialContext& /*context*/, unsigned lane) {
  return lane;
}
std::uint64_t warp_id(const SpecialContext& context, unsigned /*lane*/) {
  return context.warp;
}
std::uint64_t warp_count(const SpecialContext& context, unsigned /*lane*/) {
  return divided_up(context.launch.threads_per_block(), kLanes);
}

std::uint64_t equal_mask(const SpecialContext& /*context*/, unsigned lane) {
  return std::uint64_t{1} << lane;
}
std::uint64_t less_mask(const SpecialContext& context, unsigned lane) {
  return equal_mask(context, lane) - 1;
}
std::uint64_t less_equal_mask(const SpecialContext& context, unsigned lane) {
  return less_mask(context, lane) | equal_mask(context, lane);
}
std::uint64_t greater_mask(const SpecialContext& context, unsigned lane) {
  return kAllLanes & ~less_equal_mask(context, lane);
}
std::uint64_t greater_equal_mask(const SpecialContext& context, unsigned lane) {
  return kAllLanes & ~less_mask(context, lane);
}

std::uint64_t grid_barrier_high(const SpecialContext& context, unsigned /*lane*/) {
  return context.launch.grid_barrier >> 32U;
}
std::uint64_t grid_barrier_low(const SpecialContext& context, unsigned /*lane*/) {
  return context.launch.grid_barrier & 0xffffffffU;
}

std::uint64_t dynamic_bytes(const SpecialContext& context, unsigned /*lane*/) {
  return context.launch.dynamic_shared_bytes;
}
// In units of the allocation; those of every architecture from sm_80 on (PTX ISA,
// "%total_smem_size").
constexpr std::uint64_t kSharedUnit = 128;
std::uint64_t total_bytes(const SpecialContext& context, unsigned /*lane*/) {
  return rounded_up(context.kernel.shared.total_bytes(context.launch.dynamic_shared_bytes),
                    kSharedUnit);
}
std::uint64_t all_bytes(const SpecialContext& context, unsigned lane) {
  return total_bytes(context, lane) + SharedLayout::kReservedBytes;
}

// Of clusters of one block, the only ones: whether the kernel asks for them.
std::uint64_t is_explicit_cluster(const SpecialContext& context, unsigned /*lane*/) {
  return context.kernel.module->functions[context.kernel.entry].required_cluster[0] != 0 ? 1 : 0;
}

template <std::uint32_t kOffset>
std::uint64_t reserved_shared(const SpecialContext& context, unsigned /*lane*/) {
  return context.kernel.shared.reserved_offset(context.launch.dynamic_shared_bytes) + kOffset;
}

struct Row {
  SpecialRegister special;
  ValueFunction value;
  bool changes_with_block = false;
};

// One SM and one grid at a time. Without clusters a block is a cluster of its own: its rank is 0,
// the cluster's extent 1, and clusters are numbered as blocks are (PTX ISA, "%clusterid").
// The registers of a driver and of performance monitors, which nobody sets, are 0.
constexpr Row kRows[] = {
    {SpecialRegister::kTidX, tid_x},
    {SpecialRegister::kTidY, tid_y},
    {SpecialRegister::kTidZ, tid_z},
    {SpecialRegister::kNtidX, block_extent<0>},
    {SpecialRegister::kNtidY, block_extent<1>},
    {SpecialRegister::kNtidZ, block_extent<2>},
    {SpecialRegister::kCtaidX, block_position<0>, true},
    {SpecialRegister::kCtaidY, block_position<1>, true},
    {SpecialRegister::kCtaidZ, block_position<2>, true},
    {SpecialRegister::kNctaidX, grid_extent<0>},
    {SpecialRegister::kNctaidY, grid_extent<1>},
    {SpecialRegister::kNctaidZ, grid_extent<2>},
    // "The fourth element is unused and always returns zero."
    {SpecialRegister::kTidW, zero},
    {SpecialRegister::kNtidW, zero},
    {SpecialRegister::kCtaidW, zero},
    {SpecialRegister::kNctaidW, zero},
    {SpecialRegister::kClusteridX, block_position<0>, true},
    {SpecialRegister::kClusteridY, block_position<1>, true},
    {SpecialRegister::kClusteridZ, block_position<2>, true},
    {SpecialRegister::kNclusteridX, grid_extent<0>},
    {SpecialRegister::kNclusteridY, grid_extent<1>},
    {SpecialRegister::kNclusteridZ, grid_extent<2>},
    {SpecialRegister::kClusterCtaidX, zero},
    {SpecialRegister::kClusterCtaidY, zero},
    {SpecialRegister::kClusterCtaidZ, zero},
    {SpecialRegister::kClusterNctaidX, one},
    {SpecialRegister::kClusterNctaidY, one},
    {SpecialRegister::kClusterNctaidZ, one},
    {SpecialRegister::kClusteridW, zero},
    {SpecialRegister::kNclusteridW, zero},
    {SpecialRegister::kClusterCtaidW, zero},
    {SpecialRegister::kClusterNctaidW, zero},
    {SpecialRegister::kIsExplicitCluster, is_explicit_cluster},
    {SpecialRegister::kClusterCtarank, zero},
    {SpecialRegister::kClusterNctarank, one},
    {SpecialRegister::kLaneid, lane_id},
    {SpecialRegister::kWarpid, warp_id},
    {SpecialRegister::kNwarpid, warp_count},
    {SpecialRegister::kSmid, zero},
    {SpecialRegister::kNsmid, one},
    {SpecialRegister::kGridid, zero},
    {SpecialRegister::kLanemaskEq, equal_mask},
    {SpecialRegister::kLanemaskLe, less_equal_mask},
    {SpecialRegister::kLanemaskLt, less_mask},
    {SpecialRegister::kLanemaskGe, greater_equal_mask},
    {SpecialRegister::kLanemaskGt, greater_mask},
    // What a driver puts there is not documented; nvcc's grid.sync() reads these two.
    {SpecialRegister::kEnvreg1, grid_barrier_high},
    {SpecialRegister::kEnvreg2, grid_barrier_low},
    {SpecialRegister::kDynamicSmemSize, dynamic_bytes},
    {SpecialRegister::kTotalSmemSize, total_bytes},
    {SpecialRegister::kAggrSmemSize, all_bytes},
    {SpecialRegister::kCurrentGraphExec, zero},
    {SpecialRegister::kReservedSmemOffsetBegin, reserved_shared<0>},
    {SpecialRegister::kReservedSmemOffset0, reserved_shared<0>},
    {SpecialRegister::kReservedSmemOffset1, reserved_shared<SharedLayout::kReservedBytes / 2>},
    {SpecialRegister::kReservedSmemOffsetEnd, reserved_shared<SharedLayout::kReservedBytes>},
    {SpecialRegister::kReservedSmemOffsetCap, reserved_shared<SharedLayout::kReservedBytes>},
};

// %envreg0 … %envreg31 and %pm0 … %pm7_64, but for what has a row above.
constexpr Row kUnset = {SpecialRegister::kEnvreg0, zero};
constexpr bool is_unset(SpecialRegister special) {
  return special >= SpecialRegister::kEnvreg0 && special <= SpecialRegister::kPm7Wide;
}

// By register: where its row stands; kNoRow: nowhere. Each block of a kernel asks.
constexpr std::uint8_t kNoRow = 0xff;
constexpr auto kRowNumbers = [] {
  std::array<std::uint8_t, ptx::kSpecialRegisterCount> numbers{};
  numbers.fill(kNoRow);
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    numbers[static_cast<std::size_t>(kRows[i].special)] = static_cast<std::uint8_t>(i);
  }
  return numbers;
}();

const Row* row_of(SpecialRegister special) {
  const std::uint8_t number = kRowNumbers[static_cast<std::size_t>(special)];
  if (number != kNoRow) return &kRows[number];
  return is_unset(special) ? &kUnset : nullptr;
}

struct ClockRow {
  SpecialRegister special;
  unsigned shift;  // of the count of 64 bits
  unsigned bits;
};

constexpr ClockRow kClocks[] = {
    {SpecialRegister::kClock,         0,  32},
    {SpecialRegister::kClockHi,       32, 32},
    {SpecialRegister::kClock64,       0,  64},
    {SpecialRegister::kGlobaltimer,   0,  64},
    {SpecialRegister::kGlobaltimerLo, 0,  32},
    {SpecialRegister::kGlobaltimerHi, 32, 32},
};

const ClockRow* clock_row_of(SpecialRegister special) {
  const auto* const row =
      std::find_if(std::begin(kClocks), std::end(kClocks),
                   [special](const ClockRow& r) { return r.special == special; });
  return row == std::end(kClocks) ? nullptr : row;
}

}  // namespace

bool is_constant_special(SpecialRegister special) {
  return row_of(special) != nullptr;
}

bool is_predicate(SpecialRegister special) {
  return special == SpecialRegister::kIsExplicitCluster;
}

bool is_clock(SpecialRegister special) {
  return clock_row_of(special) != nullptr;
}

std::uint64_t clock_value(SpecialRegister clock, std::uint64_t steps) {
  const ClockRow* const row = clock_row_of(clock);
  if (row == nullptr) return 0;
  const std::uint64_t value = steps >> row->shift;
  return row->bits == 64 ? value : static_cast<std::uint32_t>(value);
}

bool changes_with_block(SpecialRegister special) {
  const Row* const row = row_of(special);
  return row != nullptr && row->changes_with_block;
}

std::uint64_t value_of(SpecialRegister special, const SpecialContext& context, unsigned lane) {
  const Row* const row = row_of(special);
  return row == nullptr ? 0 : row->value(context, lane);
}

}  // namespace smemlens::simt
