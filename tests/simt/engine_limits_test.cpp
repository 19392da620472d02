// What is refused before a kernel runs: shapes that no GPU takes, more local memory than we give,
// functions by address.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_limits.h"
#include "smemlens/simt/launch_shape.h"
#include "smemlens/simt/module_image.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct ShapeCase {
  Extent grid;
  Extent block;
  std::string_view message;  // empty: it may be launched
};

constexpr ShapeCase kShapes[] = {
    {{1, 1, 1},          {1, 1, 1},    ""                                                  },
    {{0x7fffffff, 1, 1}, {1024, 1, 1}, ""                                                  },
    {{1, 65535, 65535},  {16, 1, 64},  ""                                                  },
    {{0, 1, 1},          {32, 1, 1},   "grid.x is 0; it must be 1 to 2147483647"           },
    {{1, 65536, 1},      {32, 1, 1},   "grid.y is 65536; it must be 1 to 65535"            },
    {{1, 1, 1},          {32, 1, 65},  "block.z is 65; it must be 1 to 64"                 },
    {{1, 1, 1},          {33, 32, 1},  "a block of 1056 threads; at most 1024 are possible"},
    {{1, 1, 1},          {2000, 1, 1}, "block.x is 2000; it must be 1 to 1024"             },
};

TEST(Limits, ShapesThatNoGpuTakesAreRefused) {
  for (const ShapeCase& c : kShapes) {
    const auto problem = shape_problem(c.grid, c.block);
    EXPECT_EQ(problem ? problem->message : "", c.message);
  }
}

TEST(Limits, PositionsGoAlongXFirst) {
  EXPECT_EQ(position_of(0, {4, 2, 3}), (Extent{0, 0, 0}));
  EXPECT_EQ(position_of(5, {4, 2, 3}), (Extent{1, 1, 0}));
  EXPECT_EQ(position_of(23, {4, 2, 3}), (Extent{3, 1, 2}));
  EXPECT_EQ(position_of(0x7fffffffULL * 2, {0x7fffffff, 3, 1}), (Extent{0, 2, 0}));
}

struct LocalCase {
  std::uint32_t bytes;  // of local memory a thread
  std::uint32_t threads;
  bool is_refused;
  std::size_t resident_blocks;
};

constexpr LocalCase kLocals[] = {
    {16,         1024, false, 2048},
    {128 * 1024, 1024, false, 32  },
    {128 * 1025, 1024, true,  31  },
    {512 * 1024, 256,  false, 32  },
    {512 * 1024, 257,  true,  28  }, // whole warps are held: 288 threads
    {512 * 1024, 1,    false, 256 },
};

TEST(Limits, LocalMemoryOfABlockIsBounded) {
  for (const LocalCase& c : kLocals) {
    SCOPED_TRACE(std::to_string(c.bytes) + " bytes, " + std::to_string(c.threads) + " threads");
    const KernelUnderTest test(
        ".version 8.0 .target sm_80 .address_size 64 .entry k() { .local .b8 depot[" +
        std::to_string(c.bytes) + "]; ret; }");
    const Launch launch{
        .block = {c.threads, 1, 1}
    };
    const auto problem = local_memory_problem(test.kernel(), launch);
    EXPECT_EQ(problem.has_value(), c.is_refused);
    EXPECT_EQ(problem ? problem->code : "", c.is_refused ? "local-memory-limit" : "");
    EXPECT_EQ(resident_blocks(test.kernel(), launch), c.resident_blocks);
  }
}

}  // namespace
}  // namespace smemlens::simt
