#pragma once

// Random PTX programs for the two executors: structured control flow, every register stored out at
// the end, no data race, and nothing whose result the PTX ISA leaves open.
//
//   kernel k(out, in)  in, out: kBytesPerThread bytes a thread
//   shared memory      a table that is only read, each thread's own bytes, an exchange between
//                      barriers, words that atomics of one kind meet at

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace smemlens::testing {

inline constexpr std::uint32_t kBytesPerThread = 256;

// Decisions, read from bytes: a fuzzer's, or random ones. All 0 after their end.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint32_t below(std::uint32_t count);  // 0 … count - 1; count ≤ 65536
  bool one_in(std::uint32_t count) { return below(count) == count - 1; }
  bool is_at_end() const { return next_ == bytes_.size(); }

 private:
  std::uint32_t byte();

  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

struct RandomProgram {
  std::string ptx;
  std::uint32_t threads = 32;
};
RandomProgram random_program(Choices& choices);

}  // namespace smemlens::testing
