// Exchanges between the lanes of a warp: shfl, vote, match, redux, activemask, elect (PTX ISA "Warp
// Shuffle Functions" and "Parallel Synchronization and Communication Instructions").
//
// The lanes that take part are those of `mask`; for a .sync form also of its member mask. Lanes
// that name different members are separate exchanges: the tiles of a warp (by_members).

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
using Lanes = std::array<T, kLanes>;

template <class T>
Lanes<T> read_lanes(std::byte* frame, const Operation& operation, unsigned slot) {
  const Source<T> source(frame, operation, slot);
  Lanes<T> values;
  for (unsigned lane = 0; lane < kLanes; ++lane) values[lane] = source[lane];
  return values;
}

void write_lanes(std::byte* frame, const Operation& operation, WarpMask mask,
                 const Lanes<U32>& values) {
  Destination<U32, false> result(frame, operation, 0, mask);
  for (unsigned lane = 0; lane < kLanes; ++lane) result.store(lane, values[lane]);
}

void write_everywhere(std::byte* frame, const Operation& operation, WarpMask mask, U32 value) {
  Lanes<U32> values;
  values.fill(value);
  write_lanes(frame, operation, mask, values);
}

bool is_in(WarpMask mask, unsigned lane) {
  return (mask >> lane & 1U) != 0;
}

// The lanes of `mask` that the member mask in `slot` names.
WarpMask members(std::byte* frame, const Operation& operation, WarpMask mask, unsigned slot) {
  const Source<U32> member_mask(frame, operation, slot);
  return mask & member_mask[static_cast<unsigned>(std::countr_zero(mask))];
}

enum class Members : std::uint8_t { kActive, kInLastSlot };

template <Members kMembers, unsigned kLastSlot>
WarpMask taking_part(std::byte* frame, const Operation& operation, WarpMask mask) {
  return kMembers == Members::kActive ? mask : members(frame, operation, mask, kLastSlot);
}

// --- shfl ----------------------------------------------------------------------------------------

// The lane that a lane reads, and whether it lies in the lane's segment.
struct ShuffleSource {
  U32 lane;
  bool is_inside;
};

// c: bits 0–4 clamp, bits 8–12 the bits of a lane that say its segment. Each function: the source
// of `lane` for operand b, first and last of its segment's clamp.
using ShuffleMode = ShuffleSource (*)(U32 lane, U32 b, U32 first, U32 last);

ShuffleSource shuffle_up(U32 lane, U32 b, U32 /*first*/, U32 last) {
  return {lane - b, static_cast<S32>(lane - b) >= static_cast<S32>(last)};
}
ShuffleSource shuffle_down(U32 lane, U32 b, U32 /*first*/, U32 last) {
  return {lane + b, lane + b <= last};
}
ShuffleSource shuffle_butterfly(U32 lane, U32 b, U32 /*first*/, U32 last) {
  return {lane ^ b, (lane ^ b) <= last};
}
ShuffleSource shuffle_index(U32 /*lane*/, U32 b, U32 first, U32 last) {
  return {first | b, (first | b) <= last};
}

// Slots d [p] a b c [member mask].
template <ShuffleMode kMode, unsigned kResults>
void shuffle(std::byte* frame, const Operation& operation, WarpMask mask) {
  const auto a = read_lanes<U32>(frame, operation, kResults);
  const Source<U32> b(frame, operation, kResults + 1);
  const Source<U32> c(frame, operation, kResults + 2);
  Lanes<U32> result;
  WarpMask inside = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const U32 segment = c[lane] >> 8 & 31U;
    const U32 first = lane & segment;
    const U32 last = first | (c[lane] & 31U & ~segment);
    const U32 amount = b[lane] & 31U;
    const ShuffleSource source =
        kMode(lane, kMode == shuffle_index ? amount & ~segment : amount, first, last);
    const bool is_read = source.is_inside && is_in(mask, source.lane & 31U);
    result[lane] = a[is_read ? source.lane & 31U : lane];
    inside |= source.is_inside ? 1U << lane : 0U;
  }
  write_lanes(frame, operation, mask, result);
  if (kResults == 2) write_predicate(predicate_at(frame, operation, 1), inside, mask);
}

