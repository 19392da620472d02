#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

namespace {

// A request as the laws see it: what its lanes ask for, in units of `item_bytes`.
struct Shape {
  const BankModel* model = nullptr;
  const Request* request = nullptr;
  PhaseList phases;
  std::uint32_t item_bytes = 4;  // the larger of the word and the access
  std::uint32_t slots = 32;      // items side by side in one row of banks
  std::uint32_t lane_count = 0;
  std::uint32_t first_lane = 0;
  bool lanes_are_a_run = false;

  std::uint32_t address(std::uint32_t lane) const { return request->addresses[lane].value; }
  std::uint32_t item(std::uint32_t lane) const { return address(lane) / item_bytes; }
  bool is_one_word() const { return item_bytes == model->word_bytes; }
  // 32 lanes, one phase, 32 banks: what the laws of tiles are about.
  bool is_whole_warp() const {
    return phases.count == 1 && phases.phases[0].lanes == 0xffffffff && slots == 32 &&
           is_one_word();
  }
};

Shape shape_of(const BankModel& model, const ServiceRule& rule, const Request& request) {
  Shape shape{.model = &model, .request = &request, .phases = phases_of(rule, request)};
  shape.item_bytes = std::max<std::uint32_t>(request.bytes_per_lane, model.word_bytes);
  shape.slots = model.banks / (shape.item_bytes / model.word_bytes);
  const LaneMask lanes = participants_of(request);
  shape.lane_count = static_cast<std::uint32_t>(std::popcount(lanes));
  shape.first_lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const LaneMask run = lanes >> shape.first_lane;
  shape.lanes_are_a_run = (run & (run + 1)) == 0;
  return shape;
}

std::string text(std::uint32_t number) {
  return std::to_string(number);
}

std::string verb_of(const Shape& shape) {
  switch (shape.request->operation) {
    case Operation::kLoad:
    case Operation::kLdmatrix:
      return " reads ";
    case Operation::kStore:
    case Operation::kStmatrix:
    case Operation::kCpAsync:
    case Operation::kCpAsyncBypass:
      return " writes ";
    case Operation::kAtomic:
      break;
  }
  return " updates ";
}

// "word" or "16-byte element": the item's name.
std::string item_name(const Shape& shape) {
  return shape.is_one_word() ? "word" : text(shape.item_bytes) + "-byte element";
}

// "bank 4" or "banks 4 to 7": where item `item` lies.
std::string banks_text(const Shape& shape, std::uint32_t item) {
  const std::uint32_t width = shape.item_bytes / shape.model->word_bytes;
  const std::uint32_t first = item % shape.slots * width;
  if (width == 1) return "bank " + text(first);
  return "banks " + text(first) + " to " + text(first + width - 1);
}

std::string per_phase(const Shape& shape) {
  return shape.phases.count == 1 ? "" : text(shape.phases.count) + " * ";
}

// Lanes of the first phase at steps of `step`: "0, 8, 16 and 24", cut after four.
std::string lanes_text(std::uint32_t first, std::uint32_t step, std::uint32_t count) {
  std::string lanes = text(first);
  const std::uint32_t shown = std::min(count, 4U);
  for (std::uint32_t i = 1; i < shown; ++i) {
    lanes += (i + 1 == count ? " and " : ", ") + text(first + (i * step));
  }
  return count > shown ? lanes + ", …" : lanes;
}

// Stride 0: the gcd law does not apply.
std::optional<Law> broadcast_law(const Shape& shape) {
  for (LaneMask rest = participants_of(*shape.request); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (shape.address(lane) != shape.address(shape.first_lane)) return std::nullopt;
  }
  const std::uint32_t item = shape.item(shape.first_lane);
  const std::string place = item_name(shape) + " " + text(item) + " in " + banks_text(shape, item);
  if (shape.lane_count == 1) {
    return Law{
        "1 for one lane", shape.phases.count,
        "lane " + text(shape.first_lane) + verb_of(shape) + place + " and no other lane is active"};
  }
  return Law{shape.phases.count == 1 ? "1 for stride 0" : per_phase(shape) + "1 for stride 0",
             shape.phases.count,
             "every lane" + verb_of(shape) + place +
                 ", and a bank serves any number of lanes with one word in one wavefront; the gcd "
                 "law is about different words and does not apply"};
}

bool phases_are_alike_runs(const Shape& shape) {
  const int lanes = std::popcount(shape.phases.phases[0].lanes);
  return std::ranges::all_of(shape.phases.all(), [lanes](const Phase& phase) {
    const LaneMask run = phase.lanes >> std::countr_zero(phase.lanes);
    return (run & (run + 1)) == 0 && std::popcount(phase.lanes) == lanes && phase.words == 0;
  });
}

// The step from each lane's address to the next lane's, if it is always the same and not 0.
std::optional<std::int64_t> constant_stride(const Shape& shape) {
  if (!shape.lanes_are_a_run || shape.lane_count < 2) return std::nullopt;
  const auto step_after = [&shape](std::uint32_t lane) {
    return std::int64_t{shape.address(lane + 1)} - shape.address(lane);
  };
  const std::int64_t stride = step_after(shape.first_lane);
  for (std::uint32_t i = 1; i + 1 < shape.lane_count; ++i) {
    if (step_after(shape.first_lane + i) != stride) return std::nullopt;
  }
  return stride == 0 ? std::nullopt : std::optional(stride);
}

// "lane l reads word 3 + 32 * l"; lanes count from the first active one.
std::string walk_text(const Shape& shape, std::int64_t stride) {
  const std::int64_t start =
      std::int64_t{shape.item(shape.first_lane)} - (stride * std::int64_t{shape.first_lane});
  const std::string step = std::to_string(stride < 0 ? -stride : stride) + " * l";
  std::string place = (stride < 0 ? "-" : "") + step;
  if (start != 0) place = std::to_string(start) + (stride < 0 ? " - " : " + ") + step;
  return "lane l" + verb_of(shape) + item_name(shape) + " " + place;
}

// S1 and S2: every phase is a run of lanes at a constant stride of whole items.
std::optional<Law> stride_law(const Shape& shape) {
  const std::optional<std::int64_t> stride_bytes = constant_stride(shape);
  if (!stride_bytes || *stride_bytes % shape.item_bytes != 0) return std::nullopt;
  if (!phases_are_alike_runs(shape)) return std::nullopt;
  const std::int64_t signed_stride = *stride_bytes / shape.item_bytes;
  const auto stride =
      static_cast<std::uint32_t>(signed_stride < 0 ? -signed_stride : signed_stride);
  const std::uint32_t gcd = std::gcd(stride, shape.slots);
  const LaneMask first_phase = shape.phases.phases[0].lanes;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(first_phase));
  const std::uint32_t sharing = stride_wavefronts(lanes, shape.slots, stride);
  const std::uint32_t value = shape.phases.count * sharing;

