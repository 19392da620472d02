// The executor's parts, one by one: blocks and meeting points, layouts, memory ranges, printf.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/control_flow.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/printf_format.h"
#include "smemlens/simt/shared_layout.h"
#include "smemlens/simt/slots.h"
#include "smemlens/simt/spin.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

ptx::Module module_of(std::string_view body) {
  const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" + std::string(body);
  ptx::ParseResult result = ptx::parse_module({"test.ptx", text});
  for (const Diagnostic& diagnostic : result.diagnostics) ADD_FAILURE() << to_text(diagnostic);
  return std::move(result.module);
}

std::string kernel_of(std::string_view body) {
  return ".visible .entry k() { .reg .pred %p<8>; .reg .b32 %r<99>; .reg .b64 %rd<9>;" +
         std::string(body) + "}";
}

// --- where paths meet ----------------------------------------------------------------------------

struct FlowCase {
  std::string_view name;
  std::string_view body;
  std::uint32_t branch;  // pc
  std::uint32_t meets;   // pc, or kNoPc
};

// In the bodies NOP is an instruction that computes something.
constexpr FlowCase kFlows[] = {
    {"if",                        "@%p1 bra A; NOP A: NOP ret;",                                   0, 2    },
    {"if_else",                   "@%p1 bra A; NOP bra B; A: NOP B: NOP ret;",                     0, 4    },
    {"loop",                      "A: NOP @%p1 bra A; NOP ret;",                                   1, 2    },
    {"one_side_returns",          "@%p1 bra A; ret; A: NOP ret;",                                  0, kNoPc},
    {"both_sides_return",         "@%p1 bra A; NOP ret; A: NOP ret;",                              0, kNoPc},
    {"guarded_return",            "@%p1 ret; @%p2 bra A; NOP A: NOP ret;",                         1, 3    },
    {"endless",                   "A: @%p1 bra B; bra A; B: bra A;",                               0, kNoPc},
    {"only_the_end_is_common",    "@%p1 bra A; NOP A: ret;",                                       0, kNoPc},
    {"at_the_implied_end",        "@%p1 bra A; NOP bra B; A: NOP B:",                              0, kNoPc},
    // Lanes that leave on the way don't keep the others from meeting.
    {"return_in_an_arm",          "@%p1 bra A; @%p2 bra R; NOP A: NOP R: ret;",                    0, 3    },
    {"guarded_return_in_an_arm",  "@%p1 bra A; @%p2 ret; NOP A: NOP ret;",                         0, 3    },
    {"trap_in_an_arm",            "@%p1 bra A; @%p2 bra T; NOP A: NOP ret; T: trap;",              0, 3    },
    {"trap_that_falls_on",        "@%p1 bra A; @!%p2 bra B; trap; B: NOP A: NOP ret;",             0, 4    },
    {"early_end_with_an_effect",  "@%p1 bra A; @%p2 bra C; NOP A: NOP ret; C: NOP ret;",           0, 3    },
    {"its_own_branch",            "@%p1 bra A; @%p2 bra C; NOP A: NOP ret; C: NOP ret;",           1, kNoPc},
    {"return_in_a_loop",          "A: @%p1 bra B; @%p2 bra R; NOP B: NOP @%p3 bra A; NOP R: ret;", 0, 3    },
    {"the_loop_around_it",        "A: @%p1 bra B; @%p2 bra R; NOP B: NOP @%p3 bra A; NOP R: ret;", 4, 5    },
    {"loop_that_ends_the_kernel", "A: @%p1 bra B; NOP B: NOP @%p2 bra A; ret;",                    0, 2    },
};

std::string spelled_out(std::string_view body) {
  constexpr std::string_view kNop = "NOP";
  std::string text(body);
  for (std::size_t at = text.find(kNop); at != std::string::npos; at = text.find(kNop, at)) {
    text.replace(at, kNop.size(), "add.u32 %r1, %r1, 1;");
  }
  return text;
}

TEST(ControlFlow, PathsMeetWhereAllThatGoOnPass) {
  for (const FlowCase& c : kFlows) {
    SCOPED_TRACE(c.name);
    const ptx::Module module = module_of(kernel_of(spelled_out(c.body)));
    const ControlFlow flow = control_flow_of(module, module.functions[0]);
    EXPECT_EQ(reconvergence_points(flow)[c.branch], c.meets);
  }
}

