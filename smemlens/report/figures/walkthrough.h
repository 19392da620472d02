#pragma once

// The walkthrough's ten pictures: which figure, in which state.

#include <span>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {

struct Illustration {
  std::string_view name;        // "broadcast"
  std::string_view figure;      // as draw_figure takes it
  std::string_view parameters;  // the members of a JSON object: "\"different\":1"
};

// In the walkthrough's order.
std::span<const Illustration> walkthrough();

struct Edition {
  Language language = Language::kEnglish;
  Layout layout = Layout::kWide;
};

Expected<Figure> draw_illustration(const Illustration& illustration, const Edition& edition);

}  // namespace smemlens::figures
