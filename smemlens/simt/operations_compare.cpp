// Comparison and selection: setp, set, selp, slct, testp (PTX ISA "Comparison and Selection
// Instructions").
//
//   setp.lt.and.f32 p|q, a, b, c;    t = a < b;  p = t and c;  q = not t and c
//
// A comparison makes a mask of 32 bits; what setp and set do with it is done on the mask.

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// --- comparisons of one lane: the ordered ones are false if an operand is NaN --------------------

template <class T>
bool equal(T a, T b) {
  return a == b;
}
template <class T>
bool less(T a, T b) {
  return a < b;
}
template <class T>
bool less_or_equal(T a, T b) {
  return a <= b;
}
template <class T>
bool greater(T a, T b) {
  return a > b;
}
template <class T>
bool greater_or_equal(T a, T b) {
  return a >= b;
}
template <class T>
bool less_or_greater(T a, T b) {
  return a < b || a > b;
}
template <class T>
bool are_numbers(T a, T b) {
  return a == a && b == b;
}

template <auto kCompare, class T>
bool negation(T a, T b) {
  return !kCompare(a, b);
}

template <auto kCompare>
bool flushed(float a, float b) {
  return kCompare(flush_subnormal(a), flush_subnormal(b));
}

// --- the warp ------------------------------------------------------------------------------------

class MaskResult {
 public:
  explicit MaskResult(WarpMask& mask) : mask_(&mask) {}
  [[gnu::always_inline]] void store(unsigned lane, bool value) {
    bits_ |= value ? kLaneBits<std::uint32_t>[lane] : 0U;
  }
  void finish() { *mask_ = bits_; }

 private:
  WarpMask* mask_;
  WarpMask bits_ = 0;
};

template <auto kCompare, class T>
WarpMask compared_lanes(bool (* /*compare*/)(T, T), std::byte* frame, const Operation& operation,
                        unsigned slot) {
  WarpMask result = 0;
  for_each_lane<kCompare>(MaskResult(result), Source<T>(frame, operation, slot),
                          Source<T>(frame, operation, slot + 1));
  return result;
}

// Bit l: the comparison of lane l of the operands in `slot` and the one behind it.
template <auto kCompare>
[[gnu::noinline]] WarpMask comparison_mask(std::byte* frame, const Operation& operation,
                                           unsigned slot) {
  return compared_lanes<kCompare>(kCompare, frame, operation, slot);
}

WarpMask combined(WarpMask a, WarpMask b, const Operation& operation) {
  switch (static_cast<BooleanOperation>(operation.immediate & 3U)) {
    case BooleanOperation::kAnd:
      return a & b;
    case BooleanOperation::kOr:
      return a | b;
    case BooleanOperation::kXor:
      return a ^ b;
  }
  return 0;
}

// setp: slots p [q] a b [c].
template <auto kCompare, unsigned kResults, bool kIsCombined>
void set_predicates(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask holds = comparison_mask<kCompare>(frame, operation, kResults);
  const WarpMask c = kIsCombined ? read_predicate(frame, operation, kResults + 2) : 0;
  const auto result = [&](WarpMask bits) {
    return kIsCombined ? combined(bits, c, operation) : bits;
  };
  write_predicate(predicate_at(frame, operation, 0), result(holds), mask);
  if (kResults == 2) write_predicate(predicate_at(frame, operation, 1), result(~holds), mask);
}

// set: slots d a b [c]; d is kTrue where the comparison holds, else 0.
template <auto kCompare, std::uint32_t kTrue, bool kIsCombined>
void set_values(std::byte* frame, const Operation& operation, WarpMask mask) {
  WarpMask holds = comparison_mask<kCompare>(frame, operation, 1);
  if (kIsCombined) holds = combined(holds, read_predicate(frame, operation, 3), operation);
  auto* result = slot_at<std::uint32_t>(frame, operation, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t value = (holds >> lane & 1U) != 0 ? kTrue : 0;
    result[lane] = (mask >> lane & 1U) != 0 ? value : result[lane];
  }
}

// --- the table -----------------------------------------------------------------------------------

constexpr SlotClass kBit = SlotClass::kPredicate;

template <auto kCompare, class T>
constexpr SlotClass operand_class(bool (* /*compare*/)(T, T)) {
  return kClassOf<T>;
}

template <auto kCompare, unsigned kResults, bool kIsCombined>
constexpr WarpFunctions setp_functions() {
  constexpr SlotClass kClass = operand_class<kCompare>(kCompare);
  WarpFunctions functions{
      .compute = {set_predicates<kCompare, kResults, kIsCombined>,
                  set_predicates<kCompare, kResults, kIsCombined>},
      .encoded = kIsCombined ? Encoded::kBoolean : Encoded::kNothing,
      .slots = kResults + (kIsCombined ? 3 : 2),
      .results = kResults,
  };
  functions.classes = kResults == 1
                          ? std::array<SlotClass, kMaxSlots>{kBit, kClass, kClass, kBit}
                          : std::array<SlotClass, kMaxSlots>{kBit, kBit, kClass, kClass, kBit};
  return functions;
}

