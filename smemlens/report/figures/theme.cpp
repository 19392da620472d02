#include "smemlens/report/figures/theme.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace smemlens::figures {
namespace {

constexpr std::array kColors = std::to_array<ThemeColor>({
    {"--sl-paper",     "#ffffff", "#14171c"},
    {"--sl-ink",       "#1a1d23", "#e9ecf1"},
    {"--sl-muted",     "#586170", "#a3adbb"},
    {"--sl-line",      "#7d8795", "#77818f"}, // outlines of drawers, the ideal's line
    {"--sl-hatch",     "#8b94a1", "#6d7683"}, // idle banks, padding
    {"--sl-drawer",    "#eef1f5", "#222831"},
    {"--sl-chip",      "#d9e6f7", "#25405f"}, // served in the phase's first wavefront
    {"--sl-chip-edge", "#3b6296", "#86aee0"},
    {"--sl-chip-ink",  "#12294a", "#eaf2fc"},
    {"--sl-hot",       "#c2152f", "#ff8086"}, // waits for a later wavefront
    {"--sl-hot-ink",   "#ffffff", "#1d0609"},
    {"--sl-accent",    "#b80f2a", "#ff8086"}, // text and arrows of what waits
    {"--sl-good",      "#1b6e3c", "#6fd397"}, // a count that is ideal
});

constexpr std::array kPairs = std::to_array<ContrastPair>({
    {"--sl-ink",       "--sl-paper",  4.5},
    {"--sl-ink",       "--sl-drawer", 4.5},
    {"--sl-muted",     "--sl-paper",  4.5},
    {"--sl-muted",     "--sl-drawer", 4.5},
    {"--sl-accent",    "--sl-paper",  4.5},
    {"--sl-accent",    "--sl-drawer", 4.5},
    {"--sl-good",      "--sl-paper",  4.5},
    {"--sl-chip-ink",  "--sl-chip",   4.5},
    {"--sl-hot-ink",   "--sl-hot",    4.5},
    {"--sl-line",      "--sl-paper",  3.0},
    {"--sl-line",      "--sl-drawer", 3.0},
    {"--sl-hatch",     "--sl-paper",  3.0},
    {"--sl-chip-edge", "--sl-paper",  3.0},
    {"--sl-chip-edge", "--sl-drawer", 3.0},
    {"--sl-hot",       "--sl-paper",  3.0},
});

struct Rule {
  std::string_view selector;
  std::string_view fill;    // a variable, or empty: none
  std::string_view stroke;  // a variable, or empty: none
  std::string_view rest;
};

constexpr std::array kRules = std::to_array<Rule>({
    {".sl-paper",      "--sl-paper",     "",               ""                                   },
    {".sl-plate",      "--sl-paper",     "",               "fill-opacity:.94"                   },
    {".sl-title",      "--sl-ink",       "",               "font-size:24px;font-weight:700"     },
    {".sl-title-hot",  "--sl-accent",    "",               "font-size:24px;font-weight:700"     },
    {".sl-code",       "--sl-ink",       "",               "font-size:15px"                     },
    {".sl-note",       "--sl-muted",     "",               "font-size:12px"                     },
    {".sl-say",        "--sl-ink",       "",               "font-size:13px"                     },
    {".sl-count",      "--sl-good",      "",               "font-size:42px;font-weight:700"     },
    {".sl-count-hot",  "--sl-accent",    "",               "font-size:42px;font-weight:700"     },
    {".sl-count-calm", "--sl-muted",     "",               "font-size:42px;font-weight:700"     },
    {".sl-count-ink",  "--sl-ink",       "",               "font-size:42px;font-weight:700"     },
    {".sl-label",      "--sl-muted",     "",               "font-size:11px"                     },
    {".sl-label-ink",  "--sl-ink",       "",               "font-size:11px;font-weight:600"     },
    {".sl-lane",       "--sl-paper",     "--sl-ink",       "stroke-width:1.2"                   },
    {".sl-lane-off",   "",               "--sl-line",      "stroke-dasharray:2 2"               },
    {".sl-lane-ink",   "--sl-ink",       "",               "font-weight:600"                    },
    {".sl-arrow",      "",               "--sl-chip-edge", "stroke-width:1.3"                   },
    {".sl-arrow-hot",  "",               "--sl-accent",    "stroke-width:1.3"                   },
    {".sl-head",       "--sl-chip-edge", "",               ""                                   },
    {".sl-head-hot",   "--sl-accent",    "",               ""                                   },
    {".sl-drawer",     "--sl-drawer",    "--sl-line",      ""                                   },
    {".sl-drawer-hot", "--sl-drawer",    "--sl-accent",    "stroke-width:2.5"                   },
    {".sl-handle",     "",               "--sl-line",      "stroke-width:2;stroke-linecap:round"},
    {".sl-drawer-ink", "--sl-ink",       "",               "font-weight:600"                    },
    {".sl-idle-ink",   "--sl-muted",     "",               ""                                   },
    {".sl-hatch",      "",               "--sl-hatch",     "stroke-width:.8"                    },
    {".sl-pad",        "",               "--sl-muted",     "stroke-width:1.2"                   },
    {".sl-spot",       "--sl-chip-edge", "--sl-paper",     "stroke-width:.8"                    },
    {".sl-ghost",      "",               "--sl-line",      "stroke-dasharray:4 4"               },
    {".sl-chip",       "--sl-chip",      "--sl-chip-edge", ""                                   },
    {".sl-chip-ink",   "--sl-chip-ink",  "",               "font-weight:600"                    },
    {".sl-hot",        "--sl-hot",       "--sl-paper",     "stroke-width:.8"                    },
    {".sl-hot-ink",    "--sl-hot-ink",   "",               "font-weight:600"                    },
    {".sl-badge-ink",  "--sl-accent",    "",               "font-weight:700"                    },
    {".sl-times",      "--sl-ink",       "",               "font-weight:700"                    },
    {".sl-look",       "",               "--sl-accent",    "stroke-width:2"                     },
    {".sl-tick",       "",               "--sl-ink",       "stroke-width:2"                     },
    {".sl-tick-hot",   "",               "--sl-accent",    "stroke-width:3"                     },
    {".sl-marker",     "--sl-ink",       "",               ""                                   },
    {".sl-drop",       "",               "--sl-chip-edge", "stroke-width:.8"                    },
    {".sl-drop-hot",   "",               "--sl-accent",    "stroke-width:1"                     },
    {".sl-grip",       "",               "--sl-ink",       "stroke-width:5;stroke-linecap:round"},
    {".sl-bracket",    "",               "--sl-ink",       "stroke-width:1.2"                   },
    {".sl-slot",       "--sl-paper",     "--sl-line",      "stroke-width:.5"                    },
    {".sl-touch",      "--sl-paper",     "",               "fill-opacity:0"                     },
    {".sl-ideal",      "",               "--sl-ink",       "stroke-width:1.2"                   },
    {".sl-cell",       "--sl-drawer",    "--sl-paper",     ""                                   },
    {".sl-tint",       "--sl-chip-edge", "",               ""                                   },
    {".sl-grid",       "",               "--sl-line",      "stroke-width:.6"                    },
});

std::string_view light_value(std::string_view variable) {
  for (const ThemeColor& color : kColors)
    if (color.variable == variable) return color.light;
  return "none";
}

// The plain value first: a renderer that doesn't know var() keeps it.
std::string declaration(std::string_view property, std::string_view variable) {
  if (variable.empty()) return std::string(property) + ":none;";
  std::string text;
  for (const std::string& value :
       {std::string(light_value(variable)), "var(" + std::string(variable) + ")"}) {
    text += property;
    text += ':';
    text += value;
    text += ';';
  }
  return text;
}

std::string variables(std::string_view ThemeColor::* value) {
  std::string text = ":where(.smemlens){";
  for (const ThemeColor& color : kColors) {
    text += color.variable;
    text += ':';
    text += color.*value;
    text += ';';
  }
  return text + "}";
}

}  // namespace

std::span<const ThemeColor> theme_colors() {
  return kColors;
}

std::span<const ContrastPair> contrast_pairs() {
  return kPairs;
}

std::string stylesheet() {
  std::string text = "\n" + variables(&ThemeColor::light) + "\n";
  text += "@media screen and (prefers-color-scheme:dark){" + variables(&ThemeColor::dark) + "}\n";
  text +=
      ".smemlens text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\","
      "sans-serif}\n"
      ".smemlens text.sl-code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"
      "\"DejaVu Sans Mono\",monospace}\n";
  for (const Rule& rule : kRules) {
    text += rule.selector;
    text += '{' + declaration("fill", rule.fill) + declaration("stroke", rule.stroke);
    text += rule.rest;
    text += "}\n";
  }
  return text + ".sl-shared{stroke-dasharray:5 3}\n";
}

}  // namespace smemlens::figures
