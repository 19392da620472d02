#include "smemlens/simt/fragment_access.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "smemlens/model/request.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/fragment.h"
#include "smemlens/simt/fragment_layout.h"
#include "smemlens/simt/matrix_access.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

constexpr unsigned kRowBytes = 16;
constexpr unsigned kRows = 8;

// The matrix in memory.
struct Tile {
  std::uint64_t base = 0;
  std::uint64_t stride = 0;  // elements
  unsigned element_bits = 0;
  bool is_row_major = true;

  std::uint64_t address(const Place& place) const {
    const std::uint64_t index =
        is_row_major ? (place.row * stride) + place.column : (place.column * stride) + place.row;
    return base + (index * element_bits / 8);
  }
};

// PTX wants one address and one stride for the whole warp: lane 0's.
Tile tile_of(const CollectiveSite& site) {
  const Collective& collective = site.collective;
  const MemoryAccess& access = collective.access;
  const std::uint64_t address =
      access.address_is_wide ? *slot_elements<const std::uint64_t>(site.frame, access.address_slot)
                             : *slot_elements<const std::uint32_t>(site.frame, access.address_slot);
  return {.base = address + static_cast<std::uint64_t>(std::int64_t{access.offset}),
          .stride = *slot_elements<const std::uint32_t>(site.frame, collective.stride),
          .element_bits = bits_of(collective.fragments[0].element),
          .is_row_major = collective.is_row_major};
}

// One access with an address for each lane, computed here instead of by the program.
class LaneAddresses {
 public:
  LaneAddresses(const CollectiveSite& site, unsigned bytes) : site_(site) {
    access_ = site.collective.access;
    access_.address_slot = 0;
    access_.address_is_wide = true;
    access_.offset = 0;
    access_.element_bytes = static_cast<std::uint8_t>(bytes);
    access_.open_cost = OpenCost::kFragmentLayout;
  }

  std::uint64_t& operator[](unsigned lane) { return addresses_[lane]; }

  bool resolve_lanes(WarpMask mask, Reach& reach) {
    return resolve(
        {site_.state, reinterpret_cast<std::byte*>(addresses_), site_.operation, access_}, mask,
        reach);
  }

 private:
  const CollectiveSite& site_;
  MemoryAccess access_;
  alignas(64) std::uint64_t addresses_[kLanes]{};
};

std::uint32_t* word_register(const CollectiveSite& site, unsigned reg) {
  return slot_elements<std::uint32_t>(site.frame, site.collective.registers[reg]);
}

// --- 16 bytes of a row at a time -----------------------------------------------------------------

// The direction in which a part's 8 rows of 128 bits run is that of memory.
bool runs_along_memory(const CollectiveSite& site) {
  return (site.collective.fragments[0].role == MatrixRole::kA) == site.collective.is_row_major;
}

bool comes_by_rows(const CollectiveSite& site) {
  const Fragment& fragment = site.collective.fragments[0];
  if (fragment.role == MatrixRole::kAccumulator) return false;
  const unsigned bits = bits_of(fragment.element);
  return bits == 16 || (bits <= 32 && runs_along_memory(site));
}

// Address of line `line` of the part of 8 lines that register `reg` holds.
std::uint64_t line_address(const CollectiveSite& site, const Tile& tile, unsigned reg,
                           unsigned line) {
  const Fragment& fragment = site.collective.fragments[0];
  if (runs_along_memory(site)) return tile.address(core_place(fragment, reg, line * 4, 0));
  Place place = core_place(fragment, reg, 0, 0);
  (fragment.role == MatrixRole::kA ? place.column : place.row) += line;
  return tile.address(place);
}

bool load_rows(const CollectiveSite& site, const Tile& tile) {
  const unsigned registers = site.collective.fragments[0].registers;
  const bool is_transposed = !runs_along_memory(site);
  for (unsigned first = 0; first < registers; first += 4) {
    const unsigned count = std::min(4U, registers - first);
    LaneAddresses addresses(site, kRowBytes);
    for (unsigned lane = 0; lane < count * kRows; ++lane) {
      addresses[lane] = line_address(site, tile, first + (lane / kRows), lane % kRows);
    }
    Reach rows;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
    if (!addresses.resolve_lanes(kAllLanes >> (kLanes - (count * kRows)), rows)) return false;
    for (unsigned i = 0; i < count; ++i) {
      distribute(rows, i * kRows, is_transposed, word_register(site, first + i));
    }
  }
  return true;
}

// --- each lane its own elements ------------------------------------------------------------------

// Elements that a lane touches at once: 2 if the second lies behind the first.
unsigned elements_at_once(const CollectiveSite& site) {
  const bool is_accumulator = site.collective.fragments[0].role == MatrixRole::kAccumulator;
  return is_accumulator && site.collective.is_row_major ? 2 : 1;
}

// The lane's copy of an element: part of a register, or a whole one.
std::byte* element_in_register(const CollectiveSite& site, unsigned index, unsigned lane) {
  const Fragment& fragment = site.collective.fragments[0];
  const unsigned packed = packed_in_register(fragment.element);
  const unsigned bytes = bits_of(fragment.element) / 8;
  return site.frame + site.collective.registers[index / packed] +
         (((std::size_t{lane} * packed) + (index % packed)) * bytes);
}

// `copy(memory, register, bytes)` for every element.
template <class Copy>
bool touch_elements(const CollectiveSite& site, const Tile& tile, Copy copy) {
  const Fragment& fragment = site.collective.fragments[0];
  const unsigned packed = packed_in_register(fragment.element);
  const unsigned bytes = bits_of(fragment.element) / 8;
  const unsigned at_once = elements_at_once(site);
  for (unsigned index = 0; index < fragment.registers * packed; index += at_once) {
    LaneAddresses addresses(site, bytes * at_once);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      addresses[lane] = tile.address(core_place(fragment, index / packed, lane, index % packed));
    }
    Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
    if (!addresses.resolve_lanes(kAllLanes, reach)) return false;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      std::byte* const memory = pointer_of(reach, lane, bytes * at_once);
      for (unsigned i = 0; i < at_once; ++i) {
        copy(memory + (std::size_t{i} * bytes), element_in_register(site, index + i, lane), bytes);
      }
    }
  }
  return true;
}

}  // namespace

bool load_fragment(const CollectiveSite& site) {
  const Tile tile = tile_of(site);
  const bool is_good =
      comes_by_rows(site)
          ? load_rows(site, tile)
          : touch_elements(site, tile, [](const std::byte* memory, std::byte* reg, unsigned bytes) {
              std::memcpy(reg, memory, bytes);
            });
  if (!is_good) return false;
  const Fragment& fragment = site.collective.fragments[0];
  for (unsigned reg = fragment.registers; reg < fragment.written; ++reg) {
    std::memcpy(word_register(site, reg), word_register(site, reg % fragment.registers),
                kLanes * sizeof(std::uint32_t));
  }
  return true;
}

bool store_fragment(const CollectiveSite& site) {
  return touch_elements(site, tile_of(site),
                        [](std::byte* memory, const std::byte* reg, unsigned bytes) {
                          std::memcpy(memory, reg, bytes);
                        });
}

}  // namespace smemlens::simt::SMEMLENS_ISA
