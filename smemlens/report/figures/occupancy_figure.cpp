#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/residency.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/further_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kRows = 32;
constexpr unsigned kWordBytes = 4;
constexpr unsigned kKiB = 1024;
constexpr double kRowHeight = 96;

// Blocks that each hold one tile of 32 rows, in the shared memory of a multiprocessor.
struct Occupancy {
  unsigned pad = 0;  // words a row
  Residency residency;

  unsigned width() const { return kLessonLanes + pad; }
  unsigned pad_bytes() const { return kRows * pad * kWordBytes; }
  unsigned block_bytes() const { return kRows * width() * kWordBytes; }
  unsigned taken_bytes() const { return block_bytes() + residency.reserved_bytes; }
  unsigned blocks() const { return residency.blocks_of(block_bytes()); }
  unsigned free_bytes() const { return residency.shared_bytes - (blocks() * taken_bytes()); }
};

// A bar of all the bytes.
struct Bar {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 44;
  std::string_view key;
};

void draw_block(Canvas& canvas, const Bar& bar, const Occupancy& occupancy, unsigned block) {
  const double unit = bar.width / occupancy.residency.shared_bytes;
  const double left = bar.left + (unit * occupancy.taken_bytes() * block);
  const double pad = unit * occupancy.pad_bytes();
  const double width = (unit * occupancy.block_bytes()) - pad;
  const std::string key = canvas.key(std::string(bar.key) + "-" + std::to_string(block));
  canvas.svg.leaf("rect", {
                              {"class",    "sl-chip"  },
                              {"data-key", key        },
                              {"x",        left + 0.5 },
                              {"y",        bar.top    },
                              {"width",    width - 0.5},
                              {"height",   bar.height }
  });
  if (occupancy.pad > 0)
    draw_padding_box(canvas, {.x = left + width, .y = bar.top, .width = pad, .height = bar.height});
  constexpr double kSize = 11;
  if (text_width(std::to_string(occupancy.blocks()), kSize) > width) return;
  draw_label(canvas,
             {.x = left + (width / 2),
              .y = bar.top + (bar.height / 2) + 4,
              .style = "sl-chip-ink",
              .anchor = "middle",
              .size = kSize,
              .key = text_key(key)},
             std::to_string(block + 1));
}

void draw_bar(Canvas& canvas, const Stage& stage, const Bar& bar, const Occupancy& occupancy) {
  draw_label(canvas,
             {
                 .x = bar.left, .y = bar.top - 8, .style = "sl-say", .size = 12
  },
             stage.text(TextId::kOccupancyRow, {{"pad", std::to_string(occupancy.pad)},
                                                {"bytes", std::to_string(occupancy.block_bytes())},
                                                {"blocks", std::to_string(occupancy.blocks())}}));
  const std::uint32_t total = occupancy.residency.shared_bytes;
  const double used = bar.width * (total - occupancy.free_bytes()) / total;
  if (occupancy.free_bytes() > 0)
    draw_idle_box(
        canvas,
        {.x = bar.left + used, .y = bar.top, .width = bar.width - used, .height = bar.height});
  for (unsigned block = 0; block < occupancy.blocks(); ++block)
    draw_block(canvas, bar, occupancy, block);
  canvas.svg.leaf("rect", {
                              {"class",  "sl-ideal"},
                              {"x",      bar.left  },
                              {"y",      bar.top   },
                              {"width",  bar.width },
                              {"height", bar.height}
  });
}

std::string assumed(const Stage& stage, std::string_view architecture, const Residency& residency) {
  return stage.text(TextId::kOccupancyAssumed,
                    {
                        {"arch",     std::string(architecture)                      },
                        {"kib",      std::to_string(residency.shared_bytes / kKiB)  },
                        {"reserved", std::to_string(residency.reserved_bytes / kKiB)},
                        {"most",     std::to_string(residency.most_blocks)          }
  });
}

Expected<Residency> residency_on(const Architecture& architecture) {
  if (const auto residency = residency_of(architecture)) return *residency;
  return tl::unexpected(Diagnostic{.code = "occupancy-unknown",
                                   .message = "how many blocks a compute unit of " +
                                              std::string(architecture.name) +
                                              " holds isn't in the table",
                                   .hint = "take an NVIDIA architecture"});
}

}  // namespace

Expected<Figure> occupancy_figure(const FigureOptions& options, Parameters& parameters) {
  const auto architecture = architecture_named(parameters.text("arch", kDefaultArchitecture));
  if (!architecture) return tl::unexpected(architecture.error());
  const auto residency = residency_on(**architecture);
  if (!residency) return tl::unexpected(residency.error());
  const Occupancy occupancy{.pad = parameters.number("pad", {.least = 0, .most = 8, .standard = 2}),
                            .residency = *residency};
  const Stage stage = stage_of(options);
  const double top = heading_bottom(stage) + 26;
  const std::string title =
      stage.text(TextId::kOccupancyTitle, {
                                              {"width",  std::to_string(occupancy.width()) },
                                              {"blocks", std::to_string(occupancy.blocks())}
  });
  const std::string words = stage.text(TextId::kOccupancyFree,
                                       {
                                           {"free", std::to_string(occupancy.free_bytes())}
  }) +
                            " " + assumed(stage, (*architecture)->name, *residency);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = sentence(title, options.language) + " " + words,
                        .width = stage.width,
                        .height = top + (2 * kRowHeight) + stage.pick(60, 104)});
  draw_heading(canvas, stage,
               {
                   .title = title,
                   .code = "float s[32][" + std::to_string(occupancy.width()) + "]",
                   .own = OwnCount{.count = occupancy.blocks(),
                                   .name = stage.text(TextId::kOccupancyBlocks)}
  });
  Bar bar{.left = stage.left(), .top = top, .width = stage.lanes.width(), .key = "plain"};
  draw_bar(canvas, stage, bar, {.pad = 0, .residency = *residency});
  bar.top += kRowHeight;
  bar.key = "block";
  draw_bar(canvas, stage, bar, occupancy);
  draw_touch_zone(canvas, {.x = bar.left, .y = bar.top, .width = bar.width, .height = bar.height},
                  {.name = "pad", .unit = stage.pick(44, 22)});
  draw_sentence(canvas, stage, bar.top + bar.height + 28, words);
  return Figure{.svg = end_figure(canvas),
                .words = sentence(title, options.language) + " " + words,
                .height = canvas.height};
}

}  // namespace smemlens::figures
