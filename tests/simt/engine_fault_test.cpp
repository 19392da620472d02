// What a kernel that goes wrong is told: code, message, thread, array.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct FaultCase {
  std::string_view name;
  std::string_view body;
  std::string_view text;  // of the diagnostic, without its place
  std::string_view module = {};
};

constexpr FaultCase kCases[] = {
    {"global_load_past_the_end", "ld.global.u32 %r31, [%rd29+256];",
     R"(smemlens: error: load of 4 bytes at offset 256 of buffer 1 (256 bytes), past its end [global-out-of-bounds]
note: kernel k, block (0,0,0), thread (0,0,0): ld.global.u32
)"},
    {"global_store_over_the_end", "st.global.u64 [%rd29+256], %rd1;",
     R"(smemlens: error: store of 8 bytes at offset 256 of buffer 1 (256 bytes), past its end [global-out-of-bounds]
note: kernel k, block (0,0,0), thread (0,0,0): st.global.u64
)"},
    {"null_pointer", "mov.u64 %rd1, 0; ld.u32 %r31, [%rd1+4];",
     R"(smemlens: error: load of 4 bytes at 0x4: a null pointer [global-out-of-bounds]
note: kernel k, block (0,0,0), thread (0,0,0): ld.u32
)"},
    {"the_first_bad_lane_is_named", R"(
        mul.wide.u32 %rd1, %r30, 16; add.s64 %rd1, %rd1, %rd29; ld.global.u32 %r31, [%rd1];)",
     R"(smemlens: error: load of 4 bytes at offset 256 of buffer 1 (256 bytes), past its end [global-out-of-bounds]
note: kernel k, block (0,0,0), thread (16,0,0): ld.global.u32
)"},
    {"shared_past_the_end", R"(
        shl.b32 %r1, %r30, 3; mov.u32 %r2, tile; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r30;)",
     R"(smemlens: error: store of 4 bytes at shared address 0x80, past the end of the block's 128 bytes of shared memory; the last array is 'tile' at 0x0 [shared-out-of-bounds]
note: kernel k, block (0,0,0), thread (16,0,0): st.shared.u32
)",
     ".shared .align 4 .b8 tile[128];"},
    {"shared_negative", "mov.u32 %r1, tile; ld.shared.u32 %r31, [%r1+-4];",
     R"(smemlens: error: load of 4 bytes at shared address 0xfffffffc, 4 bytes before the begin of the block's 128 bytes of shared memory; the last array is 'tile' at 0x0 [shared-out-of-bounds]
note: kernel k, block (0,0,0), thread (0,0,0): ld.shared.u32
)",
     ".shared .align 4 .b8 tile[128];"},
    {"local_past_the_end", R"(
        .local .align 4 .b8 depot[16];
        mov.u64 %rd1, depot; ld.local.u32 %r31, [%rd1+16];)",
     R"(smemlens: error: load of 4 bytes at local address 0x10, past the end of the thread's 16 bytes [local-out-of-bounds]
note: kernel k, block (0,0,0), thread (0,0,0): ld.local.u32
)"},
    {"misaligned", "ld.shared.u32 %r31, [tile+2];",
     R"(smemlens: error: load of 4 bytes at shared address 0x2, offset 2 of 'tile': the address is not a multiple of 4 [misaligned-address]
note: kernel k, block (0,0,0), thread (0,0,0): ld.shared.u32
)",
     ".shared .align 4 .b8 tile[128];"},
    {"misaligned_global", "ld.global.u32 %r31, [%rd29+6];",
     R"(smemlens: error: load of 4 bytes at offset 6 of buffer 1 (256 bytes): the address is not a multiple of 4 [misaligned-address]
note: kernel k, block (0,0,0), thread (0,0,0): ld.global.u32
)"},
    {"misaligned_vector", "ld.shared.v4.u32 {%r1, %r2, %r3, %r31}, [tile+8];",
     R"(smemlens: error: load of 16 bytes at shared address 0x8, offset 8 of 'tile': the address is not a multiple of 16 [misaligned-address]
note: kernel k, block (0,0,0), thread (0,0,0): ld.shared.v4.u32
)",
     ".shared .align 16 .b8 tile[128];"},
    {"constant_written", "mov.u64 %rd1, table; st.global.u32 [%rd1], %r30;",
     R"(smemlens: error: store of 4 bytes in the __constant__ variable 'table', which kernels can't change [constant-store]
note: kernel k, block (0,0,0), thread (0,0,0): st.global.u32
)",
     ".const .align 4 .u32 table[4] = {11, 22, 33, 44};"},
    {"trap", "setp.eq.u32 %p1, %r30, 3; @%p1 trap;",
     R"(smemlens: error: the kernel executed trap [device-trap]
note: kernel k, block (0,0,0), thread (3,0,0): trap
)"},
    {"unsupported", "add.u32 %r31, %clock, 1; tanh.approx.f32 %f1, %f2;",
     R"(smemlens: error: the instruction 'add.u32' with the special register %clock isn't supported yet, so kernel 'k' can't run [unsupported-instruction]
)"},
};

