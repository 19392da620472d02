// Exchanges between lanes against the manual's pseudocode, with full, partial and single-lane
// masks.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "operations_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

constexpr SlotClass kWord = SlotClass::k32;
constexpr SlotClass kWide = SlotClass::k64;
constexpr SlotClass kBit = SlotClass::kPredicate;

// One instruction on one warp; values[i] are the lanes of the i-th operand.
struct Warp {
  std::vector<SlotClass> classes;
  unsigned results = 1;
  std::vector<std::array<U64, kLanes>> before, after;
  WarpMask mask = kAllLanes;

  bool is_active(unsigned lane) const { return (mask >> lane & 1U) != 0; }
};

using Fill = U64 (*)(unsigned operand, unsigned lane, std::mt19937_64& random);

Warp run(const HostSet& set, std::string_view mnemonic, Warp warp, Fill fill, unsigned seed) {
  std::mt19937_64 random(seed);
  warp.mask = seed % 3 == 0   ? kAllLanes
              : seed % 3 == 1 ? static_cast<U32>(random()) | 1U
                              : 1U << seed % 32;
  ptx::Instruction instruction = instruction_named(mnemonic);
  instruction.destinations = static_cast<std::uint8_t>(warp.results);
  instruction.operands.resize(warp.classes.size());
  const auto choice = set.compute_for(instruction);
  EXPECT_TRUE(choice.has_value()) << mnemonic;
  if (!choice) return warp;
  EXPECT_TRUE(choice->reads_other_lanes);
  EXPECT_EQ(choice->slots, warp.classes.size());
  Frame frame(seed);
  Operation operation;
  operation.immediate = choice->immediate;
  for (unsigned i = 0; i < warp.classes.size(); ++i) {
    EXPECT_EQ(choice->classes[i], warp.classes[i]);
    operation.slots[i] = Frame::slot(warp.classes[i], i);
    for (unsigned lane = 0; lane < kLanes && i >= warp.results; ++lane) {
      frame.write(warp.classes[i], i, lane, fill(i - warp.results, lane, random));
    }
  }
  const auto read = [&](std::vector<std::array<U64, kLanes>>& values) {
    values.resize(warp.classes.size());
    for (unsigned i = 0; i < warp.classes.size(); ++i) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        values[i][lane] = frame.read(warp.classes[i], i, lane);
      }
    }
  };
  read(warp.before);
  const auto function = warp.mask == kAllLanes ? choice->compute.full : choice->compute.masked;
  function(frame.bytes(), operation, warp.mask);
  read(warp.after);
  return warp;
}

// `expected(warp, lane)` for active lanes; the others keep their value.
template <class Expected>
void expect_result(const Warp& warp, unsigned result, Expected expected) {
  for (unsigned lane = 0; lane < kLanes && !testing::Test::HasFailure(); ++lane) {
    const U64 wanted =
        warp.is_active(lane) ? static_cast<U64>(expected(warp, lane)) : warp.before[result][lane];
    EXPECT_EQ(warp.after[result][lane], wanted)
        << "lane " << lane << std::hex << " mask " << warp.mask;
  }
}

// --- shfl ----------------------------------------------------------------------------------------

struct Shuffled {
  U64 value;
  bool is_inside;
};

// The manual's pseudocode of shfl.
Shuffled shuffled(const Warp& warp, char mode, unsigned lane) {
  const auto& a = warp.before[warp.results];
  const auto b = static_cast<int>(warp.before[warp.results + 1][lane] & 0x1f);
  const auto c = static_cast<U32>(warp.before[warp.results + 2][lane]);
  const int segment = static_cast<int>(c >> 8 & 0x1f);
  const int clamp = static_cast<int>(c & 0x1f);
  const int id = static_cast<int>(lane);
  const int maximum = (id & segment) | (clamp & ~segment);
  const int minimum = id & segment;
  int j = 0;
  bool inside = false;
  if (mode == 'u') j = id - b, inside = j >= maximum;
  if (mode == 'd') j = id + b, inside = j <= maximum;
  if (mode == 'b') j = id ^ b, inside = j <= maximum;
  if (mode == 'i') j = minimum | (b & ~segment), inside = j <= maximum;
  if (!inside) j = id;
  if (!warp.is_active(static_cast<unsigned>(j))) j = id;  // undefined in PTX; ours: its own
  return {a[static_cast<unsigned>(j)], inside};
}

U64 shuffle_operand(unsigned operand, unsigned /*lane*/, std::mt19937_64& random) {
  static constexpr U32 kClamps[] = {0x1f, 0, 0x1c03, 0x181f, 0x101f, 0x1c00, 0x1e01};
  if (operand == 1) return random() % 40;
  if (operand == 2) return kClamps[random() % 7];
  return operand == 3 ? 0xffffffff : static_cast<U32>(random());
}

