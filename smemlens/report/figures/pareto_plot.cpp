#include "smemlens/report/figures/pareto_plot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/utf8.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr double kLeastHeight = 190;  // of the plot
constexpr double kHead = 46;          // its title, and the name of its axis
constexpr double kLine = 15;
constexpr double kSmall = 11;  // font sizes
constexpr double kText = 12;
constexpr double kElbow = 26;              // where leader lines turn to their labels
constexpr double kMark = 8;                // radius of a mark that holds a number,
constexpr std::uint32_t kMostInMark = 99;  // of two digits
constexpr double kIndent = 22;             // of labels, behind their marks
constexpr double kFloor = 12;              // hatched, below the bound
constexpr double kLeastLabels = 190;       // width of the labels at least

std::vector<std::string> lines_of(std::string_view text, double width, double size) {
  return wrapped(text, static_cast<std::size_t>(width / text_width(" ", size)));
}

// Its integer part and 24 bits more. std::log2 may differ in a last bit from one platform to
// another, and pictures are the same everywhere.
double log2_of(double value) {
  double result = 0;
  for (; value >= 2; value /= 2) result += 1;
  for (double bit = 0.5; bit > 1e-7; bit /= 2) {
    value *= value;
    if (value < 2) continue;
    value /= 2;
    result += bit;
  }
  return result;
}

// Up the page from `floor`: from 0, or, where the most is at least four times the bound, in
// doublings of the bound.
struct Heights {
  double top = 0;
  double floor = 0;
  std::uint64_t bound = 1;
  std::uint64_t most = 1;

  bool is_logarithmic() const { return most / bound >= 4; }
  double measure(std::uint64_t wavefronts) const {
    const auto value = static_cast<double>(wavefronts);
    return is_logarithmic() ? log2_of(value / static_cast<double>(bound)) : value;
  }
  double at(std::uint64_t wavefronts) const {
    return floor - ((floor - top) * measure(wavefronts) / measure(most));
  }
};

// A label.
struct Row {
  std::vector<std::string> name;
  std::vector<std::string> price;
  double level = 0;  // of its point
  double top = 0;
  bool is_chosen = false;

  double height() const { return (kLine * static_cast<double>(name.size() + price.size())) + 8; }
  double middle() const { return top + (kLine / 2) + 2; }
};

struct Plan {
  double left = 0;   // of the plane
  double right = 0;  // leader lines turn here
  double labels = 0;
  double bottom = 0;  // of plane and labels
  std::uint64_t most_bytes = 0;
  Heights heights;
  std::vector<Row> rows;  // one a point, then the bound's
  std::vector<std::string> key;
  double radius = kMark;

  double x_of(const ParetoPoint& point) const {
    const double reach = right - left - (2 * kMark);
    if (most_bytes == 0) return left + kMark;
    return left + kMark +
           (reach * static_cast<double>(point.extra_bytes) / static_cast<double>(most_bytes));
  }
  double y_of(const ParetoPoint& point) const { return heights.at(point.wavefronts); }
};

// As near to their levels as they can be, one below the other.
void stack(std::vector<Row>& rows, double top, double bottom) {
  for (Row& row : rows) {
    row.top = std::max(top, row.level - (kLine / 2) - 2);
    top = row.top + row.height();
  }
  for (std::size_t i = rows.size(); i-- > 0;) {
    rows[i].top = std::min(rows[i].top, bottom - rows[i].height());
    bottom = rows[i].top;
  }
}

// Half the way between the two marks that are nearest to each other, if that is less than a number
// needs.
double radius_of(const Plan& plan, const std::vector<ParetoPoint>& points) {
  double nearest = 2 * kMark;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double across = plan.x_of(points[i]) - plan.x_of(points[j]);
      const double along = plan.y_of(points[i]) - plan.y_of(points[j]);
      nearest = std::min(nearest, std::sqrt((across * across) + (along * along)));
    }
  }
  return std::max(nearest / 2, 3.0);
}

bool has_operations(const ParetoPlot& plot) {
  return std::ranges::any_of(plot.points, [](const ParetoPoint& at) { return at.operations > 0; });
}

std::string key_of(const ParetoPlot& plot, Language language) {
  std::string key;
  for (const TextId id : {TextId::kParetoNumbers, TextId::kParetoSolid, TextId::kParetoDashed}) {
    if (id == TextId::kParetoDashed && !has_operations(plot)) break;
    key += (key.empty() ? "" : " ") + std::string(text_of(id, language));
  }
  return key;
}

