#include "smemlens/report/figures/scene_words.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/texts.h"

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

TextId conflict_id(const AccessView& view) {
  if (lanes_take_turns(view)) return TextId::kSceneTurns;
  return view.phases.size() > 1 ? TextId::kScenePhaseConflict : TextId::kSceneConflict;
}

TextId title_id(const Scene& scene) {
  if (scene.access.wavefronts == 0) return TextId::kSceneNone;
  if (scene.access.wavefronts > scene.access.ideal_wavefronts) return conflict_id(scene.access);
  if (scene.access.ideal_wavefronts > 1)
    return comes_in_halves(scene.access) ? TextId::kSceneHalves : TextId::kSceneWide;
  if (!has_shared_word(scene)) return TextId::kSceneClean;
  return scene.operation == Operation::kStore ? TextId::kSceneSharedStore : TextId::kSceneShared;
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

}  // namespace smemlens::figures
