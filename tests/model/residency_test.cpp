// Blocks a multiprocessor, as far as shared memory decides.

#include "smemlens/model/residency.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "smemlens/model/architecture.h"

namespace smemlens {
namespace {

struct ResidencyCase {
  const char* architecture;
  std::uint64_t bytes;
  std::uint32_t blocks;
};

constexpr ResidencyCase kCases[] = {
    {"sm_80",  4096,   32},
    {"sm_80",  16384,  9 }, // 164 KiB / (16 + 1)
    {"sm_80",  166912, 1 }, // the most that a block can ask for
    {"sm_80",  166913, 0 },
    {"sm_86",  16384,  5 },
    {"sm_90",  0,      32},
    {"sm_75",  32768,  2 },
    {"sm_70",  49152,  2 },
    {"sm_50",  16384,  4 },
    {"sm_120", 101376, 1 },
    {"sm_13",  4096,   4 },
};

TEST(Residency, CountsBlocks) {
  for (const ResidencyCase& c : kCases) {
    SCOPED_TRACE(c.architecture);
    EXPECT_EQ(residency_of(*find_architecture(c.architecture))->blocks_of(c.bytes), c.blocks);
  }
  EXPECT_FALSE(residency_of(*find_architecture("gfx942")).has_value());
}

// What one block may ask for, a multiprocessor has.
TEST(Residency, HoldsTheLargestBlock) {
  for (const Architecture& row : architectures()) {
    const auto residency = residency_of(row);
    if (residency) {
      EXPECT_GE(residency->blocks_of(row.shared_bytes_optin), 1U) << row.name;
    }
  }
}

}  // namespace
}  // namespace smemlens