Plan plan_of(const ParetoPlot& plot, Language language) {
  Plan plan;
  std::uint64_t most = plot.bound;
  for (const ParetoPoint& point : plot.points) {
    most = std::max(most, point.wavefronts);
    plan.most_bytes = std::max(plan.most_bytes, point.extra_bytes);
  }
  const double width = std::max(kLeastLabels, plot.width / 2);
  plan.left = plot.left + text_width(std::to_string(most), kSmall) + 14;
  plan.labels = plot.left + plot.width - width;
  plan.right = plan.labels - kElbow;
  double height = 0;
  for (const ParetoPoint& point : plot.points) {
    plan.rows.push_back({.name = lines_of(point.layout, width - kIndent, kText),
                         .price = lines_of(point.price, width - kIndent, kSmall),
                         .is_chosen = point.is_chosen});
    height += plan.rows.back().height();
  }
  const std::string bound = text_of(TextId::kParetoBound, language,
                                    {
                                        {"bound", std::to_string(plot.bound)}
  });
  plan.rows.push_back({.name = {}, .price = lines_of(bound, width - kIndent, kSmall)});
  height = std::max(height + plan.rows.back().height(), kLeastHeight);
  const double top = plot.top + kHead;
  plan.bottom = top + height;
  plan.heights = {.top = top + kMark,
                  .floor = plan.bottom - kFloor,
                  .bound = std::max<std::uint64_t>(plot.bound, 1),
                  .most = std::max<std::uint64_t>(most, 1)};
  for (std::size_t i = 0; i < plot.points.size(); ++i)
    plan.rows[i].level = plan.y_of(plot.points[i]);
  plan.rows.back().level = plan.heights.at(plan.heights.bound);
  stack(plan.rows, top, plan.bottom);
  plan.radius = radius_of(plan, plot.points);
  plan.key = lines_of(key_of(plot, language), plot.width, kSmall);
  return plan;
}

void draw_path(Canvas& canvas, std::string_view style, const std::string& path) {
  canvas.svg.leaf("path", {
                              {"class", style},
                              {"d",     path }
  });
}

std::string point_text(double x, double y) {
  return svg_number(x) + " " + svg_number(y);
}

// Along the best with at most so many operations: from above at the fewest bytes, to the right.
std::string staircase(const ParetoPlot& plot, const Plan& plan, std::uint32_t most_operations) {
  std::vector<const ParetoPoint*> points;
  for (const ParetoPoint& point : plot.points)
    if (point.operations <= most_operations) points.push_back(&point);
  std::ranges::sort(points, {}, [](const ParetoPoint* point) {
    return std::pair(point->extra_bytes, point->wavefronts);
  });
  std::string path;
  double lowest = 0;
  for (const ParetoPoint* point : points) {
    const double y = plan.y_of(*point);
    if (!path.empty() && y <= lowest) continue;
    const double x = plan.x_of(*point);
    path += path.empty() ? "M" + point_text(x, plan.heights.top - kMark) : "H" + svg_number(x);
    path += "V" + svg_number(y);
    lowest = y;
  }
  return path + "H" + svg_number(plan.right);
}

// A number beside the axis, unless it would touch the one above.
void draw_numbers(Canvas& canvas, const Plan& plan) {
  double above = 0;
  for (const std::uint64_t value : {plan.heights.most, plan.heights.bound}) {
    const double y = plan.heights.at(value);
    if (y - above < kLine) continue;
    above = y;
    draw_label(canvas, {.x = plan.left - 10, .y = y + 4, .style = "sl-label", .anchor = "end"},
               std::to_string(value));
  }
}

void draw_axes(Canvas& canvas, const ParetoPlot& plot, const Plan& plan) {
  const Heights& heights = plan.heights;
  std::string ticks = "M" + point_text(plan.left, heights.top) + "V" + svg_number(plan.bottom) +
                      "H" + svg_number(plan.right);
  if (heights.is_logarithmic()) {
    for (std::uint64_t value = heights.bound;; value *= 2) {
      ticks += "M" + point_text(plan.left - 5, heights.at(value)) + "h5";
      if (value > heights.most / 2) break;
    }
  }
  for (const ParetoPoint& point : plot.points)
    ticks += "M" + point_text(plan.x_of(point), plan.bottom) + "v5";
  draw_path(canvas, "sl-grid", ticks);
  draw_numbers(canvas, plan);
  draw_label(
      canvas,
      {.x = plan.left + kMark, .y = plan.bottom + 17, .style = "sl-label", .anchor = "middle"},
      "0");
  if (plan.most_bytes > 0)
    draw_label(canvas,
               {.x = plan.right, .y = plan.bottom + 17, .style = "sl-label", .anchor = "end"},
               std::to_string(plan.most_bytes));
  draw_label(canvas, {.x = plan.left, .y = plan.bottom + 32, .style = "sl-label"},
             text_of(TextId::kParetoBytes, canvas.language));
}

