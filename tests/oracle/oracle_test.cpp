#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"
#include "tests/oracle/random_request.h"
#include "tests/oracle/slow_cost.h"

namespace smemlens {
namespace {

using testing::random_request;
using testing::slow_cost;

constexpr std::array kOperations = {
    Operation::kLoad,     Operation::kStore,   Operation::kAtomic,       Operation::kLdmatrix,
    Operation::kStmatrix, Operation::kCpAsync, Operation::kCpAsyncBypass};

std::string text_of(const Request& request) {
  std::string text = std::string(name_of(request.operation)) + " " +
                     std::to_string(request.bytes_per_lane) + " bytes:";
  for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
    const bool active = (request.active >> lane & 1) != 0;
    text += " " + (active ? std::to_string(request.addresses[lane].value) : "-");
  }
  return text;
}

std::string text_of(const RequestCost& cost) {
  std::string text =
      std::to_string(cost.wavefronts) + " wavefronts, " + std::to_string(cost.ideal_wavefronts) +
      " ideal, degree " + std::to_string(cost.degree) + ", candidates " +
      std::to_string(cost.lowest_candidate) + " to " + std::to_string(cost.highest_candidate);
  for (const PhaseCost& phase : cost.phases()) {
    text += "; lanes " + std::to_string(phase.lanes) + ": " + std::to_string(phase.wavefronts) +
            " in bank " + std::to_string(phase.worst_bank.value);
  }
  return text;
}

bool are_equal(const RequestCost& a, const RequestCost& b) {
  return a.wavefronts == b.wavefronts && a.ideal_wavefronts == b.ideal_wavefronts &&
         a.degree == b.degree && a.lowest_candidate == b.lowest_candidate &&
         a.highest_candidate == b.highest_candidate && std::ranges::equal(a.phases(), b.phases());
}

bool agree(const BankModel& model, const Request& request) {
  const RequestCost fast = cost_of(model, request);
  const RequestCost slow = slow_cost(model, request);
  const bool same = are_equal(fast, slow);
  if (!same)
    ADD_FAILURE() << text_of(request) << "\nfast " << text_of(fast) << "\nslow " << text_of(slow);
  return same;
}

struct SmallWorld {
  std::string_view name;
  AccessRules rules;
  std::uint32_t widest = 16;  // bytes a lane
};

constexpr ServiceRule small_rule(Counting counting, Pairing pairing) {
  return {
      .counting = counting,
      .pairing = pairing,
      .banks = 4,
      .phase_count = 2,
      .phases = {Phase{.lanes = 0b0011}, Phase{.lanes = 0b1100}}
  };
}
constexpr ServiceRule one_phase(Counting counting) {
  return {.counting = counting, .banks = 4, .phase_count = 1, .phases = {Phase{.lanes = 0b1111}}};
}
constexpr ServiceRule split_phases(Counting counting) {
  return {
      .counting = counting,
      .banks = 4,
      .phase_count = 2,
      .phases = {Phase{.lanes = 0b1001}, Phase{.lanes = 0b0110}}
  };
}

constexpr SmallWorld kSmallWorlds[] = {
    {"distinct words", {.rules = {one_phase(Counting::kDistinctWords)}}},
    {"distinct words, two phases",
     {.rules = {small_rule(Counting::kDistinctWords, Pairing::kNever)}}},
    {"merging", {.rules = {small_rule(Counting::kDistinctWords, Pairing::kActiveOrIdle)}}},
    {"merging, open",
     {.rule_count = 2,
      .rules = {small_rule(Counting::kDistinctWords, Pairing::kActiveOrIdle),
                small_rule(Counting::kDistinctWords, Pairing::kActive)}}},
    {"split phases", {.rules = {split_phases(Counting::kDistinctWords)}}},
    {"word pairs", {.rules = {one_phase(Counting::kDistinctWordPairs)}}},
    {"lanes or words",
     {.rule_count = 2,
      .rules = {split_phases(Counting::kLanes), split_phases(Counting::kDistinctWords)}}},
    {"broadcast",
     {.rule_count = 3,
      .rules = {one_phase(Counting::kBroadcastFirst), one_phase(Counting::kBroadcastMostWanted),
                one_phase(Counting::kBroadcastLeastWanted)}},
     4}, // wider accesses go word by word there
};

// Calls `visit` for every request of 4 lanes and `elements` elements of `bytes`, all masks.
template <typename Visit>
void for_each_small_request(std::uint32_t bytes, std::uint32_t elements, Visit visit) {
  for (LaneMask active = 0; active < 16; ++active) {
    const auto lanes = static_cast<std::uint32_t>(std::popcount(active));
    std::uint32_t combinations = 1;
    for (std::uint32_t i = 0; i < lanes; ++i) combinations *= elements;
    for (std::uint32_t combination = 0; combination < combinations; ++combination) {
      Request request{.bytes_per_lane = static_cast<std::uint8_t>(bytes), .active = active};
      std::uint32_t rest = combination;
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        if ((active >> lane & 1) == 0) continue;
        request.addresses[lane] = {rest % elements * bytes};
        rest /= elements;
      }
      visit(request);
    }
  }
}

