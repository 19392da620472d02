#include "smemlens/simt/data_dependence.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/launch.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

// The kernel k(out, in, n) of module_around(): %r30 = %tid.x, %r29 = n, %rd29 = in.
struct Case {
  std::string_view name;
  std::string_view body;
  bool is_on_data = false;
  bool is_on_in = false;  // on the pointer `in`, not on what it points to
  bool is_on_n = false;
  bool is_on_out = false;
};

constexpr std::string_view kModule =
    ".shared .align 4 .b32 s[256];\n.const .align 4 .b32 c[4];\n.global .align 4 .b32 g[4];\n"
    ".func (.param .b32 r) twice(.param .b32 a)\n{ .reg .b32 %a<2>; ld.param.b32 %a0, [a]; "
    "add.u32 %a1, %a0, %a0; st.param.b32 [r], %a1; ret; }\n"
    ".func put(.param .b32 a)\n{ .reg .b32 %a<2>; ld.param.b32 %a0, [a]; "
    "st.shared.u32 [%a0], %a0; ret; }\n";

constexpr Case kCases[] = {
    {"no shared memory at all", "ld.global.u32 %r31, [%rd29];"},
    {"a column: only the thread counts",
     "shl.b32 %r1, %r30, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r1; st.shared.u32 [%r2], %r30;"},
    {"a stride that is a parameter",
     "mul.lo.u32 %r1, %r30, %r29; shl.b32 %r1, %r1, 2; st.shared.u32 [%r1], %r30;", false, false,
     true},
    {"a loop as long as a parameter says",
     "mov.u32 %r1, 0; L: st.shared.u32 [s], %r1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %r29; "
     "@%p1 bra L;", false, false, true},
    {"what is stored doesn't count", "ld.global.u32 %r1, [%rd29]; st.shared.u32 [s], %r1;"},
    {"an address that was loaded",
     "ld.global.u32 %r1, [%rd29]; and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", true},
    {"an address from constant memory, which the host may change",
     "ld.const.u32 %r1, [c]; st.shared.u32 [%r1], %r30;", true},
    {"an address from a variable in global memory",
     "ld.global.u32 %r1, [g]; st.shared.u32 [%r1], %r30;", true},
    {"an address from shared memory",
     "ld.shared.u32 %r1, [s]; and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", true},
    {"an address from local memory",
     ".local .align 4 .b32 l; st.local.u32 [l], %r30; ld.local.u32 %r1, [l]; and.b32 %r1, %r1, 28; "
     "st.shared.u32 [%r1], %r30;", true},
    {"an address that an atomic gave",
     "atom.global.add.u32 %r1, [%rd29], 4; and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", true},
    {"an address from the clock",
     "mov.u32 %r1, %clock; and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", true},
    {"a branch on a loaded value",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; st.shared.u32 [s], %r1; L:", true},
    {"… with nothing asked before lanes meet again",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; add.u32 %r1, %r1, 1; "
     "st.global.u32 [%rd30], %r1; L: st.shared.u32 [s], %r1;"},
    {"… but an address that was chosen between",
     "mov.u32 %r2, 4; ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; "
     "mov.u32 %r2, 8; L: st.shared.u32 [%r2], %r1;", true},
    {"… or a carry",
     "mov.u32 %r2, 4; ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; add.cc.u32 %r3, 0, 0; "
     "@%p1 bra L; add.cc.u32 %r3, -1, 1; L: addc.u32 %r2, 0, 0; shl.b32 %r2, %r2, 2; "
     "st.shared.u32 [%r2], %r1;", true},
    {"… or who is active",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; activemask.b32 %r2; "
     "and.b32 %r2, %r2, 60; L: st.shared.u32 [%r2], %r1;", true},
    {"… or by a parameter",
     "mov.u32 %r2, 4; setp.eq.u32 %p1, %r29, 0; @%p1 bra L; mov.u32 %r2, 8; "
     "L: st.shared.u32 [%r2], %r30;", false, false, true},
    {"… with both arms, one in the other",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; setp.lt.u32 %p2, %r1, 9; @%p1 bra L; "
     "@%p2 bra M; add.u32 %r1, %r1, 1; M: bra N; L: sub.u32 %r1, %r1, 1; N: "
     "st.shared.u32 [s], %r1;"},
    {"… with a barrier between, which all must reach",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; barrier.sync 0; L: "
     "st.shared.u32 [s], %r1;", true},
    {"… with a return between",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; setp.lt.u32 %p2, %r1, 9; @%p1 bra L; "
     "@%p2 ret; L: st.shared.u32 [s], %r1;", true},
    {"… with a shuffle between, where lanes may wait for others",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; "
     "shfl.sync.idx.b32 %r1, %r1, 0, 31, -1; L: st.shared.u32 [s], %r1;", true},
    {"a loop as long as a loaded value says, with nothing asked in it",
     "ld.global.u32 %r1, [%rd29]; L: sub.u32 %r1, %r1, 1; setp.gt.s32 %p1, %r1, 0; @%p1 bra L; "
     "st.shared.u32 [s], %r1;"},
    {"a loop as long as what it loads says: a wait, perhaps",
     "L: ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; "
     "st.shared.u32 [s], %r1;", true},
    {"a guard that was loaded",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [s], %r30;", true},
    {"a guard that was loaded, of a global store",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%rd30], %r30;"},
    {"an early exit on a loaded value",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 exit; st.shared.u32 [s], %r30;", true},
    {"a value chosen by what was loaded",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; selp.b32 %r2, 4, 8, %p1; "
     "st.shared.u32 [%r2], %r30;", true},
    {"a guarded move",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, 4; @%p1 mov.u32 %r2, 8; "
     "st.shared.u32 [%r2], %r30;", true},
    {"a register that a loop loads only later",
     "mov.u32 %r1, 0; mov.u32 %r2, 0; L: and.b32 %r3, %r1, 60; st.shared.u32 [%r3], %r30; "
     "ld.global.u32 %r1, [%rd29]; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra L;", true},
    {"a carry",
     "ld.global.u32 %r1, [%rd29]; add.cc.u32 %r2, %r1, %r1; addc.u32 %r3, 0, 0; "
     "shl.b32 %r3, %r3, 2; st.shared.u32 [%r3], %r30;", true},
    {"a shuffled value",
     "ld.global.u32 %r1, [%rd29]; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; and.b32 %r2, %r2, 60; "
     "st.shared.u32 [%r2], %r30;", true},
    {"a vote, and lanes that a parameter names",
     "setp.ne.u32 %p1, %r30, 99; or.b32 %r1, %r29, -1; vote.sync.ballot.b32 %r2, %p1, %r1; "
     "and.b32 %r2, %r2, 60; st.shared.u32 [%r2], %r30;", false, false, true},
    {"how many threads of the block loaded a zero",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; barrier.sync.aligned 0; "
     "bar.red.popc.u32 %r2, 0, %p1; mov.u32 %r31, %r2;"},
    {"… and it decides",
     "ld.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; bar.red.popc.u32 %r2, 0, %p1; "
     "and.b32 %r2, %r2, 60; st.shared.u32 [%r2], %r30;", true},
    {"a generic address made from a shared one",
     "mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1; st.u32 [%rd1], %r30;"},
    {"a generic address that is a parameter: it may be shared", "ld.u32 %r1, [%rd29];", false,
     true},
    {"a generic address that was loaded", "ld.global.u64 %rd1, [%rd29]; ld.u32 %r1, [%rd1];", true},
    {"a parameter read at a computed place",
     "mov.u64 %rd1, out; and.b32 %r1, %r29, 0; cvt.u64.u32 %rd2, %r1; add.s64 %rd1, %rd1, %rd2; "
     "ld.param.u32 %r2, [%rd1+16]; and.b32 %r2, %r2, 60; st.shared.u32 [%r2], %r30;", false, true, true, true},
    {"both halves of a parameter's bytes",
     "ld.param.u32 %r1, [in+4]; and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", false, true},
    {"a function's result, which comes through memory",
     "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r30; call (r), twice, (a); "
     "ld.param.b32 %r1, [r]; } and.b32 %r1, %r1, 60; st.shared.u32 [%r1], %r30;", true},
    {"a function that stores at its argument",
     "{ .param .b32 a; shl.b32 %r1, %r30, 2; st.param.b32 [a], %r1; call put, (a); }", true},
    {"cp.async: where it comes from may matter too",
     "mov.u32 %r1, s; cp.async.ca.shared.global [%r1], [%rd29], 4;", false, true},
    {"an mbarrier's phase",
     "mbarrier.init.shared.b64 [s], 64; mbarrier.arrive.shared.b64 %rd1, [s]; "
     "W: mbarrier.test_wait.shared.b64 %p1, [s], %rd1; @%p1 bra W;", true},
};

TEST(DataDependence, IsWhatAddressesAndWaysOfWarpsComeFrom) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const KernelUnderTest bench(module_around(c.body, kModule));
    ASSERT_TRUE(bench.prepared().has_value()) << to_text(bench.prepared().error());
    const DataDependence dependence = data_dependence_of(bench.kernel());
    EXPECT_EQ(dependence.is_on_data, c.is_on_data);
    ASSERT_EQ(dependence.on_parameters.size(), 3U);
    if (c.is_on_data) continue;  // then parameters don't matter
    EXPECT_EQ(dependence.on_parameters[0], c.is_on_out);
    EXPECT_EQ(dependence.on_parameters[1], c.is_on_in);
    EXPECT_EQ(dependence.on_parameters[2], c.is_on_n);
  }
}

TEST(DataDependence, TheSixtyFourthParameterIsToldApartFromTheFirst) {
  std::string parameters = ".param .u32 p0";
  for (int i = 1; i < 80; ++i) parameters += ", .param .u32 p" + std::to_string(i);
  const KernelUnderTest bench(
      ".version 8.0\n.target sm_80\n.address_size 64\n.shared .b32 s[4];\n.visible .entry k(" +
      parameters +
      ")\n{ .reg .b32 %r<2>; ld.param.u32 %r0, [p70]; st.shared.u32 [%r0], %r0; ret; }\n");
  const DataDependence dependence = data_dependence_of(bench.kernel());
  EXPECT_FALSE(dependence.is_on_data);
  EXPECT_FALSE(dependence.on_parameters[0]);
  EXPECT_FALSE(dependence.on_parameters[61]);
  EXPECT_TRUE(dependence.on_parameters[70]);
}

// ---------------------------------------------------------------- what it promises, on random
// kernels

// Everything about an access that a report can tell.
class Trace : public AccessObserver {
 public:
  void observe(const SharedAccess& access) override {
    std::vector<std::uint64_t> row = {access.function, access.instruction,
                                      access.block,    access.warp,
                                      access.order,    access.is_divergent ? 1U : 0U,
                                      access.array,    access.request.active};
    for (unsigned lane = 0; lane < 32; ++lane) {
      const bool is_active = (access.request.active >> lane & 1U) != 0;
      row.push_back(is_active ? access.request.addresses[lane].value : 0);
    }
    rows.push_back(std::move(row));
  }
  std::vector<std::vector<std::uint64_t>> rows;
};

// A kernel of some thirty instructions: arithmetic on %r0 to %r7, loads, guards, branches forward
// and loops, and shared accesses at whatever has come out.
class RandomKernel {
 public:
  explicit RandomKernel(std::uint32_t seed) : random_(seed) {}

  std::string body() {
    std::string text =
        "mov.u32 %r0, %r30; mov.u32 %r1, " + std::string(below(2) == 0 ? "%r29" : "33") +
        "; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %laneid; "
        "mov.u32 %r9, s; mov.u32 %r4, 5; mov.u32 %r5, 12; mov.u32 %r6, 0; mov.u32 %r7, 1; "
        "setp.lt.u32 %p0, %r30, 7; setp.ne.u32 %p1, %r2, 0;\n";
    for (int i = 0; i < 30; ++i) text += statement(true) + '\n';
    return text + "mov.u32 %r31, %r0;";
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  std::string r() { return "%r" + std::to_string(below(8)); }
  std::string p() { return "%p" + std::to_string(below(3)); }
  std::string guard() { return below(3) == 0 ? (below(2) == 0 ? "@" : "@!") + p() + " " : ""; }
  // A word's address below 1024, in %r8.
  std::string address() { return "and.b32 %r8, " + r() + ", 255; shl.b32 %r8, %r8, 2; "; }

  std::string statement(bool may_branch) {
    switch (below(may_branch ? 16 : 13)) {
      case 0:
        // Not often, or every kernel would depend on data.
        if (below(4) != 0) return "not.b32 " + r() + ", " + r() + ";";
        return address() + "cvt.u64.u32 %rd1, %r8; add.s64 %rd1, %rd1, %rd29; ld.global.u32 " +
               r() + ", [%rd1];";
      case 1:
        return address() + guard() + "ld.shared.u32 %r9, [%r8];";
      case 2:
        return address() + guard() + "st.shared.u32 [%r8], " + r() + ";";
      case 3:
        return address() + "red.shared.add.u32 [%r8], " + r() + ";";
      case 4:
        return "setp.gt.s32 " + p() + ", " + r() + ", " + r() + ";";
      case 5:
        return "selp.b32 " + r() + ", " + r() + ", " + r() + ", " + p() + ";";
      case 6:
        return guard() + "xor.b32 " + r() + ", " + r() + ", " + r() + ";";
      case 7:
        return "add.cc.u32 " + r() + ", " + r() + ", " + r() + "; addc.u32 " + r() + ", 0, 3;";
      case 8:
        return "activemask.b32 " + r() + ";";
      case 9:
        return below(9) < 8 ? "mov.u32 " + r() + ", %ctaid.x;" : "mov.u32 " + r() + ", %r9;";
      case 10:
        return "popc.b32 " + r() + ", " + r() + ";";
      case 13:
        return forward();
      case 14:
        return loop();
      default:
        return guard() + "mad.lo.u32 " + r() + ", " + r() + ", " + r() + ", " + r() + ";";
    }
  }

  std::string forward() {
    const std::string label = "F" + std::to_string(labels_++);
    std::string text = "@" + p() + " bra " + label + ";\n";
    for (std::uint32_t i = below(4); i != 0; --i) text += statement(false) + '\n';
    return text + label + ":";
  }

  // One to four times round, by a counter of its own.
  std::string loop() {
    const std::string number = std::to_string(labels_++);
    const std::string counter = "%r" + std::to_string(10 + (labels_ % 8));
    std::string text = "and.b32 " + counter + ", " + r() + ", 3;\nL" + number + ":\n";
    for (std::uint32_t i = below(4); i != 0; --i) text += statement(false) + '\n';
    return text + "sub.s32 " + counter + ", " + counter + ", 1; setp.ge.s32 %p9, " + counter +
           ", 0; @%p9 bra L" + number + ";";
  }

  std::mt19937 random_;
  int labels_ = 0;
};

// Two blocks of 40 threads.
std::vector<std::vector<std::uint64_t>> trace_of(const std::string& ptx, std::uint32_t data_seed,
                                                 std::uint32_t n) {
  KernelUnderTest bench(ptx);
  std::mt19937 random(data_seed);
  std::vector<std::uint32_t> in(256);
  for (std::uint32_t& value : in) value = static_cast<std::uint32_t>(random());
  bench.buffer(std::vector<std::uint32_t>(40)).buffer(in).value(n);
  bench.launch().block = {40, 1, 1};
  bench.launch().grid = {2, 1, 1};
  Trace trace;
  BlockExecutor executor({bench.kernel(), bench.launch(), bench.memory(), &trace});
  for (std::uint64_t block = 0; block < 2; ++block) {
    if (const auto fault = executor.run_block(block)) ADD_FAILURE() << to_text(*fault) << ptx;
  }
  return trace.rows;
}

TEST(DataDependence, RandomKernelsAskForTheSameWhenNothingThatCountsHasChanged) {
  int independent_of_data = 0;
  int independent_of_all = 0;
  int dependent = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    const std::string ptx =
        module_around(RandomKernel(seed).body(), ".shared .align 4 .b32 s[256];\n");
    const DataDependence dependence = data_dependence_of(KernelUnderTest(ptx).kernel());
    const auto first = trace_of(ptx, 1, 3);
    if (dependence.is_on_data) {
      dependent += first == trace_of(ptx, 2, 3) ? 0 : 1;
      continue;
    }
    ASSERT_EQ(first, trace_of(ptx, 2, 3)) << ptx;
    ++independent_of_data;
    if (dependence.on_parameters[2]) continue;
    ASSERT_EQ(first, trace_of(ptx, 3, 77)) << ptx;
    ++independent_of_all;
  }
  // Of each kind there were enough for this to mean something.
  EXPECT_GT(independent_of_data, 50);
  EXPECT_GT(independent_of_all, 10);
  EXPECT_GT(dependent, 50);
}

}  // namespace
}  // namespace smemlens::simt