template <auto kCompare, std::uint32_t kTrue, bool kIsCombined>
constexpr WarpFunctions set_functions() {
  constexpr SlotClass kClass = operand_class<kCompare>(kCompare);
  return {
      .compute = {set_values<kCompare, kTrue, kIsCombined>,
                  set_values<kCompare, kTrue, kIsCombined>},
      .encoded = kIsCombined ? Encoded::kBoolean : Encoded::kNothing,
      .classes = {SlotClass::k32, kClass, kClass, kBit},
      .slots = kIsCombined ? 4 : 3,
      .results = 1,
  };
}

constexpr std::uint32_t kAllBits = 0xffffffff;
constexpr std::uint32_t kOneAsFloat = 0x3f800000;

// Every form of setp and set with one comparison of one type.
template <auto kCompare>
constexpr std::array<Row, 8> comparison(Mod name, TypeSet types, ptx::ModifierSet more = {}) {
  const ptx::ModifierSet required = ptx::ModifierSet{name} | more;
  return {
      {
       {Op::kSetp, {types}, required, {}, kEachLane<kCompare>},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 2, false>()},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 1, true>()},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 2, true>()},
       {Op::kSet, {kInteger32, types}, required, {}, set_functions<kCompare, kAllBits, false>()},
       {Op::kSet, {kInteger32, types}, required, {}, set_functions<kCompare, kAllBits, true>()},
       {Op::kSet,
           {Ty::kF32, types},
           required,
           {},
           set_functions<kCompare, kOneAsFloat, false>()},
       {Op::kSet, {Ty::kF32, types}, required, {}, set_functions<kCompare, kOneAsFloat, true>()},
       }
  };
}

template <class T>
constexpr auto equalities(TypeSet types) {
  return concatenated(comparison<equal<T>>(Mod::kEq, types),
                      comparison<negation<equal<T>, T>>(Mod::kNe, types));
}

template <class T>
constexpr auto orders(TypeSet types) {
  return concatenated(
      comparison<less<T>>(Mod::kLt, types), comparison<less_or_equal<T>>(Mod::kLe, types),
      comparison<greater<T>>(Mod::kGt, types), comparison<greater_or_equal<T>>(Mod::kGe, types));
}

template <class T>
constexpr auto unsigned_orders(TypeSet types) {
  return concatenated(
      comparison<less<T>>(Mod::kLo, types), comparison<less_or_equal<T>>(Mod::kLs, types),
      comparison<greater<T>>(Mod::kHi, types), comparison<greater_or_equal<T>>(Mod::kHs, types));
}

// An unordered comparison is the negation of the opposite ordered one.
template <class T>
constexpr auto float_comparisons(TypeSet types) {
  return concatenated(comparison<equal<T>>(Mod::kEq, types),
                      comparison<less_or_greater<T>>(Mod::kNe, types),
                      comparison<negation<less_or_greater<T>, T>>(Mod::kEqu, types),
                      comparison<negation<equal<T>, T>>(Mod::kNeu, types),
                      comparison<negation<greater_or_equal<T>, T>>(Mod::kLtu, types),
                      comparison<negation<greater<T>, T>>(Mod::kLeu, types),
                      comparison<negation<less_or_equal<T>, T>>(Mod::kGtu, types),
                      comparison<negation<less<T>, T>>(Mod::kGeu, types),
                      comparison<are_numbers<T>>(Mod::kNum, types),
                      comparison<negation<are_numbers<T>, T>>(Mod::kNan, types));
}

template <auto kCompare>
constexpr auto ftz_comparison(Mod name) {
  return comparison<flushed<kCompare>>(name, Ty::kF32, {Mod::kFtz});
}

constexpr auto kComparisons = concatenated(
    equalities<U16>({Ty::kB16, Ty::kU16, Ty::kS16}),
    equalities<U32>({Ty::kB32, Ty::kU32, Ty::kS32}),
    equalities<U64>({Ty::kB64, Ty::kU64, Ty::kS64}), orders<U16>(Ty::kU16), orders<U32>(Ty::kU32),
    orders<U64>(Ty::kU64), orders<S16>(Ty::kS16), orders<S32>(Ty::kS32), orders<S64>(Ty::kS64),
    unsigned_orders<U16>(Ty::kU16), unsigned_orders<U32>(Ty::kU32), unsigned_orders<U64>(Ty::kU64),
    orders<float>(Ty::kF32), orders<double>(Ty::kF64), float_comparisons<float>(Ty::kF32),
    float_comparisons<double>(Ty::kF64));

