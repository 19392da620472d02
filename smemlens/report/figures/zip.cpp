#include "smemlens/report/figures/zip.h"

#include <bit>
#include <string>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {
namespace {

bool contains(LaneMask lanes, unsigned lane) {
  return (lanes >> lane & 1U) != 0;
}

LaneMask clasped_by(const Request& request, unsigned apart) {
  LaneMask clasped = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned partner = lane ^ apart;
    if (contains(request.active, partner) && request.addresses[lane] == request.addresses[partner])
      clasped |= LaneMask{1} << lane;
  }
  return clasped;
}

}  // namespace

Zip zip_of(const Request& request) {
  if (request.operation != Operation::kLoad) return {};
  const LaneMask by_one = clasped_by(request, 1);
  const LaneMask by_two = clasped_by(request, 2);
  const bool is_by_two = std::popcount(by_two) > std::popcount(by_one);
  const LaneMask clasped = is_by_two ? by_two : by_one;
  if (2 * std::popcount(clasped) <= std::popcount(request.active)) return {};
  return {.apart = is_by_two ? 2U : 1U, .clasped = clasped, .alone = request.active & ~clasped};
}

unsigned stray_distance(const Request& request) {
  for (const unsigned apart : {4U, 8U, 16U})
    if (request.active != 0 && clasped_by(request, apart) == request.active) return apart;
  return 0;
}

void draw_clasps(Canvas& canvas, const Columns& columns, double top, LaneMask lanes,
                 const Zip& zip) {
  for (LaneMask rest = lanes & zip.clasped; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned partner = lane ^ zip.apart;
    if (partner < lane || !contains(lanes, partner)) continue;
    const double y = top - (zip.apart == 2 && lane % 2 == 1 ? 8 : 4);
    const double from = columns.center(lane_column(lanes, lane));
    const double to = columns.center(lane_column(lanes, partner));
    const std::string pair = std::to_string(lane) + " " + std::to_string(partner);
    const std::string path = "M" + svg_number(from) + " " + svg_number(top) + "V" + svg_number(y) +
                             "H" + svg_number(to) + "V" + svg_number(top);
    canvas.svg.leaf("path", {
                                {"class",     "sl-bracket"                               },
                                {"data-key",  canvas.key("clasp-" + std::to_string(lane))},
                                {"data-lane", pair                                       },
                                {"d",         path                                       }
    });
  }
  for (LaneMask rest = lanes & zip.alone; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const double half = (columns.pitch / 2) - 1;
    canvas.svg.leaf("rect", {
                                {"class", "sl-look"},
                                {"x", columns.center(lane_column(lanes, lane)) - half},
                                {"y", top - 3},
                                {"width", 2 * half},
                                {"height", kLaneHeight + 6},
                                {"rx", (kLaneHeight + 6) / 2}
    });
  }
}

}  // namespace smemlens::figures