// --- vote, activemask, elect ---------------------------------------------------------------------

bool vote_all(WarpMask yes, WarpMask voters) {
  return yes == voters;
}
bool vote_any(WarpMask yes, WarpMask /*voters*/) {
  return yes != 0;
}
bool vote_uniform(WarpMask yes, WarpMask voters) {
  return yes == 0 || yes == voters;
}

// Slots p a [member mask].
template <auto kVote, Members kMembers>
void vote(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask voters = taking_part<kMembers, 2>(frame, operation, mask);
  const WarpMask yes = read_predicate(frame, operation, 1) & voters;
  write_predicate(predicate_at(frame, operation, 0), kVote(yes, voters) ? kAllLanes : 0, mask);
}

// Slots d a [member mask].
template <Members kMembers>
void ballot(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask voters = taking_part<kMembers, 2>(frame, operation, mask);
  write_everywhere(frame, operation, mask, read_predicate(frame, operation, 1) & voters);
}

void active_lanes(std::byte* frame, const Operation& operation, WarpMask mask) {
  write_everywhere(frame, operation, mask, mask);
}

// Slots d p member mask: the lowest member is elected.
void elect(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask voters = members(frame, operation, mask, 2);
  const auto leader = static_cast<U32>(std::countr_zero(voters));
  write_predicate(predicate_at(frame, operation, 1), voters & (0U - voters), mask);
  write_everywhere(frame, operation, mask, leader);
}

// --- match, redux --------------------------------------------------------------------------------

template <class T>
WarpMask equal_lanes(const Lanes<T>& values, T value, WarpMask among) {
  WarpMask equal = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    equal |= values[lane] == value ? 1U << lane : 0U;
  }
  return equal & among;
}

// Slots d a member mask.
template <class T>
void match_any(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask group = members(frame, operation, mask, 2);
  const auto a = read_lanes<T>(frame, operation, 1);
  Lanes<U32> result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = equal_lanes(a, a[lane], group);
  write_lanes(frame, operation, mask, result);
}

// Slots d [p] a member mask.
template <class T, unsigned kResults>
void match_all(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask group = members(frame, operation, mask, kResults + 1);
  const auto a = read_lanes<T>(frame, operation, kResults);
  const T first = a[static_cast<unsigned>(std::countr_zero(group)) & 31U];
  const bool is_match = equal_lanes(a, first, group) == group;
  if (kResults == 2) {
    write_predicate(predicate_at(frame, operation, 1), is_match ? kAllLanes : 0, mask);
  }
  write_everywhere(frame, operation, mask, is_match ? group : 0);
}

U32 sum(U32 a, U32 b) {
  return a + b;
}
U32 both(U32 a, U32 b) {
  return a & b;
}
U32 either(U32 a, U32 b) {
  return a | b;
}
U32 one_of(U32 a, U32 b) {
  return a ^ b;
}
template <class T>
T smaller(T a, T b) {
  return std::min(a, b);
}
template <class T>
T larger(T a, T b) {
  return std::max(a, b);
}

// Slots d a member mask.
template <auto kReduce, class T>
void reduce(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask group = members(frame, operation, mask, 2);
  const auto a = read_lanes<T>(frame, operation, 1);
  WarpMask left = group & (group - 1);
  T result = a[static_cast<unsigned>(std::countr_zero(group)) & 31U];
  for (; left != 0; left &= left - 1) {
    result = kReduce(result, a[static_cast<unsigned>(std::countr_zero(left))]);
  }
  write_everywhere(frame, operation, mask, static_cast<U32>(result));
}

// redux of f32, whose NaN has one pattern.
template <auto kReduce, bool kTakesMagnitudes>
void reduce_floats(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask group = members(frame, operation, mask, 2);
  const auto a = read_lanes<U32>(frame, operation, 1);
  const auto number = [&a](WarpMask lanes) {
    const auto value =
        std::bit_cast<float>(a[static_cast<unsigned>(std::countr_zero(lanes)) & 31U]);
    return kTakesMagnitudes ? absolute(value) : value;
  };
  float result = number(group);
  for (WarpMask left = group & (group - 1); left != 0; left &= left - 1) {
    result = kReduce(result, number(left));
  }
  write_everywhere(frame, operation, mask, std::bit_cast<U32>(canonical(result)));
}