TEST(WarpOperations, Shuffles) {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (const HostSet& set : host_sets()) {
      for (unsigned seed = 0; seed < 60; ++seed) {
        const Warp sync{
            .classes = {kWord, kWord, kWord, kWord, kWord}
        };
        const Warp with_predicate{
            .classes = {kWord, kBit, kWord, kWord, kWord, kWord},
              .results = 2
        };
        const Warp old{
            .classes = {kWord, kWord, kWord, kWord}
        };
        const auto value = [&](const Warp& w, unsigned lane) {
          return shuffled(w, mode[0], lane).value;
        };
        const auto inside = [&](const Warp& w, unsigned lane) {
          return shuffled(w, mode[0], lane).is_inside;
        };
        expect_result(run(set, "shfl.sync." + mode + ".b32", sync, shuffle_operand, seed), 0,
                      value);
        expect_result(run(set, "shfl." + mode + ".b32", old, shuffle_operand, seed), 0, value);
        const Warp both =
            run(set, "shfl.sync." + mode + ".b32", with_predicate, shuffle_operand, seed);
        expect_result(both, 0, value);
        expect_result(both, 1, inside);
      }
    }
  }
}

// The idiom of every reduction: lane l reads lane l + 16; the upper half keeps its own.
TEST(WarpOperations, ShuffleDownBySixteen) {
  const auto fill = +[](unsigned operand, unsigned lane, std::mt19937_64&) {
    const U64 values[] = {100 + U64{lane}, 16, 0x1f, 0xffffffff};
    return values[operand];
  };
  const Warp warp = run(host_sets()[0], "shfl.sync.down.b32",
                        {
                            .classes = {kWord, kWord, kWord, kWord, kWord}
  },
                        fill, 0);
  EXPECT_EQ(warp.after[0][0], 116U);
  EXPECT_EQ(warp.after[0][15], 131U);
  EXPECT_EQ(warp.after[0][16], 116U);
  EXPECT_EQ(warp.after[0][31], 131U);
}

// --- votes ---------------------------------------------------------------------------------------

U64 vote_operand(unsigned operand, unsigned /*lane*/, std::mt19937_64& random) {
  if (operand == 1) return 0xffffffff;
  static constexpr U64 kOdds[] = {1, 2, 100};
  return random() % kOdds[random() % 3] == 0 ? 1 : 0;
}
U64 nobody(unsigned operand, unsigned /*lane*/, std::mt19937_64& /*random*/) {
  return operand == 1 ? 0xffffffff : 0;
}
U64 everybody(unsigned operand, unsigned /*lane*/, std::mt19937_64& /*random*/) {
  return operand == 1 ? 0xffffffff : 1;
}

U32 yes(const Warp& warp) {
  U32 mask = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (warp.is_active(lane) && warp.before[1][lane] != 0) mask |= 1U << lane;
  }
  return mask;
}

TEST(WarpOperations, Votes) {
  const Warp sync{
      .classes = {kBit, kBit, kWord}
  };
  const Warp old{
      .classes = {kBit, kBit}
  };
  for (const HostSet& set : host_sets()) {
    for (const Fill fill : {vote_operand, nobody, everybody}) {
      for (unsigned seed = 0; seed < 20; ++seed) {
        const auto all = [](const Warp& w, unsigned) { return yes(w) == w.mask; };
        const auto any = [](const Warp& w, unsigned) { return yes(w) != 0; };
        const auto uniform = [](const Warp& w, unsigned) {
          return yes(w) == 0 || yes(w) == w.mask;
        };
        const auto ballot = [](const Warp& w, unsigned) { return yes(w); };
        expect_result(run(set, "vote.sync.all.pred", sync, fill, seed), 0, all);
        expect_result(run(set, "vote.sync.any.pred", sync, fill, seed), 0, any);
        expect_result(run(set, "vote.sync.uni.pred", sync, fill, seed), 0, uniform);
        expect_result(run(set, "vote.all.pred", old, fill, seed), 0, all);
        expect_result(run(set, "vote.any.pred", old, fill, seed), 0, any);
        expect_result(run(set, "vote.uni.pred", old, fill, seed), 0, uniform);
        expect_result(run(set, "vote.sync.ballot.b32",
                          {
                              .classes = {kWord, kBit, kWord}
        },
                          fill, seed),
                      0, ballot);
        expect_result(run(set, "vote.ballot.b32",
                          {
                              .classes = {kWord, kBit}
        },
                          fill, seed),
                      0, ballot);
      }
    }
  }
}

TEST(WarpOperations, ActiveMaskAndElection) {
  const auto members = +[](unsigned, unsigned, std::mt19937_64&) { return U64{0xffffffff}; };
  for (const HostSet& set : host_sets()) {
    for (unsigned seed = 0; seed < 12; ++seed) {
      expect_result(run(set, "activemask.b32", {.classes = {kWord}}, members, seed), 0,
                    [](const Warp& w, unsigned) { return w.mask; });
      const Warp elected = run(set, "elect.sync",
                               {
                                   .classes = {kWord, kBit, kWord},
                                     .results = 2
      },
                               members, seed);
      const auto leader = [](const Warp& w) {
        unsigned lane = 0;
        while (!w.is_active(lane)) ++lane;
        return lane;
      };
      expect_result(elected, 0, [&](const Warp& w, unsigned) { return leader(w); });
      expect_result(elected, 1, [&](const Warp& w, unsigned lane) { return lane == leader(w); });
    }
  }
}