TEST(Fault, SaysWhatWhereAndWho) {
  for (const FaultCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(c.body, {.module = c.module});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->where.file, "kernel.ptx");
    EXPECT_GT(outcome.fault->where.line, 0U);
    std::string text = outcome.fault_text();
    text = "smemlens" + text.substr(text.find(": error:"));
    if (outcome.fault->code == "unsupported-instruction") text = text.substr(0, c.text.size());
    EXPECT_EQ(text, c.text);
  }
}

TEST(Fault, SourceLineAndInliningAreNamed) {
  KernelUnderTest kernel(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
  .reg .b64 %rd<4>; .reg .b32 %r<2>;
  .loc 1 9 5
  mov.u64 %rd1, 16;
  .loc 2 40 3, function_name $L__info_string0, inlined_at 1 10 7
  ld.global.u32 %r1, [%rd1];
  ret;
}
.file 1 "scale.cu"
.file 2 "helper.cuh"
.section .debug_str
{
$L__info_string0:
.b8 102,111,111,0
}
)");
  const Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->where, (Location{"helper.cuh", 40, 3}));
  ASSERT_EQ(outcome.fault->notes.size(), 2U);
  EXPECT_EQ(outcome.fault->notes[1], "inlined at scale.cu:10");
}

TEST(Fault, InterruptedRunsStop) {
  KernelUnderTest kernel(module_around("LOOP: bra LOOP;"));
  kernel.buffer(std::vector<std::uint32_t>(32)).buffer(std::vector<std::uint32_t>(1)).value(0U);
  const std::atomic<bool> interrupted = true;
  kernel.launch().block = {32, 1, 1};
  kernel.launch().interrupted = &interrupted;
  const Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "interrupted");
}

TEST(Launch, RefusesWhatAGpuRefuses) {
  struct Case {
    std::string_view name;
    Extent grid;
    Extent block;
    std::uint32_t dynamic_bytes;
    std::string_view message;
  };
  constexpr Case kLaunches[] = {
      {"empty_grid",    {0, 1, 1},     {32, 1, 1}, 0, "grid.x is 0; it must be 1 to 2147483647"           },
      {"tall_grid",     {1, 65536, 1}, {32, 1, 1}, 0, "grid.y is 65536; it must be 1 to 65535"            },
      {"deep_block",    {1, 1, 1},     {1, 1, 65}, 0, "block.z is 65; it must be 1 to 64"                 },
      {"large_block",
       {1, 1, 1},
       {64, 17, 1},
       0,                                             "a block of 1088 threads; at most 1024 are possible"},
      {"shared_memory",
       {1, 1, 1},
       {32, 1, 1},
       49000,                                         "the block needs 49128 bytes of shared memory (128 static, 49000 dynamic); the limit is "
       "49100"                                                                               },
      {"no_parameters", {1, 1, 1},     {32, 1, 1}, 0, "the kernel takes 20 bytes of parameters, not 0"    },
  };
  const KernelUnderTest kernel(module_around(
      "st.shared.u32 [s], %r30; ld.shared.u32 %r31, [dynamic];", ".shared .align 4 .b8 s[128];"));
  ASSERT_TRUE(kernel.prepared());
  for (const Case& c : kLaunches) {
    SCOPED_TRACE(c.name);
    Launch launch{.grid = c.grid, .block = c.block, .dynamic_shared_bytes = c.dynamic_bytes};
    const auto problem = why_refused(kernel.kernel(), launch, 49100);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->message, c.message);
  }
  Launch launch;
  launch.parameters.resize(20);
  EXPECT_FALSE(why_refused(kernel.kernel(), launch, 49152));
}

TEST(Prepare, UnknownKernelNamesThoseThereAre) {
  const KernelUnderTest kernel(module_around(""), "transpose");
  ASSERT_FALSE(kernel.prepared());
  EXPECT_EQ(kernel.prepared().error().message, "the module has no kernel 'transpose'");
  EXPECT_EQ(kernel.prepared().error().notes, std::vector<std::string>{"there is: k"});
}

}  // namespace
}  // namespace smemlens::simt
