// The plot of what layouts cost: its labels keep out of each other's way, whatever the numbers.

#include "smemlens/report/figures/pareto_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/language.h"
#include "tests/golden_test.h"

namespace smemlens::figures {
namespace {

constexpr double kWide = 1016;
constexpr double kPhone = 352;

ParetoPoint point(std::uint64_t wavefronts, std::uint64_t bytes, std::uint32_t operations,
                  const std::string& layout) {
  return {.wavefronts = wavefronts,
          .extra_bytes = bytes,
          .operations = operations,
          .layout = layout,
          .price = std::to_string(wavefronts) + " wavefronts, " + std::to_string(bytes) +
                   " bytes more, " + std::to_string(operations) + " operations",
          .is_chosen = false};
}

ParetoPlot plot_of(double width, std::uint64_t bound, std::vector<ParetoPoint> points) {
  points.back().is_chosen = true;
  return {.left = 4, .top = 4, .width = width, .bound = bound, .points = std::move(points)};
}

std::string drawn(const ParetoPlot& plot, Language language = Language::kEnglish) {
  Canvas canvas{.id = "pareto", .svg = {}, .language = language};
  begin_figure(canvas, {.title = "layouts",
                        .description = words_of(plot, language),
                        .width = plot.width + 8,
                        .height = pareto_bottom(plot, language)});
  draw_pareto(canvas, plot);
  return end_figure(canvas);
}

// What stands between `before` and `after`, each time.
std::vector<std::string> parts_of(const std::string& svg, const std::string& before,
                                  const std::string& after) {
  std::vector<std::string> parts;
  for (std::size_t at = svg.find(before); at != std::string::npos; at = svg.find(before, at)) {
    at += before.size();
    parts.push_back(svg.substr(at, svg.find(after, at) - at));
  }
  return parts;
}

std::string attribute(const std::string& element, const std::string& name,
                      const std::string& otherwise) {
  const auto found = parts_of(element, ' ' + name + "=\"", "\"");
  return found.empty() ? otherwise : found.front();
}

// Room that a text takes at most.
Box box_of(const std::string& text) {
  const std::string style = attribute(text, "style", "font-size:11px");
  const double size = std::stod(style.substr(style.find(':') + 1));
  const std::string anchor = attribute(text, "text-anchor", "start");
  const double width = text_width(text.substr(text.find('>') + 1), size);
  const double x = std::stod(attribute(text, "x", "0"));
  double share = anchor == "end" ? 1 : 0;
  if (anchor == "middle") share = 0.5;
  return {.x = x - (share * width),
          .y = std::stod(attribute(text, "y", "0")) - (0.8 * size),
          .width = width,
          .height = size};
}

bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void expect_apart(const ParetoPlot& plot, Language language, const std::string& svg) {
  const std::vector<std::string> texts = parts_of(svg, "<text", "</text>");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Box box = box_of(texts[i]);
    EXPECT_GE(box.x, plot.left - 0.01) << texts[i];
    EXPECT_LE(box.x + box.width, plot.left + plot.width + 0.01) << texts[i];
    EXPECT_GE(box.y, plot.top) << texts[i];
    EXPECT_LE(box.y + box.height, pareto_bottom(plot, language)) << texts[i];
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlap(box, box_of(texts[j]))) << texts[i] << '\n' << texts[j] << '\n' << svg;
  }
}

// A leader line goes along its level, then to its label: two can't cross if labels come in the
// order of levels.
void expect_no_crossing(const std::string& svg) {
  struct Leader {
    double level = 0;
    double label = 0;
  };
  std::vector<Leader> leaders;
  for (const std::string& path : parts_of(svg, " d=\"M", "\"")) {
    const std::size_t turn = path.find('L');
    if (turn == std::string::npos || path.find('H') == std::string::npos) continue;
    leaders.push_back(
        {std::stod(path.substr(path.find(' '))), std::stod(path.substr(path.find(' ', turn)))});
  }
  for (const Leader& a : leaders) {
    for (const Leader& b : leaders) {
      if (a.level < b.level) {
        EXPECT_LT(a.label, b.label) << svg;
      }
    }
  }
}

struct PlotCase {
  std::string golden;
  ParetoPlot plot;
  Language language = Language::kEnglish;
};

std::vector<ParetoPoint> ten_points() {
  std::vector<ParetoPoint> points;
  for (unsigned i = 0; i < 10; ++i)
    points.push_back(point(1024 - (64 * i), 4 * i * i, i % 3, "rows of " + std::to_string(32 + i)));
  return points;
}

