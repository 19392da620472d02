#include "smemlens/report/access_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/counted.h"
#include "smemlens/base/utf8.h"
#include "smemlens/model/request.h"
#include "smemlens/report/bank_grid.h"
#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/law_text.h"
#include "smemlens/report/queue_text.h"
#include "smemlens/report/text_style.h"
#include "smemlens/solve/fix.h"

namespace smemlens {
namespace {

using figures::AccessView;
using figures::Delivery;
using figures::PhaseView;
using figures::text_of;
using figures::TextId;

constexpr std::size_t kTopicWidth = 12;

// How many words go to so many lanes at once; of those that go to one lane nothing is said.
std::map<int, unsigned> shared_words(const AccessView& view) {
  std::map<int, unsigned> words;
  for (const PhaseView& phase : view.phases)
    for (const Delivery& delivery : phase.deliveries)
      if (!std::has_single_bit(delivery.lanes)) ++words[std::popcount(delivery.lanes)];
  return words;
}

std::string_view why_sharing_is_free(Operation operation) {
  switch (operation) {
    case Operation::kStore:
    case Operation::kStmatrix:
      return "the bank writes a word once, one of its lanes wins (which is undefined), and no "
             "wavefront is added";
    case Operation::kLoad:
    case Operation::kLdmatrix:
    case Operation::kAtomic:
    case Operation::kCpAsync:
    case Operation::kCpAsyncBypass:
      break;
  }
  return "the bank reads a word once and hands it to all who ask, so no wavefront is added";
}

std::optional<std::string> broadcast_sentence(const AccessStory& story) {
  const std::map<int, unsigned> words = shared_words(story.view);
  if (words.empty()) return std::nullopt;
  const std::string free(why_sharing_is_free(story.operation));
  if (words.size() > 1) {
    unsigned count = 0;
    for (const auto& [lanes, of_them] : words) count += of_them;
    return counted(count, "word") + " shared by several lanes: " + free;
  }
  const auto& [lanes, count] = *words.begin();
  return counted(static_cast<std::uint64_t>(lanes), "lane") +
         (count == 1 ? " share one word: " : " share each of " + counted(count, "word") + ": ") +
         free;
}

std::string percent(double value) {
  // One decimal; a price that is not nothing never reads 0.0.
  const auto tenths = std::llround(value * 10);
  if (tenths == 0 && value > 0) return "< 0.1 %";
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

void add_option(std::vector<Saying>& sayings, std::string_view topic, const Totals& before,
                const FixOption& option, Language language) {
  sayings.push_back({topic, option.pattern});
  sayings.push_back({topic, gain_text(before, option.after, language)});
  sayings.push_back({
      topic,
      text_of(TextId::kFixPrice, language, {{"price", price_text(option.price, language)}}
        )
  });
  sayings.push_back({topic, option.claim});
}

}  // namespace

std::vector<Saying> sayings_of(const AccessStory& story) {
  std::vector<Saying> sayings;
  for (const std::string& sentence : phase_sentences(story.view))
    sayings.push_back({"Phases", sentence});
  const std::vector<std::string> queues = queue_sentences(story.view);
  for (const std::string& sentence : queues) sayings.push_back({"Queue", sentence});
  if (queues.empty() && story.view.wavefronts > 0)
    sayings.push_back({"Queue", "none: no bank is asked for two words at once"});
  if (story.view.wavefronts > 1) sayings.push_back({"Wavefronts", wavefront_sentence(story.view)});
  if (const std::optional<std::string> sentence = broadcast_sentence(story))
    sayings.push_back({"Broadcast", *sentence});
  if (story.law)
    sayings.push_back(
        {"Law", story.law->formula + ": " + law_reason(*story.law, story.view.language)});
  if (!story.note.empty()) sayings.push_back({"Not exact", story.note});
  return sayings;
}

std::vector<Saying> sayings_of(const Fix& fix, Language language) {
  std::vector<Saying> sayings;
  if (!fix.statement.empty()) sayings.push_back({"Fix", fix.statement});
  if (fix.pad) add_option(sayings, "Pad", fix.before, *fix.pad, language);
  if (fix.swizzle) add_option(sayings, "XOR", fix.before, *fix.swizzle, language);
  return sayings;
}

std::string price_text(const FixPrice& price, Language language) {
  if (price.extra_bytes == 0) return std::string(text_of(TextId::kFixPriceXor, language));
  return text_of(TextId::kFixPriceBytes, language,
                 {
                     {"words", counted(price.extra_words, figures::kWordNoun, language)},
                     {"bytes", counted(price.extra_bytes, figures::kByteNoun, language)},
                     {"percent", percent(price.extra_percent())}
  });
}

std::string verdict_of(const AccessView& view) {
  std::string headline = figures::headline_of(view);
  headline[0] = headline[0] == 'N' ? 'n' : headline[0];
  return figures::cost_text(view) + ": " + headline;
}

std::string gain_text(const Totals& before, const Totals& after, Language language) {
  const std::string what(
      text_of(before.requests == 1 ? TextId::kFixThisAccess : TextId::kFixThisPattern, language));
  const std::string numbers = std::to_string(before.wavefronts) + " → " +
                              counted(after.wavefronts, figures::kWavefrontNoun, language);
  const bool has_factor = after.wavefronts != 0 && before.wavefronts % after.wavefronts == 0 &&
                          before.wavefronts != after.wavefronts;
  if (!has_factor)
    return text_of(TextId::kFixFor, language,
                   {
                       {"numbers", numbers},
                       {"what",    what   }
    });
  return numbers + ", " +
         text_of(
             TextId::kFixTimesFewer, language,
             {
                 {"times", std::to_string(before.wavefronts / after.wavefronts)},
                 {"what",  what                                                }
  });
}

std::string sayings_text(const std::vector<Saying>& sayings, const TextStyle& style) {
  const Ink ink(style);
  std::string out;
  std::string_view last;
  for (const Saying& saying : sayings) {
    const std::string topic(saying.topic == last ? "" : saying.topic);
    last = saying.topic;
    std::string gap = ink.strong(topic) + std::string(kTopicWidth - topic.size(), ' ');
    const std::size_t room = std::max<std::size_t>(style.columns, 40) - kTopicWidth;
    for (const std::string& line : wrapped(styled(style, saying.text), room)) {
      out += gap + line + "\n";
      gap = std::string(kTopicWidth, ' ');
    }
  }
  return out;
}

std::string access_text(const AccessStory& story, const TextStyle& style) {
  const Ink ink(style);
  const bool has_excess = story.view.wavefronts > story.view.ideal_wavefronts;
  std::string out;
  for (const std::string& line : wrapped(verdict_of(story.view), std::max(style.columns, 40U)))
    out += (has_excess ? ink.hot(line) : ink.good(line)) + "\n";
  out += "\n";
  const std::string grid = bank_grid(story.view, story.shape, style);
  if (!grid.empty()) out += grid + "\n";
  return out + sayings_text(sayings_of(story), style);
}

}  // namespace smemlens