// --- the table -----------------------------------------------------------------------------------

constexpr SlotClass kWord = SlotClass::k32;
constexpr SlotClass kBit = SlotClass::kPredicate;

template <ComputeFunction kFunction, unsigned kResults, SlotClass... kClasses>
constexpr WarpFunctions kExchange = [] {
  WarpFunctions functions = kWholeWarp<kFunction, kResults, kClasses...>;
  functions.reads_other_lanes = true;
  return functions;
}();

// kFunction once for each member mask among the lanes.
template <ComputeFunction kFunction, unsigned kMaskSlot>
void by_members(std::byte* frame, const Operation& operation, WarpMask mask) {
  const auto member_masks = read_lanes<U32>(frame, operation, kMaskSlot);
  for (WarpMask left = mask; left != 0;) {
    const U32 first = member_masks[static_cast<unsigned>(std::countr_zero(left))];
    const WarpMask same = equal_lanes(member_masks, first, left);
    kFunction(frame, operation, same);
    left &= ~same;
  }
}

// An exchange whose last slot is the member mask.
template <ComputeFunction kFunction, unsigned kResults, SlotClass... kClasses>
constexpr WarpFunctions kSyncExchange =
    kExchange<by_members<kFunction, sizeof...(kClasses) - 1>, kResults, kClasses...>;

template <auto kVote>
constexpr WarpFunctions kVoteSync =
    kSyncExchange<vote<kVote, Members::kInLastSlot>, 1, kBit, kBit, kWord>;
template <auto kVote>
constexpr WarpFunctions kVoteActive = kExchange<vote<kVote, Members::kActive>, 1, kBit, kBit>;
constexpr WarpFunctions kElection = kSyncExchange<elect, 2, kWord, kBit, kWord>;
constexpr WarpFunctions kBallotSync =
    kSyncExchange<ballot<Members::kInLastSlot>, 1, kWord, kBit, kWord>;
constexpr WarpFunctions kBallotActive = kExchange<ballot<Members::kActive>, 1, kWord, kBit>;
template <class T>
constexpr WarpFunctions kMatchAny = kSyncExchange<match_any<T>, 1, kWord, kClassOf<T>, kWord>;
template <class T>
constexpr WarpFunctions kMatchAll = kSyncExchange<match_all<T, 1>, 1, kWord, kClassOf<T>, kWord>;
template <class T>
constexpr WarpFunctions kMatchAllAndFlag =
    kSyncExchange<match_all<T, 2>, 2, kWord, kBit, kClassOf<T>, kWord>;
template <auto kReduce, bool kTakesMagnitudes = false>
constexpr WarpFunctions kFloatReduction =
    kSyncExchange<reduce_floats<kReduce, kTakesMagnitudes>, 1, kWord, kWord, kWord>;
template <auto kReduce, class T>
constexpr WarpFunctions kReduction = kSyncExchange<reduce<kReduce, T>, 1, kWord, kWord, kWord>;

// d or d|p, with a member mask (.sync) or without.
template <ShuffleMode kMode>
constexpr std::array<Row, 4> shuffles(Mod mode) {
  return {
      {
       {Op::kShfl,
           {kB32},
           {mode, Mod::kSync},
           {},
           kExchange<shuffle<kMode, 1>, 1, kWord, kWord, kWord, kWord, kWord>},
       {Op::kShfl,
           {kB32},
           {mode, Mod::kSync},
           {},
           kExchange<shuffle<kMode, 2>, 2, kWord, kBit, kWord, kWord, kWord, kWord>},
       {Op::kShfl,
           {kB32},
           {mode},
           {},
           kExchange<shuffle<kMode, 1>, 1, kWord, kWord, kWord, kWord>},
       {Op::kShfl,
           {kB32},
           {mode},
           {},
           kExchange<shuffle<kMode, 2>, 2, kWord, kBit, kWord, kWord, kWord>},
       }
  };
}