// 4 lanes, 4 banks of 4 bytes, 8 words: every request there is, at every width.
TEST(Oracle, AgreesOnEverySmallRequest) {
  for (const SmallWorld& world : kSmallWorlds) {
    SCOPED_TRACE(world.name);
    BankModel model{.lanes_per_warp = 4, .banks = 4, .word_bytes = 4, .period_words = 4};
    for (const AccessRules*& rules : model.accesses[0]) rules = &world.rules;
    for (std::uint32_t bytes = 1; bytes <= world.widest; bytes *= 2) {
      // Sub-word elements: 8, else the 32 bytes of the world.
      const std::uint32_t elements = bytes < 4 ? 8 : 32 / bytes;
      for_each_small_request(bytes, elements, [&](const Request& request) {
        if (!::testing::Test::HasFailure()) agree(model, request);
      });
    }
  }
}

template <typename Visit>
void for_each_access(Visit visit) {
  for (const Architecture& architecture : architectures()) {
    for (const Operation operation : kOperations) {
      for (std::uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        const BankModel& model = architecture.bank_model;
        if (rules_of(model, operation, bytes) != nullptr) visit(architecture, operation, bytes);
      }
    }
  }
}

TEST(Oracle, AgreesOnRandomRequestsOfEveryArchitecture) {
  std::mt19937_64 random(20260731);
  for_each_access([&](const Architecture& architecture, Operation operation, std::uint32_t bytes) {
    SCOPED_TRACE(architecture.name);
    for (int i = 0; i < 100 && !::testing::Test::HasFailure(); ++i) {
      const Request request = random_request(architecture.bank_model, operation, bytes, random);
      EXPECT_EQ(why_malformed(architecture.bank_model, request), "") << text_of(request);
      agree(architecture.bank_model, request);
    }
  });
}

// --- Perft: one number for each architecture that pins its whole rule ---------------------------

std::uint64_t perft_of(const BankModel& model) {
  std::mt19937_64 random(1);
  std::uint64_t sum = 0;
  for (const Operation operation : kOperations) {
    for (std::uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
      if (rules_of(model, operation, bytes) == nullptr) continue;
      for (int i = 0; i < 100; ++i) {
        const RequestCost cost = cost_of(model, random_request(model, operation, bytes, random));
        for (const std::uint32_t number : {cost.wavefronts, cost.ideal_wavefronts,
                                           cost.lowest_candidate, cost.highest_candidate}) {
          sum = ((sum * 31) + number) % 1'000'000'007;
        }
      }
    }
  }
  return sum;
}

struct Perft {
  std::string_view architectures;  // of one generation
  std::uint64_t checksum;
};

// Change a number only with the rule, and say why in docs/model.md.
constexpr Perft kPerfts[] = {
    {"sm_10 sm_11",                                     499388934},
    {"sm_12 sm_13",                                     552715442},
    {"sm_30 sm_32 sm_35 sm_37",                         16842766 },
    {"sm_30-8byte sm_32-8byte sm_35-8byte sm_37-8byte", 38072058 },
    {"sm_50 sm_52 sm_53 sm_60 sm_61 sm_62",             49136758 },
    {"sm_70 sm_72",                                     691343050},
    {"sm_75",                                           677190586},
    {"sm_80 sm_86 sm_87 sm_88 sm_89",                   400554248},
    {"sm_90 sm_100 sm_101 sm_103 sm_110",               110145237},
    {"sm_120 sm_121",                                   421028781},
    {"gfx90a",                                          221111221},
    {"gfx942",                                          494061575},
    {"gfx950",                                          20229297 },
    {"gfx1100 gfx1101 gfx1102",                         711727441},
    {"gfx1200 gfx1201",                                 263052808},
};

TEST(Perft, NoRuleChangedSilently) {
  std::size_t rows = 0;
  for (const Perft& perft : kPerfts) {
    std::string_view names = perft.architectures;
    while (!names.empty()) {
      const std::size_t space = std::min(names.find(' '), names.size());
      const Architecture* row = find_architecture(names.substr(0, space));
      ASSERT_NE(row, nullptr) << names;
      EXPECT_EQ(perft_of(row->bank_model), perft.checksum) << row->name;
      names.remove_prefix(std::min(space + 1, names.size()));
      ++rows;
    }
  }
  EXPECT_EQ(rows, architectures().size());
}

// --- Properties ---------------------------------------------------------------------------------

using Visit = void (*)(const BankModel&, Request, std::mt19937_64&);

