#include "smemlens/report/law_text.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens {
namespace {

using figures::text_of;
using figures::TextId;

std::string number(std::uint32_t value) {
  return std::to_string(value);
}

TextId verb_of(Operation operation) {
  switch (operation) {
    case Operation::kLoad:
    case Operation::kLdmatrix:
      return TextId::kLawReads;
    case Operation::kStore:
    case Operation::kStmatrix:
    case Operation::kCpAsync:
    case Operation::kCpAsyncBypass:
      return TextId::kLawWrites;
    case Operation::kAtomic:
      break;
  }
  return TextId::kLawUpdates;
}

// "word 96", "16-byte element 3 + 2 * i".
std::string item_text(const LawFacts& facts, Language language) {
  const std::string name = facts.element_bytes == 0
                               ? std::string(text_of(TextId::kWord, language))
                               : text_of(TextId::kLawElement, language,
                                         {
                                             {"bytes", number(facts.element_bytes)}
  });
  return name + " " + facts.item;
}

std::string banks_text(const LawFacts& facts, Language language) {
  if (facts.first_bank == facts.last_bank)
    return text_of(TextId::kLawBank, language,
                   {
                       {"bank", number(facts.first_bank)}
    });
  return text_of(TextId::kLawBanks, language,
                 {
                     {"first", number(facts.first_bank)},
                     {"last",  number(facts.last_bank) }
  });
}

// "0, 8, 16 and 24", cut after four.
std::string lanes_text(const LawFacts& facts, Language language) {
  std::string lanes = number(facts.first_lane);
  const std::uint32_t shown = std::min(facts.lanes, 4U);
  for (std::uint32_t i = 1; i < shown; ++i) {
    const bool is_last = i + 1 == facts.lanes;
    lanes += is_last ? text_of(TextId::kLawAnd, language) : std::string_view(", ");
    lanes += number(facts.first_lane + (i * facts.lane_step));
  }
  return facts.lanes > shown ? lanes + ", …" : lanes;
}

std::string walk_text(const LawFacts& facts, Language language) {
  return text_of(TextId::kLawWalk, language,
                 {
                     {"verb", std::string(text_of(verb_of(facts.operation), language))},
                     {"item", item_text(facts,                              language) }
  });
}

// One item that all active lanes ask for.
std::string one_item_text(TextId id, const LawFacts& facts, Language language) {
  return text_of(id, language,
                 {
                     {"lane", number(facts.first_lane)},
                     {"verb", std::string(text_of(verb_of(facts.operation), language))},
                     {"item", item_text(facts, language)},
                     {"banks", banks_text(facts, language)}
  });
}

}  // namespace

std::string law_reason(const Law& law, Language language) {
  const LawFacts& facts = law.facts;
  switch (law.reason) {
    case LawReason::kOneLane:
      return one_item_text(TextId::kLawOneLane, facts, language);
    case LawReason::kBroadcast:
      return one_item_text(TextId::kLawBroadcast, facts, language);
    case LawReason::kApart:
      return text_of(TextId::kLawApart, language,
                     {
                         {"walk", walk_text(facts, language)},
                         {"lanes", number(facts.lanes)}
      });
    case LawReason::kTogether:
      return text_of(TextId::kLawTogether, language,
                     {
                         {"walk",  walk_text(facts,  language)},
                         {"lanes", lanes_text(facts, language)},
                         {"banks", banks_text(facts, language)}
      });
    case LawReason::kOneRow:
      return text_of(TextId::kLawOneRow, language,
                     {
                         {"bytes", number(facts.span_bytes)},
                         {"banks", number(facts.banks)     }
      });
    case LawReason::kXor:
      return text_of(TextId::kLawXor, language,
                     {
                         {"bits",   number(facts.bits)      },
                         {"values", number(1U << facts.bits)}
      });
    case LawReason::kBlock:
      return text_of(TextId::kLawBlock, language,
                     {
                         {"row",  number(facts.row_words)     },
                         {"run",  number(facts.run_words)     },
                         {"rows", number(32 / facts.run_words)}
      });
    case LawReason::kTriangular:
      return std::string(text_of(TextId::kLawTriangular, language));
    case LawReason::kPadded:
      return std::string(text_of(TextId::kLawPadded, language));
  }
  return {};
}

}  // namespace smemlens
