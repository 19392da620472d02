#pragma once

// Which host addresses a kernel may touch: global memory is host memory, and every allocation is
// an interval that was announced here.
//
//   GlobalMemory memory;
//   memory.add({.begin = address_of(buffer), .bytes = 4096, .name = "buffer 0"});
//   memory.find(address_of(buffer) + 4095)->name  →  "buffer 0"
//   memory.find(address_of(buffer) + 4096)        →  null pointer
//
// Owns no bytes and touches none. A kernel may run while nobody adds or removes.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace smemlens::simt {

enum class RangeKind : std::uint8_t {
  kAllocation,  // cudaMalloc and its family
  kManaged,     // cudaMallocManaged: the host's as well
  kHost,        // pinned or registered host memory
  kVariable,    // a __device__ or __managed__ variable
  kConstant,    // a __constant__ variable: loads only
  kHeap,        // a kernel's malloc: the host can't copy it
};

struct MemoryRange {
  std::uint64_t begin = 0;  // host address
  std::uint64_t bytes = 0;
  RangeKind kind = RangeKind::kAllocation;
  std::string name;  // for people: "buffer 0", "table", "an allocation from cudaMalloc"

  std::uint64_t end() const { return begin + bytes; }
  bool is_writable() const { return kind != RangeKind::kConstant; }
};

// The range that a bad address missed, and by how much.
struct NearestRange {
  const MemoryRange* range = nullptr;  // null pointer: nothing is allocated
  std::uint64_t distance_bytes = 0;    // from the address to the range's nearest byte
  bool is_after = false;               // the address lies past the range's end
};

class GlobalMemory {
 public:
  // False, and nothing changes, if the range is empty or overlaps one that is there.
  bool add(MemoryRange range);
  // Forgets the range that begins at `begin`; false if there is none.
  bool remove(std::uint64_t begin);
  // The same, but an access to it is told from a wild one: find_freed() knows the range until
  // forget_freed(), or until something else is added there.
  bool free(std::uint64_t begin);
  void forget_freed(std::uint64_t begin);

  // The range that holds the byte at `address`; null pointer if there is none.
  const MemoryRange* find(std::uint64_t address) const;
  const MemoryRange* find_freed(std::uint64_t address) const;
  NearestRange nearest(std::uint64_t address) const;

  // The addresses of a module's constants, with what lies between and behind them: no bytes but
  // constants are there. False, and nothing changes, if there are none, or some already.
  bool add_constant_bank(std::uint64_t begin, std::uint64_t bytes);
  void remove_constant_bank(std::uint64_t begin);
  // Whether the address belongs to .const, though perhaps to no constant.
  bool is_in_constant_bank(std::uint64_t address) const;

  // Calls function(range) for each range that is there, by begin.
  template <typename Function>
  void for_each(Function function) const {
    for (const auto& [begin, range] : ranges_) function(range);
  }

 private:
  using Ranges = std::map<std::uint64_t, MemoryRange>;  // by begin; none overlap

  static const MemoryRange* find_in(const Ranges& ranges, std::uint64_t address);

  Ranges ranges_;
  Ranges freed_;
  std::map<std::uint64_t, std::uint64_t> constant_banks_;  // begin → end
};

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

// A kernel's global addresses are host pointers: there is no pointer to derive this one from.
inline std::byte* host_pointer(std::uint64_t address) {
  return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace smemlens::simt