// clang-format off
constexpr auto kOthers = std::to_array<Row>({
    {Op::kVote,       {kPred},      {Mod::kSync, Mod::kAll},    {}, kVoteSync<vote_all>              },
    {Op::kVote,       {kPred},      {Mod::kSync, Mod::kAny},    {}, kVoteSync<vote_any>              },
    {Op::kVote,       {kPred},      {Mod::kSync, Mod::kUni},    {}, kVoteSync<vote_uniform>          },
    {Op::kVote,       {kB32},       {Mod::kSync, Mod::kBallot}, {}, kBallotSync                      },
    {Op::kVote,       {kPred},      {Mod::kAll},                {}, kVoteActive<vote_all>            },
    {Op::kVote,       {kPred},      {Mod::kAny},                {}, kVoteActive<vote_any>            },
    {Op::kVote,       {kPred},      {Mod::kUni},                {}, kVoteActive<vote_uniform>        },
    {Op::kVote,       {kB32},       {Mod::kBallot},             {}, kBallotActive                    },
    {Op::kActivemask, {kB32},       {},                         {}, kExchange<active_lanes, 1, kWord>},
    {Op::kElect,      {Ty::kNone},  {Mod::kSync},               {}, kElection                        },
    {Op::kMatch,      {kB32},       {Mod::kSync, Mod::kAny},    {}, kMatchAny<U32>                   },
    {Op::kMatch,      {kB64},       {Mod::kSync, Mod::kAny},    {}, kMatchAny<U64>                   },
    {Op::kMatch,      {kB32},       {Mod::kSync, Mod::kAll},    {}, kMatchAll<U32>                   },
    {Op::kMatch,      {kB64},       {Mod::kSync, Mod::kAll},    {}, kMatchAll<U64>                   },
    {Op::kMatch,      {kB32},       {Mod::kSync, Mod::kAll},    {}, kMatchAllAndFlag<U32>            },
    {Op::kMatch,      {kB64},       {Mod::kSync, Mod::kAll},    {}, kMatchAllAndFlag<U64>            },
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMin}, {}, kFloatReduction<minimum<float>>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMin, Mod::kPropagateNan}, {}, kFloatReduction<or_nan<minimum<float>>>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMin, Mod::kAbs}, {}, kFloatReduction<minimum<float>, true>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMin, Mod::kAbs, Mod::kPropagateNan}, {}, kFloatReduction<or_nan<minimum<float>>, true>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMax}, {}, kFloatReduction<maximum<float>>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMax, Mod::kPropagateNan}, {}, kFloatReduction<or_nan<maximum<float>>>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMax, Mod::kAbs}, {}, kFloatReduction<maximum<float>, true>},
    {Op::kRedux, {kF32}, {Mod::kSync, Mod::kMax, Mod::kAbs, Mod::kPropagateNan}, {}, kFloatReduction<or_nan<maximum<float>>, true>},
    {Op::kRedux,      {kInteger32}, {Mod::kSync, Mod::kAdd},    {}, kReduction<sum, U32>             },
    {Op::kRedux,      {kU32},       {Mod::kSync, Mod::kMin},    {}, kReduction<smaller<U32>, U32>    },
    {Op::kRedux,      {kS32},       {Mod::kSync, Mod::kMin},    {}, kReduction<smaller<S32>, S32>    },
    {Op::kRedux,      {kU32},       {Mod::kSync, Mod::kMax},    {}, kReduction<larger<U32>, U32>     },
    {Op::kRedux,      {kS32},       {Mod::kSync, Mod::kMax},    {}, kReduction<larger<S32>, S32>     },
    {Op::kRedux,      {kB32},       {Mod::kSync, Mod::kAnd},    {}, kReduction<both, U32>            },
    {Op::kRedux,      {kB32},       {Mod::kSync, Mod::kOr},     {}, kReduction<either, U32>          },
    {Op::kRedux,      {kB32},       {Mod::kSync, Mod::kXor},    {}, kReduction<one_of, U32>          },
});
// clang-format on

constexpr auto kRows =
    concatenated(kOthers, shuffles<shuffle_up>(Mod::kUp), shuffles<shuffle_down>(Mod::kDown),
                 shuffles<shuffle_butterfly>(Mod::kBfly), shuffles<shuffle_index>(Mod::kIdx));

}  // namespace

std::span<const Row> warp_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