const PlotCase kCases[] = {
    {"transpose",
     plot_of(kWide, 64,
     {point(1056, 0, 0, "as declared"), point(64, 128, 0, "rows of 33 elements"),
              point(64, 0, 1, "XOR 5 bits of col with row")})},
    {"transpose_phone",
     plot_of(kPhone, 64,
     {point(1056, 0, 0, "as declared"), point(64, 128, 0, "rows of 33 elements"),
              point(64, 0, 1, "XOR 5 bits of col with row")}),
     Language::kHindi},
    {"one_point", plot_of(kWide, 3, {point(7, 0, 0, "as declared")})},
    {"ten_points", plot_of(kWide, 20, ten_points())},
    {"ten_points_phone", plot_of(kPhone, 20, ten_points()), Language::kHinglish},
    {"equal_levels",
     plot_of(kWide, 30,
     {point(32, 0, 9, "a linear map of the index bits"), point(32, 64, 2, "rows turned"),
              point(32, 128, 0, "rows of 34 elements")})},
    {"near_each_other",
     plot_of(kWide, 96,
     {point(1000, 0, 0, "as declared"), point(999, 4, 0, "rows of 33 elements"),
              point(998, 0, 1, "rows turned by their number")})},
    {"huge", plot_of(kWide, 1,
     {point(18446744073709551615U, 0, 0, "as declared"),
                      point(9223372036854775809U, 232448, 0, std::string(200, 'x')),
                      point(1, 4, 120, "a linear map of the index bits")})},
};

TEST(ParetoPlot, Goldens) {
  for (const PlotCase& a_case : kCases) {
    SCOPED_TRACE(a_case.golden);
    const std::string svg = drawn(a_case.plot, a_case.language);
    expect_apart(a_case.plot, a_case.language, svg);
    expect_no_crossing(svg);
    expect_golden("figures/pareto/" + a_case.golden + ".svg", svg);
  }
}

TEST(ParetoPlot, LabelsKeepApart) {
  std::mt19937 random(7);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random()) % limit; };
  for (unsigned round = 0; round < 300; ++round) {
    const std::uint64_t bound = 1 + below(100);
    const unsigned spread = 1U << below(20);
    std::vector<ParetoPoint> points;
    for (unsigned i = 0; i <= below(12); ++i)
      points.push_back(point(bound + below(spread), std::uint64_t{4} * below(spread), below(40),
                             std::string(1 + below(90), 'x')));
    std::ranges::sort(points, std::greater{}, &ParetoPoint::wavefronts);
    const ParetoPlot plot = plot_of(round % 2 == 0 ? kWide : kPhone, bound, points);
    const std::string svg = drawn(plot);
    expect_apart(plot, Language::kEnglish, svg);
    expect_no_crossing(svg);
    if (HasFailure()) return;
  }
}

// 4 times the bound and more: doublings at equal distances. Less: zero is where the hatching ends.
TEST(ParetoPlot, SaysWhereItsScaleIsLogarithmic) {
  const auto says = [](std::uint64_t most) {
    const std::string svg = drawn(plot_of(kWide, 10, {point(most, 0, 0, "as declared")}));
    return svg.find("logarithmic: each tick doubles") != std::string::npos;
  };
  EXPECT_FALSE(says(10));
  EXPECT_FALSE(says(39));
  EXPECT_TRUE(says(40));
  EXPECT_TRUE(says(1'000'000'000'000));
}

TEST(ParetoPlot, NumbersGoWhereMarksHaveNoRoom) {
  const auto marks = [](std::uint64_t bytes) {
    const std::string svg = drawn(plot_of(
        kWide, 8, {point(64, 100000, 0, "far"), point(9, 0, 1, "a"), point(8, bytes, 2, "b")}));
    return parts_of(svg, "class=\"sl-chip-ink\"", "<").size();
  };
  EXPECT_EQ(marks(50000), 4U) << "on the plane and before the labels";
  EXPECT_EQ(marks(0), 2U) << "before the labels only";
}

TEST(ParetoPlot, TellsAllInWords) {
  EXPECT_EQ(words_of(kCases[0].plot, Language::kEnglish),
            "lower bound: 64; 1056 wavefronts, 0 bytes more, 0 operations: as declared; 64 "
            "wavefronts, 128 bytes more, 0 operations: rows of 33 elements; 64 wavefronts, 0 bytes "
            "more, 1 operations: XOR 5 bits of col with row.");
}

}  // namespace
}  // namespace smemlens::figures
