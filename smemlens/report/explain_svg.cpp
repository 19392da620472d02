#include "smemlens/report/explain_svg.h"

#include <optional>
#include <string>
#include <vector>

#include "smemlens/report/access_text.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/law_text.h"
#include "smemlens/report/translation.h"
#include "smemlens/solve/fix.h"

namespace smemlens {
namespace {

// A sentence a fix: the text has room for more.
void add_option(std::vector<std::string>& sentences, const std::string& topic, const Fix& fix,
                const FixOption& option, Language language) {
  const std::string price = figures::text_of(figures::TextId::kFixPrice, language,
                                             {
                                                 {"price", price_text(option.price, language)}
  });
  sentences.push_back(topic + ": " + option.pattern + ": " +
                      gain_text(fix.before, option.after, language) + "; " + price);
}

std::vector<std::string> sentences_of(const AccessStory& story, const std::optional<Fix>& fix,
                                      Language language) {
  std::vector<std::string> sentences;
  if (story.law)
    sentences.push_back(figures::sentence(
        translated(story.law->formula, language) + ": " + law_reason(*story.law, language),
        language));
  if (!story.note.empty())
    sentences.push_back(figures::text_of(figures::TextId::kNotExact, language,
                                         {
                                             {"note", translated(story.note, language)}
    }));
  if (!fix) return sentences;
  if (fix->pad) add_option(sentences, "Pad", *fix, *fix->pad, language);
  if (fix->swizzle) add_option(sentences, "XOR", *fix, *fix->swizzle, language);
  return sentences;
}

}  // namespace

std::string explain_svg(const Explanation& explanation, Language language) {
  AccessStory story = worst_story(explanation, language);
  if (explanation.accesses.size() > 1)
    story.view.circumstance =
        std::string(text_of(explanation, explanation.worst())) + " · " + story.view.circumstance;
  story.view.sentences = sentences_of(story, explanation.fix, language);
  return figures::access_picture(story.view, "smemlens-access");
}

}  // namespace smemlens
