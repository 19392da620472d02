#pragma once

// The requests of one site, each different one once with its count: what `fix` solves from.
//
//   tile[x][y] of 32 x 32 blocks  →  32 requests, each 1024 times
//
// Bounded: of more than kMost different requests those with the smallest hashes are kept. That is a
// fair sample, and the same one in whatever order they come; the rest is counted as left out.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "smemlens/model/request.h"

namespace smemlens {

class RecordedRequests {
 public:
  static constexpr std::size_t kMost = 4096;

  struct Key {
    std::uint64_t hash = 0;
    Request request;  // addresses: offsets from the array's begin; inactive lanes' are 0
    // By hash, so that the last ones are those to leave out.
    bool operator<(const Key& other) const;
  };

  // `base`: where the array begins, in the terms of the request's addresses.
  void add(const Request& request, std::uint32_t base, std::uint64_t count = 1);
  // The same for both, whichever is merged into the other.
  void merge(const RecordedRequests& other);
  void leave_out(std::uint64_t count) { left_out_ += count; }

  const std::map<Key, std::uint64_t>& counts() const { return counts_; }
  std::uint64_t left_out() const { return left_out_; }
  bool empty() const { return counts_.empty() && left_out_ == 0; }

 private:
  void add(const Key& key, std::uint64_t count);

  std::map<Key, std::uint64_t> counts_;
  std::uint64_t left_out_ = 0;
};

// Where an array lies, as the PTX knows it.
struct RecordedArray {
  std::string symbol;        // "_ZZ9transposePfE4tile"
  std::string name;          // demangled: "transpose(float*)::tile"
  std::uint32_t offset = 0;  // in the block's shared memory
  std::uint32_t bytes = 0;   // of a dynamic one: what the launch asked for
  bool is_dynamic = false;

  bool operator==(const RecordedArray&) const = default;
};

}  // namespace smemlens