  const std::string gcd_text = "gcd(" + text(stride) + ", " + text(shape.slots) + ")";
  const std::string ceiling = lanes == shape.slots ? gcd_text
                                                   : "ceil(" + text(lanes) + " * " + gcd_text +
                                                         " / " + text(shape.slots) + ")";
  std::string because = walk_text(shape, signed_stride) + ", so ";
  if (sharing == 1) {
    because += "no two of a phase's " + text(lanes) + " lanes share a bank";
  } else {
    because += "lanes " + lanes_text(shape.first_lane, shape.slots / gcd, sharing) + " share " +
               banks_text(shape, shape.item(shape.first_lane)) + " with different words";
  }
  return Law{per_phase(shape) + ceiling + " = " + text(value), value, because};
}

// Consecutive words lie in different banks: whatever fits in one row's width costs 1 a phase.
std::optional<Law> row_law(const Shape& shape) {
  const std::uint32_t span_bytes = shape.slots * shape.item_bytes;
  for (const Phase& phase : shape.phases.all()) {
    std::uint32_t low = ~0U;
    std::uint32_t high = 0;
    for (LaneMask rest = phase.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      low = std::min(low, shape.item(lane));
      high = std::max(high, shape.item(lane));
    }
    if (high - low >= shape.slots || phase.words != 0) return std::nullopt;
  }
  return Law{shape.phases.count == 1 ? "1 in one row of banks"
                                     : per_phase(shape) + "1 = " + text(shape.phases.count),
             shape.phases.count,
             "a phase's lanes stay within " + text(span_bytes) + " consecutive bytes, where each " +
                 "of the " + text(shape.model->banks) +
                 " banks has one word, and lanes that ask for the same word are served together"};
}

