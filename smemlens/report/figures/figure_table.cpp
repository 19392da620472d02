#include "smemlens/report/figures/figure_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/further_figures.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_figures.h"

namespace smemlens::figures {
namespace {

struct Entry {
  std::string_view name;
  Expected<Figure> (*draw)(const FigureOptions& options, Parameters& parameters);
};

// The lesson's come first, in its order.
constexpr auto kFigures = std::to_array<Entry>({
    {"strip",      strip_figure     },
    {"dealing",    dealing_figure   },
    {"fan",        fan_figure       },
    {"stride",     stride_figure    },
    {"ruler",      ruler_figure     },
    {"rectangle",  rectangle_figure },
    {"ring",       ring_figure      },
    {"words",      words_figure     },
    {"matrix",     matrix_figure    },
    {"poster",     poster_figure    },
    {"scene",      scene_figure     },
    {"memory",     memory_figure    },
    {"time",       time_figure      },
    {"fix",        fix_figure       },
    {"tray",       tray_figure      },
    {"merge",      merge_figure     },
    {"ldmatrix",   ldmatrix_figure  },
    {"swizzle",    swizzle_figure   },
    {"lunch",      lunch_figure     },
    {"hardware",   scene_figure     },
    {"ladder",     ladder_figure    },
    {"transpose",  transpose_figure },
    {"coalescing", coalescing_figure},
    {"occupancy",  occupancy_figure },
    {"divergence", divergence_figure},
});

constexpr auto kNames = [] {
  std::array<std::string_view, kFigures.size()> names{};
  std::ranges::transform(kFigures, names.begin(), &Entry::name);
  return names;
}();

constexpr std::array<std::string_view, 2> kLayoutNames = {"wide", "phone"};

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool is_id(std::string_view id) {
  constexpr std::size_t kLongest = 64;
  return !id.empty() && id.size() <= kLongest && is_letter(id.front()) &&
         std::ranges::all_of(id, [](char character) {
           return is_letter(character) || (character >= '0' && character <= '9') ||
                  character == '-' || character == '_';
         });
}

FigureOptions read_options(std::string_view name, Parameters& parameters) {
  FigureOptions options;
  options.language = parameters.language();
  options.id = parameters.text("id", name);
  if (!is_id(options.id))
    parameters.refuse("id must be a letter, then letters, digits, '-' or '_', at most 64 in all");
  options.layout =
      parameters.choice("layout", kLayoutNames) == "phone" ? Layout::kPhone : Layout::kWide;
  options.has_style = parameters.truth("style", true);
  options.asks = parameters.truth("asks", false);
  constexpr unsigned kMostPasses = 1U << 16U;
  options.pass = parameters.optional_number("pass", 0, kMostPasses);
  return options;
}

}  // namespace

Expected<Figure> draw_figure(std::string_view name, const JsonValue& parameters) {
  const std::span<const Entry> entries(kFigures);
  const auto entry = std::ranges::find(entries, name, &Entry::name);
  if (entry == entries.end())
    return tl::unexpected(Diagnostic{.code = "unknown-figure",
                                     .message = "there is no figure '" + std::string(name) + "'",
                                     .hint = did_you_mean(name, kNames)});
  Parameters reader(parameters);
  const FigureOptions options = read_options(name, reader);
  Expected<Figure> figure = entry->draw(options, reader);
  if (const auto problem = reader.problem()) return tl::unexpected(*problem);
  return figure;
}

std::span<const std::string_view> figure_names() {
  return kNames;
}

}  // namespace smemlens::figures
