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

// What is asked for, and in which banks item `item` of it lies.
LawFacts facts_of(const Shape& shape, std::uint32_t item) {
  const std::uint32_t width = shape.item_bytes / shape.model->word_bytes;
  const std::uint32_t first = item % shape.slots * width;
  return {.operation = shape.request->operation,
          .element_bytes = shape.is_one_word() ? 0 : shape.item_bytes,
          .item = text(item),
          .first_bank = first,
          .last_bank = first + width - 1,
          .first_lane = shape.first_lane};
}

std::string per_phase(const Shape& shape) {
  return shape.phases.count == 1 ? "" : text(shape.phases.count) + " * ";
}

// Stride 0: the gcd law does not apply.
std::optional<Law> broadcast_law(const Shape& shape) {
  for (LaneMask rest = participants_of(*shape.request); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (shape.address(lane) != shape.address(shape.first_lane)) return std::nullopt;
  }
  const LawFacts facts = facts_of(shape, shape.item(shape.first_lane));
  if (shape.lane_count == 1)
    return Law{"1 for one lane", shape.phases.count, LawReason::kOneLane, facts};
  return Law{per_phase(shape) + "1 for stride 0", shape.phases.count, LawReason::kBroadcast, facts};
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

// "3 + 32 * i": the item of lane i; lanes count from the first active one.
std::string walk_text(const Shape& shape, std::int64_t stride) {
  const std::int64_t start =
      std::int64_t{shape.item(shape.first_lane)} - (stride * std::int64_t{shape.first_lane});
  const std::int64_t size = stride < 0 ? -stride : stride;
  const std::string step = size == 1 ? "i" : std::to_string(size) + " * i";
  if (start != 0) return std::to_string(start) + (stride < 0 ? " - " : " + ") + step;
  return (stride < 0 ? "-" : "") + step;
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
  LawFacts facts = facts_of(shape, shape.item(shape.first_lane));
  facts.item = walk_text(shape, signed_stride);
  facts.lanes = sharing == 1 ? lanes : sharing;
  facts.lane_step = shape.slots / gcd;
  return Law{per_phase(shape) + ceiling + " = " + text(value), value,
             sharing == 1 ? LawReason::kApart : LawReason::kTogether, facts};
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
  return Law{
      shape.phases.count == 1 ? "1 in one row of banks"
                              : per_phase(shape) + "1 = " + text(shape.phases.count),
      shape.phases.count,
      LawReason::kOneRow,
      {.span_bytes = span_bytes, .banks = shape.model->banks}
  };
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
    return Law{
        "2^(5 - " + text(bits) + ") = " + text(value), value, LawReason::kXor, {.bits = bits}};
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
    return Law{
        text(row_words) + " = " + text(run) + " * " + text(row_words / run) +
            ", an odd multiple: 1",
        1,
        LawReason::kBlock,
        {.row_words = row_words, .run_words = run}
    };
  }
  return std::nullopt;
}

// S8: word t (t + 1) / 2.
std::optional<Law> triangular_law(const Shape& shape) {
  if (!shape.is_whole_warp()) return std::nullopt;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if (shape.item(lane) - shape.item(0) != lane * (lane + 1) / 2) return std::nullopt;
  }
  return Law{"t * (t + 1) / 2 mod 32 takes 32 values: 1",
             triangular_wavefronts(),
             LawReason::kTriangular,
             {}};
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
        LawReason::kPadded,
        {}};
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