// --- match, redux --------------------------------------------------------------------------------

U64 few_values(unsigned operand, unsigned /*lane*/, std::mt19937_64& random) {
  return operand == 1 ? 0xffffffff : 0xfffffff0U + random() % 5;
}

U32 lanes_like(const Warp& warp, unsigned operand, unsigned lane) {
  U32 mask = 0;
  for (unsigned other = 0; other < kLanes; ++other) {
    const bool is_equal = warp.before[operand][other] == warp.before[operand][lane];
    if (warp.is_active(other) && is_equal) mask |= 1U << other;
  }
  return mask;
}

TEST(WarpOperations, Matches) {
  for (const HostSet& set : host_sets()) {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const auto any = [](const Warp& w, unsigned lane) { return lanes_like(w, 1, lane); };
      const auto all = [](const Warp& w, unsigned lane) {
        return lanes_like(w, w.results, lane) == w.mask ? w.mask : 0;
      };
      expect_result(run(set, "match.any.sync.b32",
                        {
                            .classes = {kWord, kWord, kWord}
      },
                        few_values, seed),
                    0, any);
      expect_result(run(set, "match.any.sync.b64",
                        {
                            .classes = {kWord, kWide, kWord}
      },
                        few_values, seed),
                    0, any);
      for (const Fill fill : {few_values, everybody}) {
        expect_result(run(set, "match.all.sync.b32",
                          {
                              .classes = {kWord, kWord, kWord}
        },
                          fill, seed),
                      0, all);
        const Warp both = run(set, "match.all.sync.b64",
                              {
                                  .classes = {kWord, kBit, kWide, kWord},
                                    .results = 2
        },
                              fill, seed);
        expect_result(both, 0, all);
        expect_result(both, 1, [&](const Warp& w, unsigned lane) { return all(w, lane) != 0; });
      }
    }
  }
}

struct Reduction {
  const char* mnemonic;
  U32 (*combine)(U32, U32);
};
constexpr Reduction kReductions[] = {
    {"redux.sync.add.u32", [](U32 a, U32 b) { return a + b; }                  },
    {"redux.sync.add.s32", [](U32 a, U32 b) { return a + b; }                  },
    {"redux.sync.min.u32", [](U32 a, U32 b) { return a < b ? a : b; }          },
    {"redux.sync.max.u32", [](U32 a, U32 b) { return a > b ? a : b; }          },
    {"redux.sync.min.s32", [](U32 a, U32 b) { return S32(a) < S32(b) ? a : b; }},
    {"redux.sync.max.s32", [](U32 a, U32 b) { return S32(a) > S32(b) ? a : b; }},
    {"redux.sync.and.b32", [](U32 a, U32 b) { return a & b; }                  },
    {"redux.sync.or.b32",  [](U32 a, U32 b) { return a | b; }                  },
    {"redux.sync.xor.b32", [](U32 a, U32 b) { return a ^ b; }                  },
};

TEST(WarpOperations, Reductions) {
  const auto fill = +[](unsigned operand, unsigned, std::mt19937_64& random) {
    return operand == 1 ? U64{0xffffffff} : U64{static_cast<U32>(random())};
  };
  for (const Reduction& row : kReductions) {
    for (const HostSet& set : host_sets()) {
      for (unsigned seed = 0; seed < 30; ++seed) {
        const Warp warp = run(set, row.mnemonic,
                              {
                                  .classes = {kWord, kWord, kWord}
        },
                              fill, seed);
        expect_result(warp, 0, [&](const Warp& w, unsigned) {
          std::vector<U32> values;
          for (unsigned lane = 0; lane < kLanes; ++lane) {
            if (w.is_active(lane)) values.push_back(static_cast<U32>(w.before[1][lane]));
          }
          U32 result = values[0];
          for (std::size_t i = 1; i < values.size(); ++i) result = row.combine(result, values[i]);
          return result;
        });
      }
    }
  }
}

// Only members count, even if others are active: 4 of 8 active lanes take part.
TEST(WarpOperations, MemberMaskLimitsTheGroup) {
  const auto fill = +[](unsigned operand, unsigned lane, std::mt19937_64&) {
    return operand == 1 ? U64{0x0000000f} : U64{lane + 1};
  };
  const Warp warp = run(host_sets()[0], "redux.sync.add.u32",
                        {
                            .classes = {kWord, kWord, kWord}
  },
                        fill, 0);
  EXPECT_EQ(warp.after[0][0], 1U + 2 + 3 + 4);
}

}  // namespace
}  // namespace smemlens::simt
