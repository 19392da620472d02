// Which requests count as divergent: docs/divergence.md tells the same cases in words.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct DivergenceCase {
  std::string_view name;
  std::string_view body;
  // Its requests in order: how many lanes, and a star if lanes that will meet them are elsewhere.
  std::string_view requests;
  std::uint32_t threads = 32;
};

constexpr std::string_view kModule = R"(
    .shared .align 4 .b8 s[128];
    .func touch() { .reg .b32 %r<2>; ld.shared.u32 %r1, [s]; ret; })";

// Each loads word `lane` of s where it says ld.
constexpr DivergenceCase kCases[] = {
    {"straight_on", "ld.shared.u32 %r1, [s];", "32"},
    {"all_take_one_side", R"(
        setp.ge.u32 %p1, %r30, 32; @%p1 bra DONE; ld.shared.u32 %r1, [s]; DONE:)",
     "32"},
    {"if", R"(
        setp.ge.u32 %p1, %r30, 16; @%p1 bra MEET;
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "16* 32"},
    {"if_else", R"(
        setp.ge.u32 %p1, %r30, 10; @%p1 bra ELSE;
        ld.shared.u32 %r1, [s]; bra MEET;
      ELSE:
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "22* 10* 32"},
    // The others issue the instruction with this one's lanes: nobody is elsewhere.
    {"predicate", "setp.lt.u32 %p1, %r30, 16; @%p1 ld.shared.u32 %r1, [s];", "16"},
    {"early_return", R"(
        setp.lt.u32 %p1, %r30, 12; @%p1 ret; ld.shared.u32 %r1, [s];)",
     "20"},
    // Lanes 0-7 return inside; 8-15 will meet 16-31.
    {"return_inside_an_if", R"(
        setp.ge.u32 %p1, %r30, 16; @%p1 bra MEET;
        setp.lt.u32 %p2, %r30, 8; @%p2 ret;
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "8* 24"},
    {"nested", R"(
        setp.ge.u32 %p1, %r30, 16; @%p1 bra MEET;
        setp.ge.u32 %p2, %r30, 4; @%p2 bra INNER;
        ld.shared.u32 %r1, [s];
      INNER:
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "4* 16* 32"},
    // Lane l goes round 1 + l / 8 times; who is done waits.
    {"loop", R"(
        shr.u32 %r2, %r30, 3; mov.u32 %r3, 0;
      LOOP:
        ld.shared.u32 %r1, [s];
        add.u32 %r3, %r3, 1; setp.le.u32 %p1, %r3, %r2; @%p1 bra LOOP;
        ld.shared.u32 %r1, [s];)",
     "32 24* 16* 8* 32"},
    {"switch", R"(
        and.b32 %r2, %r30, 1;
        places: .branchtargets A, B;
        brx.idx %r2, places;
      A: ld.shared.u32 %r1, [s]; bra MEET;
      B: ld.shared.u32 %r1, [s];
      MEET: ld.shared.u32 %r1, [s];)",
     "16* 16* 32"},
    {"call_of_some", R"(
        setp.ge.u32 %p1, %r30, 8; @%p1 bra MEET;
        call touch;
      MEET:
        call touch;)",
     "8* 32"},
    // __syncwarp() inside the branch brings nobody together that the branch has separated.
    {"warp_barrier_of_one_side", R"(
        setp.ge.u32 %p1, %r30, 16; @%p1 bra MEET;
        bar.warp.sync 0x0000ffff;
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "16* 32"},
    // A warp of seven lanes is whole with seven.
    {"short_warp", R"(
        setp.ge.u32 %p1, %r30, 4; @%p1 bra MEET;
        ld.shared.u32 %r1, [s];
      MEET:
        ld.shared.u32 %r1, [s];)",
     "4* 7", 7},
};

std::string requests_of(const Outcome& outcome) {
  std::string text;
  for (const Outcome::Access& access : outcome.accesses) {
    if (!text.empty()) text += ' ';
    text += std::to_string(std::popcount(access.active)) + (access.is_divergent ? "*" : "");
  }
  return text;
}

TEST(Divergence, RequestsIssuedWhileLanesAreElsewhereAreMarked) {
  for (const DivergenceCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(c.body, {.threads = c.threads, .module = kModule});
    ASSERT_FALSE(outcome.fault) << outcome.fault_text();
    EXPECT_EQ(requests_of(outcome), c.requests);
  }
}

}  // namespace
}  // namespace smemlens::simt
