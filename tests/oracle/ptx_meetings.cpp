#include "tests/oracle/ptx_meetings.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;
using Lanes = std::map<LaneNumber, std::vector<Bits>>;

// The manual's pseudocode of shfl.
std::vector<Bits> shuffled(const Meeting& meeting, LaneNumber lane) {
  const ptx::Instruction& instruction = *meeting.instruction;
  const auto& own = meeting.sources.at(lane);
  const std::uint32_t b = own[1] & 31;
  const std::uint32_t clamp = own[2] & 31;
  const std::uint32_t segment = own[2] >> 8 & 31;
  const std::uint32_t most = (lane & segment) | (clamp & ~segment);
  const std::uint32_t least = lane & segment;
  std::int64_t from = least | (b & ~segment);  // .idx
  if (instruction.modifiers.has(Modifier::kUp)) from = std::int64_t{lane} - b;
  if (instruction.modifiers.has(Modifier::kDown)) from = lane + b;
  if (instruction.modifiers.has(Modifier::kBfly)) from = lane ^ b;
  const bool is_in_range = instruction.modifiers.has(Modifier::kUp) ? from >= most : from <= most;
  const auto source = meeting.sources.find(is_in_range ? static_cast<LaneNumber>(from) : lane);
  // From a lane that isn't there: the own value, as smemlens/simt/operations.h settles it.
  const Bits value = source == meeting.sources.end() ? own[0] : source->second[0];
  return {value, Bits{is_in_range}};
}

std::vector<Bits> voted(const Meeting& meeting, LaneNumber /*lane*/) {
  Bits ballot = 0;
  for (const auto& [lane, sources] : meeting.sources) ballot |= sources[0] << lane;
  const auto ayes = std::count_if(meeting.sources.begin(), meeting.sources.end(),
                                  [](const auto& lane) { return lane.second[0] != 0; });
  const auto all = static_cast<std::ptrdiff_t>(meeting.sources.size());
  const ptx::ModifierSet& modifiers = meeting.instruction->modifiers;
  if (modifiers.has(Modifier::kBallot)) return {ballot};
  if (modifiers.has(Modifier::kAll)) return {Bits{ayes == all}};
  if (modifiers.has(Modifier::kAny)) return {Bits{ayes > 0}};
  return {Bits{ayes == 0 || ayes == all}};  // .uni
}

std::vector<Bits> matched(const Meeting& meeting, LaneNumber lane) {
  const unsigned bits = ptx::bits_of(meeting.instruction->types[0]);
  const auto value = [&](const std::vector<Bits>& sources) {
    return low_bits(static_cast<Whole>(sources[0]), bits);
  };
  Bits same = 0;
  Bits all = 0;
  for (const auto& [other, sources] : meeting.sources) {
    all |= Bits{1} << other;
    if (value(sources) == value(meeting.sources.at(lane))) same |= Bits{1} << other;
  }
  if (meeting.instruction->modifiers.has(Modifier::kAny)) return {same};
  return {same == all ? all : 0, Bits{same == all}};
}

std::vector<Bits> reduced(const Meeting& meeting, LaneNumber /*lane*/) {
  std::optional<Bits> result;
  for (const auto& [lane, sources] : meeting.sources) {
    const Bits value = sources[0] & 0xffffffff;
    result = result ? *after_atomic(*meeting.instruction, *result, {value}) : value;
  }
  return {*result};
}

std::vector<Bits> nothing(const Meeting& /*meeting*/, LaneNumber /*lane*/) {
  return {};
}

struct Row {
  Opcode opcode;
  std::vector<Bits> (*of_lane)(const Meeting& meeting, LaneNumber lane);
};
constexpr Row kRows[] = {
    {Opcode::kShfl,        shuffled},
    {Opcode::kVote,        voted   },
    {Opcode::kMatch,       matched },
    {Opcode::kRedux,       reduced },
    {Opcode::kBarWarpSync, nothing },
};

}  // namespace

std::optional<Lanes> outcome_of(const Meeting& meeting) {
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) {
    return r.opcode == meeting.instruction->opcode;
  });
  if (row == std::end(kRows)) return std::nullopt;
  Lanes results;
  for (const auto& [lane, sources] : meeting.sources) results[lane] = row->of_lane(meeting, lane);
  return results;
}

Bits barrier_result(const ptx::Instruction& barrier, const std::vector<bool>& votes) {
  const auto ayes = std::count(votes.begin(), votes.end(), true);
  if (barrier.modifiers.has(Modifier::kPopc)) return static_cast<Bits>(ayes);
  if (barrier.modifiers.has(Modifier::kAnd)) {
    return Bits{ayes == static_cast<std::ptrdiff_t>(votes.size())};
  }
  return Bits{ayes > 0};  // .or
}

std::optional<Bits> after_atomic(const ptx::Instruction& instruction, Bits old,
                                 const std::vector<Bits>& operands) {
  const Type type = instruction.types[0];
  const ptx::ModifierSet& modifiers = instruction.modifiers;
  if (ptx::is_float(type)) return std::nullopt;
  const Whole a = whole_from(old, type);
  const Whole b = whole_from(operands[0], type);
  const auto stored = [&](Whole value) { return low_bits(value, ptx::bits_of(type)); };
  if (modifiers.has(Modifier::kAdd)) return stored(a + b);
  if (modifiers.has(Modifier::kMin)) return stored(std::min(a, b));
  if (modifiers.has(Modifier::kMax)) return stored(std::max(a, b));
  if (modifiers.has(Modifier::kAnd)) return stored(a & b);
  if (modifiers.has(Modifier::kOr)) return stored(a | b);
  if (modifiers.has(Modifier::kXor)) return stored(a ^ b);
  if (modifiers.has(Modifier::kExch)) return stored(b);
  if (modifiers.has(Modifier::kInc)) return stored(a >= b ? Whole{0} : a + 1);
  if (modifiers.has(Modifier::kDec)) return stored(a == 0 || a > b ? b : a - 1);
  if (modifiers.has(Modifier::kCas)) {
    return stored(a == b ? whole_from(operands[1], type) : a);
  }
  return std::nullopt;
}

}  // namespace smemlens::testing
