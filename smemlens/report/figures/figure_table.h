#pragma once

// Every picture of the page by name.

#include <span>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/report/figures/figure.h"

namespace smemlens::figures {

// Draws the picture `name` with `parameters`, a JSON object: its own, and those of every picture:
//   lang    "en" (standard), "hi" or "hi-Latn"
//   id      begins every id of the picture; letters, digits, '-' and '_', a letter first
//   layout  "wide" (standard) or "phone"
//   style   false leaves out the theme's rules
//   pass    how many passes are over
// An error names the parameter that is wrong, or the nearest figure.
Expected<Figure> draw_figure(std::string_view name, const JsonValue& parameters);

// The names that draw_figure takes.
std::span<const std::string_view> figure_names();

}  // namespace smemlens::figures