constexpr auto kFlushedComparisons = concatenated(
    ftz_comparison<equal<float>>(Mod::kEq), ftz_comparison<less_or_greater<float>>(Mod::kNe),
    ftz_comparison<less<float>>(Mod::kLt), ftz_comparison<less_or_equal<float>>(Mod::kLe),
    ftz_comparison<greater<float>>(Mod::kGt), ftz_comparison<greater_or_equal<float>>(Mod::kGe),
    ftz_comparison<negation<less_or_greater<float>, float>>(Mod::kEqu),
    ftz_comparison<negation<equal<float>, float>>(Mod::kNeu),
    ftz_comparison<negation<greater_or_equal<float>, float>>(Mod::kLtu),
    ftz_comparison<negation<greater<float>, float>>(Mod::kLeu),
    ftz_comparison<negation<less_or_equal<float>, float>>(Mod::kGtu),
    ftz_comparison<negation<less<float>, float>>(Mod::kGeu),
    ftz_comparison<are_numbers<float>>(Mod::kNum),
    ftz_comparison<negation<are_numbers<float>, float>>(Mod::kNan));

// --- selection -----------------------------------------------------------------------------------

template <class T>
T select(T a, T b, bool c) {
  return c ? a : b;
}

// NaN is not ≥ 0; -0 is.
template <class T, class Selector>
T select_by_sign(T a, T b, Selector c) {
  return c >= 0 ? a : b;
}
template <class T>
T select_by_flushed_sign(T a, T b, float c) {
  return select_by_sign<T, float>(a, b, flush_subnormal(c));
}

// --- classes of numbers --------------------------------------------------------------------------

template <class T>
bool is_finite(T a) {
  return std::isfinite(a);
}
template <class T>
bool is_infinite(T a) {
  return std::isinf(a);
}
template <class T>
bool is_number(T a) {
  return a == a;
}
template <class T>
bool is_not_a_number(T a) {
  return a != a;
}
template <class T>
bool is_normal(T a) {
  return std::isnormal(a);
}
template <class T>
bool is_subnormal(T a) {
  return std::fpclassify(a) == FP_SUBNORMAL;
}

constexpr std::array kSelections = std::to_array<Row>({
    {Op::kSelp, {kAny16}, {}, {}, kEachLane<select<U16>>},
    {Op::kSelp, {kAny32}, {}, {}, kEachLane<select<U32>>},
    {Op::kSelp, {kAny64}, {}, {}, kEachLane<select<U64>>},
    {Op::kSlct, {kAny16, Ty::kS32}, {}, {}, kEachLane<select_by_sign<U16, S32>>},
    {Op::kSlct, {kAny32, Ty::kS32}, {}, {}, kEachLane<select_by_sign<U32, S32>>},
    {Op::kSlct, {kAny64, Ty::kS32}, {}, {}, kEachLane<select_by_sign<U64, S32>>},
    {Op::kSlct, {kAny16, Ty::kF32}, {}, {}, kEachLane<select_by_sign<U16, float>>},
    {Op::kSlct, {kAny32, Ty::kF32}, {}, {}, kEachLane<select_by_sign<U32, float>>},
    {Op::kSlct, {kAny64, Ty::kF32}, {}, {}, kEachLane<select_by_sign<U64, float>>},
    {Op::kSlct, {kAny16, Ty::kF32}, {Mod::kFtz}, {}, kEachLane<select_by_flushed_sign<U16>>},
    {Op::kSlct, {kAny32, Ty::kF32}, {Mod::kFtz}, {}, kEachLane<select_by_flushed_sign<U32>>},
    {Op::kSlct, {kAny64, Ty::kF32}, {Mod::kFtz}, {}, kEachLane<select_by_flushed_sign<U64>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kFinite}, {}, kEachLane<is_finite<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kFinite}, {}, kEachLane<is_finite<double>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kInfinite}, {}, kEachLane<is_infinite<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kInfinite}, {}, kEachLane<is_infinite<double>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kNumber}, {}, kEachLane<is_number<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kNumber}, {}, kEachLane<is_number<double>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kNotanumber}, {}, kEachLane<is_not_a_number<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kNotanumber}, {}, kEachLane<is_not_a_number<double>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kNormal}, {}, kEachLane<is_normal<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kNormal}, {}, kEachLane<is_normal<double>>},
    {Op::kTestp, {Ty::kF32}, {Mod::kSubnormal}, {}, kEachLane<is_subnormal<float>>},
    {Op::kTestp, {Ty::kF64}, {Mod::kSubnormal}, {}, kEachLane<is_subnormal<double>>},
});

constexpr auto kRows = concatenated(kSelections, kComparisons, kFlushedComparisons);

}  // namespace

std::span<const Row> compare_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
