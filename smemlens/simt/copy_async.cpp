#include "smemlens/simt/copy_async.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "smemlens/model/request.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

using Lengths = std::array<std::uint32_t, kLanes>;

// Bytes that each lane reads. More than are copied is undefined (PTX ISA, "cp.async"): all, then.
Lengths lengths_of(const AccessSite& site) {
  const std::uint32_t all = site.access.bytes_per_lane();
  Lengths lengths{};
  lengths.fill(all);
  const auto kind = static_cast<CopyLength>(site.operation.immediate);
  if (kind == CopyLength::kAll) return lengths;
  const std::byte* const slot = site.frame + site.operation.slots[0];
  const bool is_size = kind == CopyLength::kSourceSize;
  const WarpMask ignoring = is_size ? 0
                                    : *reinterpret_cast<const WarpMask*>(slot) ^
                                          (kind == CopyLength::kIgnoreSource ? 0 : kAllLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (is_size) {
      lengths[lane] = std::min(reinterpret_cast<const std::uint32_t*>(slot)[lane], all);
    } else if ((ignoring >> lane & 1U) != 0) {
      lengths[lane] = 0;
    }
  }
  return lengths;
}

std::uint64_t source_address(const AccessSite& source, unsigned lane) {
  return slot_elements<const std::uint64_t>(source.frame, source.access.address_slot)[lane] +
         static_cast<std::uint64_t>(std::int64_t{source.access.offset});
}

// docs/model.md §6.2: linear is lane after lane, from a multiple of 512 bytes.
CopySource kind_of_source(const AccessSite& source, WarpMask mask, const Lengths& lengths) {
  constexpr std::uint64_t kBase = 512;
  const std::uint32_t bytes = source.access.bytes_per_lane();
  const auto start = [&](unsigned lane) {
    return source_address(source, lane) - (std::uint64_t{lane} * bytes);
  };
  const std::uint64_t first = start(lowest_lane(mask));
  bool is_linear = first % kBase == 0;
  for_each_lane_in(mask, [&](unsigned lane) {
    is_linear = is_linear && start(lane) == first && lengths[lane] == bytes;
  });
  return is_linear ? CopySource::kLinear : CopySource::kScattered;
}

// The lanes that copy everything, and those that read a part: nothing is checked for the rest.
struct Readers {
  WarpMask whole = 0;
  WarpMask part = 0;
};

Readers readers_in(WarpMask mask, const Lengths& lengths, std::uint32_t bytes) {
  Readers readers;
  for_each_lane_in(mask, [&](unsigned lane) {
    const WarpMask bit = WarpMask{1} << lane;
    if (lengths[lane] == bytes) {
      readers.whole |= bit;
    } else if (lengths[lane] != 0) {
      readers.part |= bit;
    }
  });
  return readers;
}

bool may_read_part(const AccessSite& source, WarpMask mask, const Lengths& lengths) {
  bool is_good = true;
  for_each_lane_in(mask, [&](unsigned lane) {
    const std::uint64_t address = source_address(source, lane);
    is_good = is_good && address % source.access.bytes_per_lane() == 0 &&
              find_range(source, address, lengths[lane]);
  });
  if (!is_good) report_bad_access(source, mask);
  return is_good;
}

}  // namespace

bool copy_async(const AccessSite& site, WarpMask mask) {
  ExecutionState& state = site.state;
  const AccessSite source{state, site.frame, site.operation,
                          state.function->accesses[site.operation.detail + 1]};
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const Lengths lengths = lengths_of(site);
  const Readers readers = readers_in(mask, lengths, bytes);
  Reach to;    // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  Reach from;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (readers.whole != 0 && !resolve(source, readers.whole, from)) return false;
  if (!may_read_part(source, readers.part, lengths)) return false;
  state.request.source = kind_of_source(source, mask, lengths);
  const bool is_good = resolve(site, mask, to);
  state.request.source = CopySource::kUnknown;
  if (!is_good) return false;
  for_each_lane_in(mask, [&](unsigned lane) {
    std::byte* const target = pointer_of(to, lane, bytes);
    if ((readers.whole >> lane & 1U) != 0) {
      std::memcpy(target, pointer_of(from, lane, bytes), bytes);
      return;
    }
    std::memset(target, 0, bytes);
    if (lengths[lane] == 0) return;
    std::memcpy(target, host_pointer(source_address(source, lane)), lengths[lane]);
  });
  return true;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
