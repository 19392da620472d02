#pragma once

// What the lesson's pictures share: 32 lanes above, 32 drawers below, the queues under the drawers,
// and in the corner how many passes that takes beside the ideal.
//
//   Two lanes a bank                         2 passes   1 ideal
//   lane  (0)(1)(2) … (31)
//         |    | /
//   bank  [0][1][2] … [31]
//   pass  [0]////[1]                         ////: idle
//         16     17
//
// The same in both layouts; on a phone a column is 11 units wide, and an axis tells the numbers.
// Accent means «look here» and stands at one place a figure; a conflict is told by the height of
// its queue and its ×n.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

inline constexpr unsigned kLessonLanes = 32;
inline constexpr LaneMask kAllLanes = (LaneMask{1} << kLessonLanes) - 1;

// Lane i reads word `words[i]`, a load of 4 bytes on the standard architecture.
using LaneWords = std::array<std::uint32_t, kLessonLanes>;
Request lesson_request(const LaneWords& words, LaneMask active);
AccessView lesson_view(const LaneWords& words, LaneMask active);

// How the view's deliveries spread over its banks.
Spread spread_of(const AccessView& view);

// lane → `stride` × lane.
LaneWords strided_words(std::uint32_t stride);

// The deliveries of `view`'s one phase; none if no lane asks.
std::span<const Delivery> deliveries_of(const AccessView& view);

struct Stage {
  FigureOptions options;
  Columns lanes;
  Columns banks;  // the same columns, but in a picture with fewer banks than lanes
  double width = 0;

  bool is_phone() const { return options.is_phone(); }
  double left() const { return lanes.left; }
  double right() const { return lanes.left + lanes.width(); }
  // `wide` or, on a phone, `phone`.
  double pick(double wide, double phone) const { return is_phone() ? phone : wide; }
  std::string_view text(TextId id) const { return text_of(id, options.language); }
  std::string text(TextId id, std::initializer_list<Filling> fillings) const {
    return text_of(id, options.language, fillings);
  }
};

Stage stage_of(const FigureOptions& options);

Canvas canvas_of(const FigureOptions& options);

// What a picture counts that shows something else than passes: "2 lines".
struct OwnCount {
  unsigned count = 0;
  std::string_view name;
};

// What stands at a picture's head.
struct Heading {
  std::string title;
  std::string code;     // may be empty; shortened to its room
  unsigned passes = 0;  // 0: the picture shows no access, and no counter
  unsigned ideal = 0;
  bool is_exact = true;         // else the passes have a "~"
  std::optional<OwnCount> own;  // in the counter's place
};

// Draws it at the top; what is below begins at heading_bottom(stage).
void draw_heading(Canvas& canvas, const Stage& stage, const Heading& heading);
double heading_bottom(const Stage& stage);

// What a picture says of its access: at its head and in sentences.
struct Telling {
  std::string title;
  std::string words;
};

// The same, or the question how many passes `code` takes while the reader is to guess.
Telling telling_or_question(const Stage& stage, std::string_view code, Telling telling);

// A row's name: left of it, or on a phone above its left end.
void draw_row_name(Canvas& canvas, const Stage& stage, double middle, std::string_view name);

// "0 8 16 24 31" under the columns, base line `y`, with `name` before it.
void draw_axis(Canvas& canvas, const Stage& stage, double y, std::string_view name);

// A sentence under the picture, wrapped to its width; `y` is the first base line.
void draw_sentence(Canvas& canvas, const Stage& stage, double y, std::string_view sentence);

// The 32 lanes; `top` is the row's upper edge. On a phone a strip of 44 units around them takes the
// finger: dragging it changes `handle`.
void draw_stage_lanes(Canvas& canvas, const Stage& stage, double top, LaneMask active,
                      std::string_view handle = "lane");

// Where the queues stand, and which lanes to look at.
struct QueuePlan {
  double top = 0;
  double row_height = 0;
  unsigned rows = 0;     // at least the deepest queue
  LaneMask look = 0;     // in accent
  double lanes_top = 0;  // where served chips go: onto their lanes
};

// A row's height that shows digits where there is room: `most` units for all rows together.
double row_height_of(const Stage& stage, unsigned rows, double most);

// The chips of `view`: in their queues, or, with options.pass, those that are served on their lanes
// and the rest moved up. Idle places are hatched; ×n stands below a queue. A picture that asks has
// a question mark in their place.
void draw_queues(Canvas& canvas, const Stage& stage, const QueuePlan& plan, const AccessView& view);

// Drawers that are asked, and those that idle; in the lesson only what to look at is in accent.
std::vector<DrawerState> drawer_states(const Stage& stage, const AccessView& view);

// Where arrows begin and end.
struct Gap {
  double top = 0;
  double bottom = 0;
};

// Arrows from lanes to banks, of those that are still waiting; none while the reader is to guess.
// Lanes of `look` in accent.
void draw_requests(Canvas& canvas, const Stage& stage, Gap gap, const AccessView& view,
                   LaneMask look);

// True if `pass` of them are over and the delivery's is among them.
bool is_served(const Stage& stage, const Delivery& delivery);

// A rectangle that the page lets a finger or mouse drag: `unit` viewBox units are one step.
struct Handle {
  std::string_view name;  // "stride", "pad", …
  double unit = 0;
};
void draw_touch_zone(Canvas& canvas, const Box& box, const Handle& handle);

// Closes the picture. `sentences` is the text twin, for which begin_figure took it as description.
Figure finished(Canvas& canvas, const AccessView& view, std::string sentences);

}  // namespace smemlens::figures
