#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/fix_picture.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/theme.h"
#include "smemlens/report/figures/tile_picture.h"
#include "tests/golden_test.h"
#include "tests/report/figures_cases.h"

namespace smemlens::figures {
namespace {

using testing::kFigureCases;
using testing::model_of;

const testing::FigureCase& figure_case(std::string_view name) {
  return *std::ranges::find(kFigureCases, name, &testing::FigureCase::name);
}

TEST(SvgWriter, WritesAndEscapes) {
  SvgWriter svg;
  svg.open("g", {
                    {"data-lane", 3U}
  });
  svg.leaf("rect", {
                       {"x",     1.5},
                       {"width", 20 }
  });
  svg.text(
      {
          {"class", "a\"b"}
  },
      "a < b & \"c\"");
  svg.close();
  EXPECT_EQ(svg.take(),
            "<g data-lane=\"3\">\n"
            "<rect x=\"1.5\" width=\"20\"/>\n"
            "<text class=\"a&quot;b\">a &lt; b &amp; &quot;c&quot;</text>\n"
            "</g>\n");
}

TEST(SvgWriter, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_escaped("a\x01z\xff\xc3\xa9"), "a\xEF\xBF\xBDz\xEF\xBF\xBD\xc3\xa9");
  EXPECT_EQ(xml_escaped("\xEF\xBF\xBE"), "\xEF\xBF\xBD");  // U+FFFE
}

TEST(SvgWriter, NumbersHaveTwoDecimalsAtMost) {
  const std::pair<double, std::string_view> cases[] = {
      {0,         "0"    },
      {-0.001,    "0"    },
      {12,        "12"   },
      {1.5,       "1.5"  },
      {0.1 + 0.2, "0.3"  },
      {-0.25,     "-0.25"},
      {1.0 / 3,   "0.33" },
      {2.05,      "2.05" },
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(svg_number(value), text);
}

// WCAG 2.2, "relative luminance" and "contrast ratio".
double luminance(std::string_view color) {
  constexpr std::array kWeights = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(std::string(color.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    sum += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(std::string_view a, std::string_view b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

const ThemeColor& color_of(std::string_view variable) {
  return *std::ranges::find(theme_colors(), variable, &ThemeColor::variable);
}

TEST(Theme, ContrastReachesWcagAa) {
  ASSERT_NEAR(contrast("#000000", "#ffffff"), 21, 0.01);
  for (const ContrastPair& pair : contrast_pairs()) {
    SCOPED_TRACE(std::string(pair.foreground) + " on " + std::string(pair.background));
    const ThemeColor& front = color_of(pair.foreground);
    const ThemeColor& back = color_of(pair.background);
    EXPECT_GE(contrast(front.light, back.light), pair.least);
    EXPECT_GE(contrast(front.dark, back.dark), pair.least);
  }
}

TEST(Theme, EveryColorOccursInAPair) {
  for (const ThemeColor& color : theme_colors()) {
    EXPECT_TRUE(std::ranges::any_of(contrast_pairs(), [&color](const ContrastPair& pair) {
      return pair.foreground == color.variable || pair.background == color.variable;
    })) << color.variable;
  }
}

TEST(Chip, Label) {
  EXPECT_EQ(chip_label(0x80, 1), "7");
  EXPECT_EQ(chip_label(0xff00, 1), "8–15");
  EXPECT_EQ(chip_label(0x11, 1), "2:1");
  EXPECT_EQ(chip_label(0x3, 2), "0,1");
  EXPECT_EQ(chip_label(0x7, 2), "3:2");
}

// What a view must hold for every request: cost_of's numbers, every word of every lane once.
void expect_faithful(const BankModel& model, const Request& request) {
  const RequestCost cost = cost_of(model, request);
  const AccessView view = view_of(model, request);
  EXPECT_EQ(view.wavefronts, cost.wavefronts);
  EXPECT_EQ(view.ideal_wavefronts, cost.ideal_wavefronts);
  ASSERT_EQ(view.phases.size(), cost.phases().size());
  std::size_t delivered = 0;
  for (std::size_t i = 0; i < view.phases.size(); ++i) {
    const PhaseView& phase = view.phases[i];
    EXPECT_EQ(phase.active, cost.phases()[i].lanes);
    EXPECT_EQ(phase.lanes & phase.active, phase.active);
    EXPECT_EQ(phase.wavefronts, cost.phases()[i].wavefronts);
    const std::vector<unsigned> depths = queue_depths(phase.deliveries, view.bank_count);
    EXPECT_EQ(*std::ranges::max_element(depths), phase.wavefronts);
    std::map<std::pair<int, std::uint32_t>, int> seen;
    for (const Delivery& delivery : phase.deliveries) {
      EXPECT_NE(delivery.lanes, 0U);
      for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1) {
        const std::pair key(std::countr_zero(rest), delivery.word.value);
        EXPECT_EQ(++seen[key], 1);
      }
    }
    delivered += seen.size();
  }
  const auto lanes = static_cast<std::size_t>(std::popcount(participants_of(request)));
  EXPECT_EQ(delivered, lanes * words_per_lane(model, request));
}

TEST(AccessView, IsFaithfulForTheCases) {
  for (const testing::FigureCase& a_case : kFigureCases) {
    SCOPED_TRACE(a_case.name);
    expect_faithful(model_of(a_case.architecture), testing::request_of(a_case));
  }
}

Request random_request(std::mt19937& random, const BankModel& model) {
  constexpr std::array kOperations = {Operation::kLoad, Operation::kStore, Operation::kAtomic,
                                      Operation::kCpAsync};
  Request request{.operation = kOperations[random() % kOperations.size()],
                  .bytes_per_lane = static_cast<std::uint8_t>(1U << random() % 5)};
  const std::uint32_t words = 1U << (random() % 9);
  request.active = (std::uint64_t{random()} << 32U | random()) | (random() % 2 == 0 ? ~0ULL : 0);
  if (model.lanes_per_warp < 64) request.active &= (LaneMask{1} << model.lanes_per_warp) - 1;
  for (std::uint32_t lane = 0; lane < model.lanes_per_warp; ++lane)
    request.addresses[lane] = {static_cast<std::uint32_t>(random()) % words *
                               request.bytes_per_lane};
  return request;
}

TEST(AccessView, IsFaithfulForRandomRequests) {
  std::mt19937 random(20240917);
  for (const Architecture& architecture : architectures()) {
    for (int i = 0; i < 60; ++i) {
      const Request request = random_request(random, architecture.bank_model);
      if (!why_malformed(architecture.bank_model, request).empty()) continue;
      SCOPED_TRACE(std::string(architecture.name) + " " + std::to_string(i));
      expect_faithful(architecture.bank_model, request);
    }
  }
}

TEST(AccessPicture, Goldens) {
  for (const testing::FigureCase& a_case : kFigureCases) {
    SCOPED_TRACE(a_case.name);
    expect_golden("figures/" + std::string(a_case.name) + ".svg",
                  access_picture(testing::view_of(a_case), "access"));
  }
}

TEST(AccessPicture, NoActiveLane) {
  const AccessView view = view_of(model_of("sm_80"), Request{});
  const std::string svg = access_picture(view, "none");
  EXPECT_NE(svg.find("No lane asks"), std::string::npos);
}

TEST(AccessPicture, HostileCodeIsEscapedAndShortened) {
  AccessView view = testing::view_of(figure_case("row"));
  view.code = "</text><script>alert(1)</script>" + std::string(5000, 'x');
  view.sentences = {std::string(3000, 'i'), "a\x02 b"};
  const std::string svg = access_picture(view, "hostile");
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find('\x02'), std::string::npos);
  expect_golden("figures/hostile.svg", svg);
}

TEST(AccessPicture, Headlines) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"column_32x32",  "32-way bank conflict"                      },
      {"column_32x33",  "No bank conflict"                          },
      {"broadcast",     "No bank conflict: sharing a word is free"  },
      {"float4_row",    "No bank conflict: wide, but not conflicted"},
      {"atomic",        "8 lanes take turns at a bank"              },
      {"double_column", "16-way bank conflict"                      },
  };
  for (const auto& [name, headline] : cases)
    EXPECT_EQ(headline_of(testing::view_of(figure_case(name))), headline);
}

TileView with_shape(const AccessView& view, const ArrayShape& shape) {
  TileView tile = tile_view(view);
  tile.shape = shape;
  return tile;
}

TEST(TilePicture, Goldens) {
  const AccessView padded = testing::view_of(figure_case("column_32x33"));
  const ArrayShape shape{.first_word = 0, .rows = 32, .row_words = 33, .used_words = 32};
  expect_golden("figures/tile_32x33.svg", tile_picture(padded, with_shape(padded, shape), "tile"));
  const AccessView scattered = testing::view_of(figure_case("scattered"));
  expect_golden("figures/tile_scattered.svg",
                tile_picture(scattered, tile_view(scattered), "tile"));
}

TEST(Tile, LeavesOutLongGaps) {
  TileView tile;
  for (const std::uint32_t row : {0U, 1U, 3U, 9U}) tile.marks.push_back({.word = {row * 32}});
  std::string text;
  for (const TileLine& line : tile_lines(tile))
    text +=
        (line.left_out > 0 ? "~" + std::to_string(line.left_out) : std::to_string(line.row)) + " ";
  EXPECT_EQ(text, "0 1 2 3 ~5 9 ");
}

TEST(FixPicture, Golden) {
  const AccessView before = testing::view_of(figure_case("column_32x32"));
  const AccessView after = testing::view_of(figure_case("column_32x33"));
  const FixView view{
      .change = "pad each row by 1 element",
      .price = "32 words (128 bytes, 3.1 %)",
      .before = {before, with_shape(before, {.rows = 32, .row_words = 32, .used_words = 32})},
      .after = {after,  with_shape(after,  {.rows = 32, .row_words = 33, .used_words = 32})}
  };
  expect_golden("figures/fix_32x32.svg", fix_picture(view, "fix"));
}

}  // namespace
}  // namespace smemlens::figures
