#pragma once

// The mbarrier object: 8 bytes of shared memory that count arrivals and transferred bytes, phase
// after phase (PTX ISA, "mbarrier"). PTX leaves the encoding open; ours:
//
//   bit 63     62     61      40 … 60                      20 … 39    0 … 19
//   valid      –      phase   bytes still to come, signed  expected   pending arrivals
//
//   init 2   → phase 0, expected 2, pending 2
//   arrive   → pending 1
//   arrive   → complete: phase 1, pending 2
//
// The state that an arrive returns is the object before it.

#include <cstdint>
#include <optional>
#include <string_view>

namespace smemlens::simt {

inline constexpr std::uint32_t kMostArrivals = (1U << 20) - 1;
inline constexpr std::int64_t kMostBytes = (1U << 20) - 1;  // either way

struct Mbarrier {
  std::uint32_t pending = 0;
  std::uint32_t expected = 0;
  std::int32_t bytes = 0;  // of this phase's transactions, expected less completed
  bool phase = false;      // parity of the current, incomplete phase

  bool operator==(const Mbarrier&) const = default;
};

std::uint64_t encoded(const Mbarrier& barrier);
// nullopt: no mbarrier was made there, or it was made invalid.
std::optional<Mbarrier> decoded(std::uint64_t object);

// A phase is complete when no arrival and no byte is missing: the next one begins.
void complete_if_due(Mbarrier& barrier);

// More bytes are expected, or with a negative number have come; the phase isn't completed yet.
// An empty text, or what is wrong: more than the object can count.
std::string_view expect_bytes(Mbarrier& barrier, std::int64_t bytes);

struct Arrival {
  std::uint32_t count = 1;
  bool is_dropped = false;  // arrive_drop: later phases expect that many fewer
};
// An empty text, or what is wrong: more arrivals than are pending.
std::string_view arrive(Mbarrier& barrier, const Arrival& arrival);

}  // namespace smemlens::simt