void draw_bound(Canvas& canvas, const Plan& plan) {
  const double y = plan.heights.at(plan.heights.bound);
  draw_idle_box(
      canvas, {.x = plan.left, .y = y, .width = plan.right - plan.left, .height = plan.bottom - y});
  draw_path(canvas, "sl-ideal",
            "M" + point_text(plan.left, y) + "H" + svg_number(plan.right) + "L" +
                point_text(plan.labels - 5, plan.rows.back().middle()));
}

struct Spot {
  double x = 0;
  double y = 0;
  double radius = kMark;
};

void draw_mark(Canvas& canvas, const Spot& at, std::uint32_t operations) {
  canvas.svg.leaf("rect", {
                              {"class",  operations == 0 ? "sl-lane" : "sl-chip"},
                              {"x",      at.x - at.radius                       },
                              {"y",      at.y - at.radius                       },
                              {"width",  2 * at.radius                          },
                              {"height", 2 * at.radius                          },
                              {"rx",     at.radius                              }
  });
  // Not what the circle can't hold in letters that one can read: the label says it too.
  if (at.radius < kMark - 0.5 || operations > kMostInMark) return;
  draw_label(canvas,
             {.x = at.x,
              .y = at.y + (0.36 * kSmall),
              .style = operations == 0 ? "sl-lane-ink" : "sl-chip-ink",
              .anchor = "middle",
              .size = kSmall},
             std::to_string(operations));
}

void draw_row(Canvas& canvas, const Plan& plan, const Row& row) {
  double y = row.top + kLine - 2;
  const auto draw = [&](const std::vector<std::string>& lines, std::string_view style,
                        double size) {
    for (const std::string& line : lines) {
      draw_label(canvas, {.x = plan.labels + kIndent, .y = y, .style = style, .size = size}, line);
      y += kLine;
    }
  };
  draw(row.name, row.is_chosen ? "sl-label-ink" : "sl-say", kText);
  draw(row.price, "sl-label", kSmall);
}

}  // namespace

std::string words_of(const ParetoPlot& plot, Language language) {
  std::string words = text_of(TextId::kParetoBound, language,
                              {
                                  {"bound", std::to_string(plot.bound)}
  });
  for (const ParetoPoint& point : plot.points) words += "; " + point.price + ": " + point.layout;
  return sentence(words, language);
}

double pareto_bottom(const ParetoPlot& plot, Language language) {
  const Plan plan = plan_of(plot, language);
  return plan.bottom + 46 + (kLine * static_cast<double>(plan.key.size()));
}

void draw_pareto(Canvas& canvas, const ParetoPlot& plot) {
  const Plan plan = plan_of(plot, canvas.language);
  const auto text = [&](TextId id) { return std::string(text_of(id, canvas.language)); };
  canvas.svg.open("g", {
                           {"data-plot", "pareto"}
  });
  draw_label(canvas, {.x = plot.left, .y = plot.top + 14, .style = "sl-label-ink", .size = 13},
             text(TextId::kParetoTitle));
  draw_label(canvas,
             {
                 .x = plot.left, .y = plot.top + 34, .style = "sl-label"
  },
             plan.heights.is_logarithmic() ? text_of(TextId::kParetoLogarithmic, canvas.language,
                                                     {{"what", text(plot.wavefronts)}})
                                           : text(plot.wavefronts));
  draw_bound(canvas, plan);
  draw_axes(canvas, plot, plan);
  for (std::size_t i = 0; i < plot.points.size(); ++i)
    draw_path(canvas, plot.points[i].is_chosen ? "sl-bracket" : "sl-grid",
              "M" + point_text(plan.x_of(plot.points[i]), plan.rows[i].level) + "H" +
                  svg_number(plan.right) + "L" +
                  point_text(plan.labels - 5, plan.rows[i].middle()));
  draw_path(canvas, "sl-tick", staircase(plot, plan, ~std::uint32_t{0}));
  if (has_operations(plot)) draw_path(canvas, "sl-bracket sl-shared", staircase(plot, plan, 0));
  for (std::size_t i = 0; i < plot.points.size(); ++i) {
    const ParetoPoint& point = plot.points[i];
    draw_mark(canvas, {plan.x_of(point), plan.y_of(point), plan.radius}, point.operations);
    draw_mark(canvas, {plan.labels + kMark, plan.rows[i].middle()}, point.operations);
  }
  for (const Row& row : plan.rows) draw_row(canvas, plan, row);
  double y = plan.bottom + 50;
  for (const std::string& line : plan.key) {
    draw_label(canvas, {.x = plot.left, .y = y, .style = "sl-label"}, line);
    y += kLine;
  }
  canvas.svg.close();
}

}  // namespace smemlens::figures