// S5: row l of a 32-word-wide tile, column c ^ (l mod 2^bits).
std::optional<Law> xor_law(const Shape& shape) {
  if (!shape.is_whole_warp()) return std::nullopt;
  const std::uint32_t first = shape.item(0);
  for (std::uint32_t bits = 5; bits > 0; --bits) {
    const std::uint32_t mask = (1U << bits) - 1;
    bool holds = true;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t row = shape.item(lane) / 32;
      const std::uint32_t flips = (row ^ (first / 32)) & mask;
      holds = holds && row == first / 32 + lane && ((shape.item(lane) ^ first) & 31) == flips;
    }
    if (!holds) continue;
    const std::uint32_t value = xor_column_wavefronts(bits);
    return Law{"2^(5 - " + text(bits) + ") = " + text(value), value,
               "each row's column index is XORed by the low " + text(bits) +
                   " bits of the row, which takes " + text(1U << bits) +
                   " different values, so a column visits as many banks"};
  }
  return std::nullopt;
}

// S4: rows of `width` consecutive words, or columns of as many rows.
std::optional<Law> block_law(const Shape& shape) {
  if (!shape.is_whole_warp()) return std::nullopt;
  for (std::uint32_t width = 2; width < 32; width *= 2) {
    const std::uint32_t first = shape.item(0);
    const std::uint32_t along = shape.item(1) - first;
    const std::uint32_t across = shape.item(width) - first;
    bool holds = true;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      holds = holds && shape.item(lane) == first + lane / width * across + lane % width * along;
    }
    const bool is_rows =
        holds && along == 1 && across >= width && block_is_conflict_free(width, across);
    const bool is_columns = holds && across == 1 && along >= 32 / width &&
                            transposed_block_is_conflict_free(width, along);
    if (!is_rows && !is_columns) continue;
    const std::uint32_t run = is_rows ? width : 32 / width;
    const std::uint32_t row_words = is_rows ? across : along;
    return Law{text(row_words) + " = " + text(run) + " * " + text(row_words / run) +
                   ", an odd multiple: 1",
               1,
               "rows of the tile are " + text(row_words) + " words apart and the warp covers " +
                   text(run) + " consecutive words of each of " + text(32 / run) +
                   " rows, so their banks tile the 32 without overlap"};
  }
  return std::nullopt;
}

// S8: word t (t + 1) / 2.
std::optional<Law> triangular_law(const Shape& shape) {
  if (!shape.is_whole_warp()) return std::nullopt;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if (shape.item(lane) - shape.item(0) != lane * (lane + 1) / 2) return std::nullopt;
  }
  return Law{"t * (t + 1) / 2 mod 32 takes 32 values: 1", triangular_wavefronts(),
             "the first 32 triangular numbers leave 32 different remainders modulo 32"};
}

// S6: element 2^k * l stored with one pad word every 32.
std::optional<Law> padded_law(const Shape& shape) {
  if (!shape.is_whole_warp()) return std::nullopt;
  for (std::uint32_t k = 1; k <= 10; ++k) {
    bool holds = true;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t index = lane << k;
      holds = holds && shape.item(lane) == index + index / 32;
    }
    if (!holds) continue;
    const std::uint32_t value = padded_stride_wavefronts(k);
    return Law{
        k <= 5 ? "stride 2^" + text(k) + ", padded: 1" : "2^(" + text(k) + " - 5) = " + text(value),
        value,
        "one pad word every 32 moves each run of 32 words on by one bank, which spreads "
        "strides up to 32 over all banks"};
  }
  return std::nullopt;
}

using Recogniser = std::optional<Law> (*)(const Shape&);

// The plainest explanation first.
constexpr std::array<Recogniser, 7> kRecognisers = {broadcast_law,  stride_law, row_law,  xor_law,
                                                    triangular_law, padded_law, block_law};

}  // namespace

std::optional<Law> explain_law(const BankModel& model, const Request& request) {
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  if (rules == nullptr || participants_of(request) == 0) return std::nullopt;
  const RequestCost cost = cost_of(model, request);
  if (!cost.is_exact()) return std::nullopt;
  const Shape shape = shape_of(model, rules->rules[0], request);
  for (const Recogniser recognise : kRecognisers) {
    std::optional<Law> law = recognise(shape);
    if (law && law->value == cost.wavefronts) return law;
  }
  return std::nullopt;
}

}  // namespace smemlens