// --- slots ---------------------------------------------------------------------------------------

TEST(Slots, RegistersShareASlotWhenTheirLivesDoNotOverlap) {
  std::string chain = "mov.u32 %r0, 1;";
  for (int i = 1; i < 99; ++i) {
    chain += "add.u32 %r" + std::to_string(i) + ", %r" + std::to_string(i - 1) + ", 1;";
  }
  const ptx::Module module = module_of(kernel_of(chain + "st.global.u32 [%rd1], %r98; ret;"));
  const ptx::Function& function = module.functions[0];
  const RegisterSlots slots = allocate_slots(function, control_flow_of(module, function));
  // Two 32-bit slots in turns, and %rd1, which is read but never written.
  EXPECT_EQ(slots.bytes, 256U + (2 * 128U));
  ASSERT_EQ(slots.zeroed.size(), 1U);
  EXPECT_EQ(slots.zeroed[0].bytes, 256U);
}

TEST(Slots, ALoopKeepsItsRegistersApart) {
  const ptx::Module module = module_of(
      kernel_of("mov.u32 %r0, 0; mov.u32 %r1, 5; A: add.u32 %r2, %r0, %r1; add.u32 %r0, %r2, 1;"
                "setp.lt.u32 %p1, %r0, 9; @%p1 bra A; ret;"));
  const ptx::Function& function = module.functions[0];
  const RegisterSlots slots = allocate_slots(function, control_flow_of(module, function));
  EXPECT_NE(slots.offsets[0], slots.offsets[1]);
  EXPECT_NE(slots.offsets[1], slots.offsets[2]);
}

// --- paths of a warp -----------------------------------------------------------------------------

Warp warp_at(std::uint32_t pc, WarpMask lanes) {
  Warp warp;
  warp.alive = lanes;
  warp.calls.push_back({});
  warp.paths.push_back({.pc = pc, .reconvergence = kNoPc, .lanes = lanes});
  return warp;
}

TEST(Warp, TheExampleOfItsHeader) {
  Warp warp = warp_at(3, kAllLanes);
  diverge(warp, 0xffff, 7, 9);
  ASSERT_EQ(warp.paths.size(), 3U);
  EXPECT_EQ(warp.paths[0].pc, 9U);
  EXPECT_EQ(warp.paths[1].pc, 4U);
  EXPECT_EQ(warp.paths[1].lanes, 0xffff0000U);
  EXPECT_EQ(warp.paths[2].pc, 7U);
  EXPECT_TRUE(is_divergent(warp));
  warp.paths.back().pc = 9;
  ASSERT_TRUE(settle(warp));
  EXPECT_EQ(warp.paths.back().pc, 4U);
  warp.paths.back().pc = 9;
  ASSERT_TRUE(settle(warp));
  EXPECT_EQ(warp.paths.back().lanes, kAllLanes);
  EXPECT_FALSE(is_divergent(warp));
}

TEST(Warp, LanesThatNeverMeetAgainAreNotDivergent) {
  Warp warp = warp_at(3, kAllLanes);
  diverge(warp, 0xffff, 7, kNoPc);
  EXPECT_EQ(warp.paths.size(), 2U);
  EXPECT_FALSE(is_divergent(warp));
  remove_from_warp(warp, 0xffff);
  ASSERT_TRUE(settle(warp));
  EXPECT_EQ(warp.paths.back().pc, 4U);
}

TEST(Spin, AWaitHangsOnWhatMemorySays) {
  struct Case {
    std::string_view name;
    std::string_view body;
    LoopKind kind;
  };
  constexpr Case kLoops[] = {
      {"counter",              "A: red.shared.add.u32 [%r3], 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra A;",
       LoopKind::kCounted                                                                                                                },
      {"result_not_asked_for",
       "A: atom.shared.add.u32 %r2, [%r3], 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra A;",                            LoopKind::kCounted       },
      {"lock",                 "A: atom.shared.cas.b32 %r2, [%r3], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra A;",
       LoopKind::kHangsOnOrdered                                                                                                         },
      {"flag_around_the_loop",
       "A: setp.ne.u32 %p1, %r2, 0; ld.volatile.shared.u32 %r2, [%r3]; @%p1 bra A;",                            LoopKind::kHangsOnOrdered},
      {"list",                 "A: ld.global.u64 %rd1, [%rd1]; setp.ne.u64 %p1, %rd1, 0; @%p1 bra A;",
       LoopKind::kHangsOnLoads                                                                                                           },
  };
  for (const Case& c : kLoops) {
    SCOPED_TRACE(c.name);
    const ptx::Module module = module_of(kernel_of(c.body));
    EXPECT_EQ(loop_kind_of(module.functions[0], 0, 2), c.kind);
  }
}

