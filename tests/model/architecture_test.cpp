#include "smemlens/model/architecture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::model_of;

constexpr std::string_view kPromised[] = {
    "sm_10",       "sm_11",   "sm_12",       "sm_13",   "sm_30",       "sm_30-8byte", "sm_32",
    "sm_32-8byte", "sm_35",   "sm_35-8byte", "sm_37",   "sm_37-8byte", "sm_50",       "sm_52",
    "sm_53",       "sm_60",   "sm_61",       "sm_62",   "sm_70",       "sm_72",       "sm_75",
    "sm_80",       "sm_86",   "sm_87",       "sm_88",   "sm_89",       "sm_90",       "sm_100",
    "sm_101",      "sm_103",  "sm_110",      "sm_120",  "sm_121",      "gfx90a",      "gfx942",
    "gfx950",      "gfx1100", "gfx1101",     "gfx1102", "gfx1200",     "gfx1201"};

TEST(Architectures, EveryPromisedRowExistsOnceAndNoOther) {
  std::set<std::string_view> names;
  for (const Architecture& row : architectures()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.product.empty() || row.source.empty() || row.confidence.empty()) << row.name;
  }
  EXPECT_EQ(names, std::set<std::string_view>(std::begin(kPromised), std::end(kPromised)));
}

TEST(Architectures, SuffixesAAndFAreAccepted) {
  EXPECT_EQ(find_architecture("sm_90a"), find_architecture("sm_90"));
  EXPECT_EQ(find_architecture("sm_120f"), find_architecture("sm_120"));
  EXPECT_EQ(find_architecture("gfx90a")->name, "gfx90a");
}

TEST(Architectures, UnknownNamesAreUnknown) {
  for (const std::string_view name : {"", "sm_", "sm_1", "sm_800", "sm_90b", "sm_90aa", "a",
                                      "gfx942a", "sm_35-8bytea", "SM_80"}) {
    EXPECT_EQ(find_architecture(name), nullptr) << name;
  }
}

TEST(Architectures, ProductsAndNumbersSuggestTheirRow) {
  const auto hint = [](std::string_view name) { return architecture_named(name).error().hint; };
  EXPECT_EQ(hint("h100"), "did you mean sm_90?");
  EXPECT_EQ(hint("RTX 4090"), "did you mean sm_89?");
  EXPECT_EQ(hint("mi300x"), "did you mean gfx942?");
  for (const std::string_view name : {"80", "8.0", "compute_80", "SM_80", "sm80"}) {
    EXPECT_EQ(hint(name), "did you mean sm_80?") << name;
  }
  for (const std::string_view name : {"", "a", "sm_81", "sm_", "gtx 9999"}) {
    EXPECT_TRUE(hint(name).starts_with("one of: sm_10 ")) << name;
  }
}

TEST(Architectures, ProgramsRunOnSm50AndNewer) {
  for (const Architecture& row : architectures()) {
    EXPECT_EQ(row.runs_programs, row.compute_capability >= 50) << row.name;
    EXPECT_LE(row.shared_bytes_per_block, row.shared_bytes_optin) << row.name;
  }
}

// "{0-3,20-23}{4-7}": the phases as docs/model.md writes them.
std::vector<LaneMask> phases_from(std::string_view text) {
  std::vector<LaneMask> phases;
  std::uint32_t number = 0;
  std::uint32_t first = 0;
  bool is_range = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') number = 10 * number + static_cast<std::uint32_t>(c - '0');
    if (c == '{') phases.push_back(0);
    if (c == '-') first = number;
    if (c == '-') is_range = true;
    if (c == ',' || c == '}') {
      for (std::uint32_t lane = is_range ? first : number; lane <= number; ++lane) {
        phases.back() |= LaneMask{1} << lane;
      }
      is_range = false;
    }
    if (c == '-' || c == ',' || c == '}') number = 0;
  }
  return phases;
}

struct PhaseCase {
  std::string_view architecture;
  Operation operation;
  std::uint32_t bytes;
  std::string_view phases;
};

