#pragma once

// How setp and set compare (PTX ISA "Comparison and Selection Instructions").
//
//   setp.lt.and.f32 p|q, a, b, c;    t = a < b;  p = t and c;  q = not t and c
//   set.lt.u32.f32  d, a, b;         d = t ? 0xffffffff : 0
//
// A comparison makes a mask of 32 bits; what setp and set do with it is done on the mask.

#include <array>
#include <cstddef>
#include <cstdint>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {

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

// --- the warp ------------------------------------------------------------------------------------

class MaskResult {
 public:
  explicit MaskResult(WarpMask& mask) : mask_(&mask) {}
  [[gnu::always_inline]] void store(unsigned lane, bool value) {
    bits_ |= value ? kLaneBits<U32>[lane] : 0U;
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

// Bit by bit; `immediate` as of an operation whose functions encode kBoolean.
inline WarpMask combined(WarpMask a, WarpMask b, std::uint32_t immediate) {
  switch (static_cast<BooleanOperation>(immediate & 3U)) {
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
    return kIsCombined ? combined(bits, c, operation.immediate) : bits;
  };
  write_predicate(predicate_at(frame, operation, 0), result(holds), mask);
  if (kResults == 2) write_predicate(predicate_at(frame, operation, 1), result(~holds), mask);
}

// What set writes where a comparison holds, by TruthValue.
inline constexpr std::array<U32, 5> kTruths = {0xffffffff, 0x0000ffff, 0x3f800000, 0x3c00, 0x3f80};

// set: slots d a b [c]; d is the truth value of its type, or 0.
template <auto kCompare, bool kIsCombined>
void set_values(std::byte* frame, const Operation& operation, WarpMask mask) {
  WarpMask holds = comparison_mask<kCompare>(frame, operation, 1);
  if (kIsCombined) {
    holds = combined(holds, read_predicate(frame, operation, 3), operation.immediate);
  }
  const U32 truth = kTruths[operation.immediate >> kTruthShift & 7U];
  auto* result = slot_at<U32>(frame, operation, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const U32 value = (holds & kLaneBits<U32>[lane]) != 0 ? truth : 0;
    result[lane] = (mask & kLaneBits<U32>[lane]) != 0 ? value : result[lane];
  }
}

// --- rows ----------------------------------------------------------------------------------------

template <auto kCompare, class T>
constexpr SlotClass operand_class(bool (* /*compare*/)(T, T)) {
  return kClassOf<T>;
}

template <auto kCompare, unsigned kResults, bool kIsCombined>
constexpr WarpFunctions setp_functions() {
  constexpr SlotClass kBit = SlotClass::kPredicate;
  constexpr SlotClass kClass = operand_class<kCompare>(kCompare);
  using Classes = std::array<SlotClass, kMaxSlots>;
  return {
      .compute = {set_predicates<kCompare, kResults, kIsCombined>,
                  set_predicates<kCompare, kResults, kIsCombined>},
      .encoded = kIsCombined ? Encoded::kBoolean : Encoded::kNothing,
      .classes = kResults == 1 ? Classes{kBit, kClass, kClass, kBit}
                               : Classes{kBit, kBit, kClass, kClass, kBit},
      .slots = kResults + (kIsCombined ? 3 : 2),
      .results = kResults,
  };
}

template <auto kCompare, bool kIsCombined>
constexpr WarpFunctions set_functions() {
  constexpr SlotClass kClass = operand_class<kCompare>(kCompare);
  return {
      .compute = {set_values<kCompare, kIsCombined>, set_values<kCompare, kIsCombined>         },
      .encoded = kIsCombined ? Encoded::kBoolean : Encoded::kNothing,
      .encodes_truth = true,
      .classes = {SlotClass::k32,      kClass,       kClass,              SlotClass::kPredicate},
      .slots = kIsCombined ? 4 : 3,
      .results = 1,
  };
}

inline constexpr TypeSet kSetTypes = {Ty::kU32, Ty::kS32, Ty::kF32, Ty::kF16, Ty::kBf16};

// Every form of setp and set with one comparison of one type.
template <auto kCompare>
constexpr std::array<Row, 6> comparison(Mod name, TypeSet types, ptx::ModifierSet more = {},
                                        TypeSet results = kSetTypes) {
  const ptx::ModifierSet required = ptx::ModifierSet{name} | more;
  return {
      {
       {Op::kSetp, {types}, required, {}, kEachLane<kCompare>},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 2, false>()},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 1, true>()},
       {Op::kSetp, {types}, required, {}, setp_functions<kCompare, 2, true>()},
       {Op::kSet, {results, types}, required, {}, set_functions<kCompare, false>()},
       {Op::kSet, {results, types}, required, {}, set_functions<kCompare, true>()},
       }
  };
}

// All comparisons of floats: Form::rows<function>(name) makes the rows of one, Form::Value is what
// the function compares. An unordered comparison is the negation of the opposite ordered one.
template <class Form>
constexpr auto float_comparisons() {
  using T = typename Form::Value;
  return concatenated(
      Form::template rows<equal<T>>(Mod::kEq), Form::template rows<less_or_greater<T>>(Mod::kNe),
      Form::template rows<less<T>>(Mod::kLt), Form::template rows<less_or_equal<T>>(Mod::kLe),
      Form::template rows<greater<T>>(Mod::kGt), Form::template rows<greater_or_equal<T>>(Mod::kGe),
      Form::template rows<negation<less_or_greater<T>, T>>(Mod::kEqu),
      Form::template rows<negation<equal<T>, T>>(Mod::kNeu),
      Form::template rows<negation<greater_or_equal<T>, T>>(Mod::kLtu),
      Form::template rows<negation<greater<T>, T>>(Mod::kLeu),
      Form::template rows<negation<less_or_equal<T>, T>>(Mod::kGtu),
      Form::template rows<negation<less<T>, T>>(Mod::kGeu),
      Form::template rows<are_numbers<T>>(Mod::kNum),
      Form::template rows<negation<are_numbers<T>, T>>(Mod::kNan));
}

}  // namespace smemlens::simt::SMEMLENS_ISA