// --- memory --------------------------------------------------------------------------------------

TEST(GlobalMemory, FindsRangesAndWhatAnAddressMissed) {
  GlobalMemory memory;
  EXPECT_TRUE(memory.add({.begin = 1000, .bytes = 100, .name = "a"}));
  EXPECT_TRUE(memory.add({.begin = 2000, .bytes = 100, .name = "b"}));
  EXPECT_FALSE(memory.add({.begin = 1050, .bytes = 10, .name = "inside"}));
  EXPECT_FALSE(memory.add({.begin = 900, .bytes = 101, .name = "over"}));
  EXPECT_FALSE(memory.add({.begin = 5000, .bytes = 0, .name = "empty"}));
  EXPECT_TRUE(memory.add({.begin = 1100, .bytes = 100, .name = "adjacent"}));
  EXPECT_EQ(memory.find(999), nullptr);
  EXPECT_EQ(memory.find(1000)->name, "a");
  EXPECT_EQ(memory.find(1099)->name, "a");
  EXPECT_EQ(memory.find(1200), nullptr);
  EXPECT_EQ(memory.nearest(1210).range->name, "adjacent");
  EXPECT_EQ(memory.nearest(1210).distance_bytes, 10U);
  EXPECT_TRUE(memory.nearest(1210).is_after);
  EXPECT_EQ(memory.nearest(1990).range->name, "b");
  EXPECT_FALSE(memory.nearest(1990).is_after);
  EXPECT_TRUE(memory.remove(1100));
  EXPECT_FALSE(memory.remove(1100));
  EXPECT_EQ(GlobalMemory().nearest(5).range, nullptr);
}

TEST(GlobalMemory, KnowsWhatWasFreedUntilSomethingElseLiesThere) {
  GlobalMemory memory;
  EXPECT_FALSE(memory.free(1000));
  EXPECT_TRUE(memory.add({.begin = 1000, .bytes = 100, .name = "a"}));
  EXPECT_TRUE(memory.add({.begin = 1100, .bytes = 100, .name = "b"}));
  EXPECT_TRUE(memory.free(1000));
  EXPECT_TRUE(memory.free(1100));
  EXPECT_EQ(memory.find(1050), nullptr);
  EXPECT_EQ(memory.find_freed(1050)->name, "a");
  EXPECT_EQ(memory.find_freed(1199)->name, "b");
  EXPECT_EQ(memory.find_freed(1200), nullptr);
  EXPECT_TRUE(memory.add({.begin = 1090, .bytes = 5, .name = "in a's place"}));
  EXPECT_EQ(memory.find_freed(1050), nullptr);
  EXPECT_NE(memory.find_freed(1150), nullptr);
  memory.forget_freed(1100);
  EXPECT_EQ(memory.find_freed(1150), nullptr);
}

TEST(LocalMemory, LanesLieSixteenBytesApart) {
  EXPECT_EQ(local_position(0, 1), 16U);
  EXPECT_EQ(local_position(20, 2), 512U + 32 + 4);
  EXPECT_EQ(local_storage(0), 0U);
  EXPECT_EQ(local_storage(17), 1024U);
}