constexpr PhaseCase kPhaseCases[] = {
    {"sm_10",       Operation::kLoad,     4,  "{0-15}{16-31}"                                        },
    {"sm_10",       Operation::kLoad,     8,  "{0-15}{0-15}{16-31}{16-31}"                           },
    {"sm_35",       Operation::kLoad,     8,  "{0-31}"                                               },
    {"sm_35-8byte", Operation::kStore,    16, "{0-15}{16-31}"                                        },
    {"sm_80",       Operation::kLoad,     1,  "{0-31}"                                               },
    {"sm_80",       Operation::kLoad,     8,  "{0-15}{16-31}"                                        },
    {"sm_80",       Operation::kStore,    16, "{0-7}{8-15}{16-23}{24-31}"                            },
    {"sm_80",       Operation::kLdmatrix, 16, "{0-7}{8-15}{16-23}{24-31}"                            },
    {"sm_80",       Operation::kCpAsync,  8,  "{0-15}{16-31}"                                        },
    {"gfx942",      Operation::kLoad,     4,  "{0-31}{32-63}"                                        },
    {"gfx942",      Operation::kLoad,     8,  "{0-15}{16-31}{32-47}{48-63}"                          },
    {"gfx942",      Operation::kLoad,     16,
     "{0-3,20-23}{32-35,52-55}{4-7,16-19}{36-39,48-51}{8-11,28-31}{40-43,60-63}{12-15,24-27}"
     "{44-47,56-59}"                                                                                 },
    {"gfx942",      Operation::kStore,    16, "{0-7}{8-15}{16-23}{24-31}{32-39}{40-47}{48-55}{56-63}"},
    {"gfx950",      Operation::kLoad,     4,  "{0-63}"                                               },
    {"gfx950",      Operation::kLoad,     8,  "{0-31}{32-63}"                                        },
    {"gfx950",      Operation::kLoad,     16,
     "{0-3,12-15,20-27}{32-35,44-47,52-59}{4-11,16-19,28-31}{36-43,48-51,60-63}"                     },
    {"gfx1100",     Operation::kLoad,     8,  "{0-15}{16-31}"                                        },
    {"gfx1100",     Operation::kLoad,     16, "{0-3,20-23}{4-7,16-19}{8-11,28-31}{12-15,24-27}"      },
    {"gfx1201",     Operation::kLoad,     16, "{0-7}{8-15}{16-23}{24-31}"                            },
};

TEST(Architectures, PhasesAreThoseOfTheDocument) {
  for (const PhaseCase& c : kPhaseCases) {
    const AccessRules* rules = rules_of(model_of(c.architecture), c.operation, c.bytes);
    ASSERT_NE(rules, nullptr);
    std::vector<LaneMask> phases;
    phases.reserve(kMaxPhases);
    for (std::uint32_t i = 0; i < rules->rules[0].phase_count; ++i) {
      phases.push_back(rules->rules[0].phases[i].lanes);
    }
    EXPECT_EQ(phases, phases_from(c.phases)) << c.architecture << " " << c.bytes << " bytes";
  }
}

struct AvailabilityCase {
  std::string_view architecture;
  Operation operation;
  std::vector<std::uint32_t> bytes;
};

TEST(Architectures, OperationsAndWidthsAreThoseOfTheDocument) {
  const AvailabilityCase cases[] = {
      {"sm_11",  Operation::kAtomic,        {}              },
      {"sm_12",  Operation::kAtomic,        {4}             },
      {"sm_60",  Operation::kAtomic,        {4, 8}          },
      {"sm_70",  Operation::kAtomic,        {2, 4, 8}       },
      {"sm_90",  Operation::kAtomic,        {2, 4, 8, 16}   },
      {"sm_72",  Operation::kLdmatrix,      {}              },
      {"sm_75",  Operation::kLdmatrix,      {16}            },
      {"sm_89",  Operation::kStmatrix,      {}              },
      {"sm_90",  Operation::kStmatrix,      {16}            },
      {"sm_75",  Operation::kCpAsync,       {}              },
      {"sm_80",  Operation::kCpAsync,       {4, 8, 16}      },
      {"sm_80",  Operation::kCpAsyncBypass, {16}            },
      {"gfx942", Operation::kCpAsync,       {}              },
      {"gfx942", Operation::kAtomic,        {4, 8}          },
      {"sm_10",  Operation::kStore,         {1, 2, 4, 8, 16}},
  };
  for (const AvailabilityCase& c : cases) {
    for (const std::uint32_t bytes : {0U, 1U, 2U, 3U, 4U, 8U, 12U, 16U, 32U}) {
      const bool expected = std::ranges::find(c.bytes, bytes) != c.bytes.end();
      EXPECT_EQ(rules_of(model_of(c.architecture), c.operation, bytes) != nullptr, expected)
          << c.architecture << " " << name_of(c.operation) << " " << bytes;
    }
  }
}

// What cost_of and schedule rely on.
TEST(Architectures, EveryRuleIsWellFormed) {
  for (const Architecture& row : architectures()) {
    const BankModel& model = row.bank_model;
    EXPECT_TRUE(std::has_single_bit(model.banks) && std::has_single_bit(model.word_bytes));
    for (const auto& widths : model.accesses) {
      for (const AccessRules* rules : widths) {
        if (rules == nullptr) continue;
        EXPECT_EQ(rules->rules[0].banks, model.banks) << row.name;
        EXPECT_EQ(rules->rule_count > 1 || rules->exactness != Exactness::kByRules,
                  !rules->section.empty())
            << row.name;
        for (const ServiceRule& rule : rules->candidates()) {
          LaneMask all = 0;
          for (const Phase& phase : rule.phases) all |= phase.lanes;
          EXPECT_EQ(all, ~LaneMask{0} >> (64 - model.lanes_per_warp)) << row.name;
          EXPECT_EQ(model.period_words * model.word_bytes % (rule.banks * model.word_bytes), 0U);
        }
      }
    }
  }
}

}  // namespace
}  // namespace smemlens