void for_random_requests(int count, Visit check) {
  std::mt19937_64 random(7);
  for_each_access([&](const Architecture& architecture, Operation operation, std::uint32_t bytes) {
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
      const Request request = random_request(architecture.bank_model, operation, bytes, random);
      SCOPED_TRACE(std::string(architecture.name) + " " + text_of(request));
      check(architecture.bank_model, request, random);
    }
  });
}

TEST(Properties, ShiftingByThePeriodChangesNothing) {
  for_random_requests(40, [](const BankModel& model, Request request, std::mt19937_64&) {
    const std::string before = text_of(cost_of(model, request));
    for (ByteAddress& address : request.addresses) address.value += 3 * model.period_bytes();
    EXPECT_EQ(text_of(cost_of(model, request)), before);
  });
}

TEST(Properties, ScheduleHasEveryWavefrontAndServesEveryLaneOnce) {
  for_random_requests(20, [](const BankModel& model, Request request, std::mt19937_64&) {
    const RequestCost cost = cost_of(model, request);
    std::array<std::uint32_t, kMaxPhases> wavefronts{};
    std::array<std::uint32_t, kMaxPhases> lanes{};
    for (const Wavefront& wavefront : schedule(model, request)) {
      ++wavefronts.at(wavefront.phase);
      lanes.at(wavefront.phase) += static_cast<std::uint32_t>(std::popcount(wavefront.lanes));
      EXPECT_FALSE(wavefront.words.empty());
      EXPECT_TRUE(std::ranges::is_sorted(wavefront.words));
      std::vector<std::uint32_t> words_of_bank(model.banks);
      for (const WordIndex word : wavefront.words) ++words_of_bank[bank_of(model, word).value];
      const std::uint32_t most = model.period_words / model.banks;  // 2: word pairs
      EXPECT_LE(*std::ranges::max_element(words_of_bank), most);
    }
    for (std::size_t i = 0; i < cost.phase_count; ++i) {
      EXPECT_EQ(wavefronts.at(i), cost.phases()[i].wavefronts);
      EXPECT_EQ(lanes.at(i), static_cast<std::uint32_t>(std::popcount(cost.phases()[i].lanes)));
    }
  });
}

bool may_merge(const Request& request) {
  return request.operation == Operation::kLoad && request.bytes_per_lane > 4;
}

bool is_matrix(const Request& request) {
  return request.matrices != 0;
}

// Of a merged load a dropped lane may break no pair: an idle partner counts as paired.
TEST(Properties, DroppingALaneIsNeverDearer) {
  for_random_requests(20, [](const BankModel& model, Request request, std::mt19937_64& random) {
    if (is_matrix(request) || model.banks == 16) return;  // CC 1.x: the broadcast order may turn
    const std::uint32_t before = cost_of(model, request).wavefronts;
    request.active &= ~(LaneMask{1} << (random() % model.lanes_per_warp));
    EXPECT_LE(cost_of(model, request).wavefronts, before);
  });
}

TEST(Properties, PermutingLanesOfAPhaseChangesNothing) {
  for_random_requests(20, [](const BankModel& model, Request request, std::mt19937_64& random) {
    if (may_merge(request) || is_matrix(request) || model.banks == 16) return;
    const RequestCost before = cost_of(model, request);
    for (const PhaseCost& phase : before.phases()) {
      std::vector<std::size_t> lanes;
      for (std::size_t lane = 0; lane < kMaxLanes; ++lane) {
        if ((phase.lanes >> lane & 1) != 0) lanes.push_back(lane);
      }
      for (std::size_t i = 1; i < lanes.size(); ++i) {
        std::swap(request.addresses.at(lanes[i]), request.addresses.at(lanes[random() % (i + 1)]));
      }
    }
    EXPECT_EQ(cost_of(model, request).wavefronts, before.wavefronts);
  });
}

TEST(Properties, DuplicatingALaneIsNeverDearer) {
  for_random_requests(20, [](const BankModel& model, Request request, std::mt19937_64& random) {
    const bool counts_lanes =
        request.operation != Operation::kLoad && request.operation != Operation::kStore;
    if (may_merge(request) || counts_lanes || model.banks == 16) return;
    const RequestCost before = cost_of(model, request);
    if (before.phases().empty()) return;
    // The copy is of the first lane of a phase onto the last one.
    const LaneMask lanes = before.phases()[random() % before.phase_count].lanes;
    const auto from = static_cast<std::size_t>(std::countr_zero(lanes));
    const auto to = static_cast<std::size_t>(63 - std::countl_zero(lanes));
    request.addresses.at(to) = request.addresses.at(from);
    EXPECT_LE(cost_of(model, request).wavefronts, before.wavefronts);
  });
}

}  // namespace
}  // namespace smemlens
