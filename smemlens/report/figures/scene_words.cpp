#include "smemlens/report/figures/scene_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "smemlens/analysis/analysis.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/residency.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/solve/fix.h"

namespace smemlens::figures {
namespace {

unsigned deepest_phase(const AccessView& view) {
  unsigned depth = 0;
  for (const PhaseView& phase : view.phases) depth = std::max(depth, phase.wavefronts);
  return depth;
}

// A word that a phase delivers twice goes to lanes that take turns.
bool lanes_take_turns(const AccessView& view) {
  return std::ranges::any_of(view.phases, [](const PhaseView& phase) {
    std::set<std::uint32_t> words;
    for (const Delivery& delivery : phase.deliveries) words.insert(delivery.word.value);
    return words.size() < phase.deliveries.size();
  });
}

bool has_shared_word(const Scene& scene) {
  return std::ranges::any_of(
      scene.chips, [](const SceneChip& chip) { return !std::has_single_bit(chip.delivery.lanes); });
}

TextId title_id(const Scene& scene) {
  if (scene.access.wavefronts == 0) return TextId::kSceneNone;
  if (scene.access.wavefronts > scene.access.ideal_wavefronts)
    return lanes_take_turns(scene.access) ? TextId::kSceneTurns : TextId::kSceneConflict;
  if (scene.access.ideal_wavefronts > 1) return TextId::kSceneWide;
  return has_shared_word(scene) ? TextId::kSceneShared : TextId::kSceneClean;
}

std::string percent_text(double percent) {
  const auto tenths = std::llround(percent * 10);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string passes_of(const Totals& totals, Language language) {
  return passes_text(static_cast<unsigned>(totals.wavefronts), language);
}

// What the pattern's arrays take together.
std::uint64_t shared_bytes_of(const Pattern& pattern) {
  const SharedArray& last = pattern.arrays.back();
  return std::uint64_t{last.offset_bytes} + last.bytes;
}

std::string worst_bank_text(const Scene& scene) {
  return std::to_string(scene.worst_bank ? scene.worst_bank->value : 0);
}

}  // namespace

std::string title_of(const Scene& scene, Language language) {
  return text_of(title_id(scene), language,
                 {
                     {"phases", std::to_string(scene.access.phases.size()) },
                     {"depth",  std::to_string(deepest_phase(scene.access))},
                     {"bank",   worst_bank_text(scene)                     }
  });
}

std::string words_of(const Scene& scene, Language language) {
  std::set<std::uint32_t> words;
  std::set<std::uint32_t> banks;
  for (const SceneChip& chip : scene.chips) {
    words.insert(chip.delivery.word.value);
    banks.insert(chip.delivery.bank.value);
  }
  std::string text = sentence(title_of(scene, language), language) + " ";
  if (scene.chips.empty()) return text;
  text += text_of(TextId::kSceneAsks, language,
                  {
                      {"lanes", std::to_string(std::popcount(scene.active))},
                      {"banks", std::to_string(banks.size())               },
                      {"words", std::to_string(words.size())               }
  });
  if (scene.worst_bank)
    text += " " + text_of(TextId::kSceneQueue, language,
                          {
                              {"bank", worst_bank_text(scene)}
    });
  return text + " " +
         cost_sentence(scene.access.wavefronts, scene.access.ideal_wavefronts, language);
}

std::string price_of(const FixPrice& price, Language language) {
  if (price.extra_bytes == 0) return std::string(text_of(TextId::kFixXorPrice, language));
  return text_of(TextId::kFixPadPrice, language,
                 {
                     {"words",   std::to_string(price.extra_words)  },
                     {"bytes",   std::to_string(price.extra_bytes)  },
                     {"percent", percent_text(price.extra_percent())}
  });
}

std::string blocks_of(const Explanation& explanation, const FixOption& option, Language language) {
  const Architecture& architecture = *explanation.architecture;
  const std::optional<Residency> residency = residency_of(architecture);
  if (!residency)
    return text_of(TextId::kFixBlocksUnknown, language,
                   {
                       {"arch", std::string(architecture.name)}
    });
  const std::uint64_t before = shared_bytes_of(explanation.pattern);
  const std::uint64_t after = before + option.price.extra_bytes;
  return text_of(TextId::kFixBlocks, language,
                 {
                     {"kib",    std::to_string(residency->shared_bytes / 1024)},
                     {"before", std::to_string(residency->blocks_of(before))  },
                     {"after",  std::to_string(residency->blocks_of(after))   }
  });
}

std::string words_of(const Explanation& explanation, const FixOption& option, Language language) {
  return text_of(TextId::kFixWords, language,
                 {
                     {"before", passes_of(explanation.fix.before, language)},
                     {"after", passes_of(option.after, language)},
                     {"pattern", option.pattern}
  }) +
         " " + sentence(price_of(option.price, language), language) + " " +
         sentence(blocks_of(explanation, option, language), language);
}

}  // namespace smemlens::figures
