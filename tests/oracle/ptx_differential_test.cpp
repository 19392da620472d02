// Random programs on the warp executor and on the slow interpreter of single threads: each
// register, each byte stored and each shared access must be the same.

#include "tests/oracle/ptx_differential.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace smemlens::testing {
namespace {

std::vector<std::uint8_t> random_bytes(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

TEST(PtxDifferential, RandomProgramsRunAlike) {
  constexpr std::uint64_t kPrograms = 2000;
  std::uint64_t requests = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Comparison comparison = compare_executors(random_bytes(seed, 2048));
    requests += comparison.shared_requests;
    ASSERT_FALSE(comparison.difference) << "seed " << seed << ": " << *comparison.difference << "\n"
                                        << comparison.ptx;
  }
  EXPECT_GT(requests, kPrograms);
}

}  // namespace
}  // namespace smemlens::testing
