#include "smemlens/simt/matrix_access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

constexpr unsigned kRowBytes = 16;
constexpr unsigned kRows = 8;

// Of a register: the two elements.
std::uint32_t packed(std::uint16_t low, std::uint16_t high) {
  return low | std::uint32_t{high} << 16;
}

std::uint16_t element_at(const std::byte* row, std::size_t column) {
  std::uint16_t element = 0;
  std::memcpy(&element, row + (column * sizeof(element)), sizeof(element));
  return element;
}

// A generic address must lie in shared memory.
bool points_to_shared(const CollectiveSite& site, WarpMask mask) {
  const MemoryAccess& access = site.collective.access;
  if (access.space != AccessSpace::kGeneric) return true;
  const auto* addresses = slot_elements<const std::uint64_t>(site.frame, access.address_slot);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1U) == 0) continue;
    const std::uint64_t address =
        addresses[lane] + static_cast<std::uint64_t>(std::int64_t{access.offset});
    if (is_in_window(address, kSharedWindow)) continue;
    site.state.warp->paths.back().pc = access.instruction;
    report_not_shared(site.state, lane);
    return false;
  }
  return true;
}

// The rows that the lanes point to, reported as one request.
bool resolve_rows(const CollectiveSite& site, Reach& rows) {
  const Collective& collective = site.collective;
  const WarpMask mask = kAllLanes >> (kLanes - (kRows * collective.matrices));
  if (!points_to_shared(site, mask)) return false;
  site.state.request.matrices = collective.matrices;
  const bool is_good =
      resolve({site.state, site.frame, site.operation, collective.access}, mask, rows);
  site.state.request.matrices = 0;
  return is_good;
}

}  // namespace

void distribute(const Reach& rows, unsigned first_row, bool is_transposed, std::uint32_t* reg) {
  std::array<const std::byte*, kRows> row{};
  for (unsigned r = 0; r < kRows; ++r) row[r] = pointer_of(rows, first_row + r, kRowBytes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned group = lane / 4;
    const std::size_t first = std::size_t{lane % 4} * 2;
    reg[lane] = is_transposed
                    ? packed(element_at(row[first], group), element_at(row[first + 1], group))
                    : packed(element_at(row[group], first), element_at(row[group], first + 1));
  }
}

bool load_matrices(const CollectiveSite& site) {
  Reach rows;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve_rows(site, rows)) return false;
  for (unsigned matrix = 0; matrix < site.collective.matrices; ++matrix) {
    distribute(rows, matrix * kRows, site.collective.is_transposed,
               slot_elements<std::uint32_t>(site.frame, site.collective.registers[matrix]));
  }
  return true;
}

bool store_matrices(const CollectiveSite& site) {
  Reach rows;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve_rows(site, rows)) return false;
  for (unsigned matrix = 0; matrix < site.collective.matrices; ++matrix) {
    const auto* reg =
        slot_elements<const std::uint32_t>(site.frame, site.collective.registers[matrix]);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned along = (2 * (lane % 4)) + i;
        const unsigned row = site.collective.is_transposed ? along : lane / 4;
        const unsigned column = site.collective.is_transposed ? lane / 4 : along;
        const auto element = static_cast<std::uint16_t>(reg[lane] >> (16 * i));
        std::memcpy(
            pointer_of(rows, (matrix * kRows) + row, kRowBytes) + (column * sizeof(element)),
            &element, sizeof(element));
      }
    }
  }
  return true;
}

// registers: d, a
bool transpose_matrix(const CollectiveSite& site) {
  auto* to = slot_elements<std::uint32_t>(site.frame, site.collective.registers[0]);
  std::array<std::uint32_t, kLanes> from{};  // a and d may be one register
  std::memcpy(from.data(), site.frame + site.collective.registers[1], sizeof(from));
  const auto half = [&from](unsigned line, unsigned place) {
    return static_cast<std::uint16_t>(from[(line * 4) + (place / 2)] >> (16 * (place % 2)));
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned first = 2 * (lane % 4);
    to[lane] = packed(half(first, lane / 4), half(first + 1, lane / 4));
  }
  return true;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