TEST(SharedLayout, AsPtxasLaysItOut) {
  const ptx::Module module = module_of(R"(
      .shared .align 8 .b8 module_wide[8];
      .shared .align 4 .b8 unused[400];
      .extern .shared .align 16 .b8 dynamic[];
      .visible .entry k() {
        .reg .b32 %r<4>;
        .shared .align 1 .b8 flag[1];
        .shared .align 4 .b8 sums[12];
        mov.u32 %r1, dynamic; mov.u32 %r2, module_wide; ret;
      })");
  const std::array<ptx::Index, 1> functions = {0};
  const SharedLayout layout = shared_layout_of(module, functions);
  ASSERT_EQ(layout.arrays.size(), 4U);
  EXPECT_EQ(layout.arrays[0].name, "flag");
  EXPECT_EQ(layout.arrays[1].offset, 4U);
  EXPECT_EQ(layout.arrays[2].name, "module_wide");
  EXPECT_EQ(layout.arrays[2].offset, 16U);
  EXPECT_EQ(layout.static_bytes, 24U);
  EXPECT_EQ(layout.dynamic_offset, 32U);
  EXPECT_EQ(layout.total_bytes(0), 24U);
  EXPECT_EQ(layout.total_bytes(100), 132U);
  EXPECT_EQ(layout.array_at(0), 0U);
  EXPECT_FALSE(layout.array_at(1));  // padding
  EXPECT_EQ(layout.array_at(15), 1U);
  EXPECT_EQ(layout.array_at(1000), 3U);
}

// --- printf --------------------------------------------------------------------------------------

class Arguments {
 public:
  template <class Value>
  Arguments& add(Value value) {
    const std::size_t begin = (bytes_.size() + sizeof(value) - 1) / sizeof(value) * sizeof(value);
    bytes_.resize(begin + sizeof(value));
    std::memcpy(bytes_.data() + begin, &value, sizeof(value));
    return *this;
  }
  PrintfResult print(std::string_view format) const {
    return format_printf(format,
                         {.read_argument =
                              [this](std::uint32_t offset, std::byte* to, std::uint32_t bytes) {
                                if (offset + std::size_t{bytes} > bytes_.size()) return false;
                                std::memcpy(to, bytes_.data() + offset, bytes);
                                return true;
                              },
                          .read_string =
                              [](std::uint64_t address, std::string& text) {
                                text = "string";
                                return address == 16;
                              }});
  }

 private:
  std::vector<std::byte> bytes_;
};

TEST(Printf, Formats) {
  struct Case {
    std::string_view format;
    Arguments arguments;
    std::string_view text;
  };
  const Case cases[] = {
      {"plain 100%%\n",     {},                                                          "plain 100%\n"        },
      {"%d %i %u",          Arguments().add(-3).add(4).add(-1),                          "-3 4 4294967295"     },
      {"%5d|%-5d|%05d|%+d", Arguments().add(7).add(7).add(7).add(7),                     "    7|7    |00007|+7"},
      {"%x %X %#x %o",      Arguments().add(255).add(255).add(255).add(8),               "ff FF 0xff 10"       },
      {"%ld %llu",          Arguments().add(std::int64_t{-5}).add(~std::uint64_t{0}),
       "-5 18446744073709551615"                                                                               },
      {"%f %.2f %8.3e %g",  Arguments().add(0.5).add(1.0 / 3).add(12345.0).add(0.1),
       "0.500000 0.33 1.234e+04 0.1"                                                                           },
      {"%d %f",             Arguments().add(1).add(2.0),                                 "1 2.000000"          },
      {"%c%c",              Arguments().add(int{'o'}).add(int{'k'}),                     "ok"                  },
      {"%s|%8s|%.3s",
       Arguments().add(std::uint64_t{16}).add(std::uint64_t{16}).add(std::uint64_t{16}),
       "string|  string|str"                                                                                   },
      {"%s",                Arguments().add(std::uint64_t{0}),                           "(null)"              },
      {"%p",                Arguments().add(std::uint64_t{0x1234}),                      "0x1234"              },
      {"%*d|%.*f",          Arguments().add(4).add(7).add(1).add(0.25),                  "   7|0.2"            },
      {"%n!",               Arguments().add(std::uint64_t{16}),                          "!"                   },
      {"%k %",              {},                                                          "%k %"                },
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.format);
    const PrintfResult result = c.arguments.print(c.format);
    EXPECT_EQ(result.text, c.text);
    EXPECT_TRUE(result.is_complete);
  }
}

TEST(Printf, StopsAtWhatCannotBeRead) {
  const PrintfResult missing = Arguments().add(1).print("a %d b %d c");
  EXPECT_EQ(missing.text, "a 1 b ");
  EXPECT_FALSE(missing.is_complete);
  EXPECT_FALSE(Arguments().add(std::uint64_t{99}).print("%s").is_complete);
  EXPECT_EQ(Arguments().add(1).print("%99999999999d").text.size(), 4096U);
}

}  // namespace
}  // namespace smemlens::simt
