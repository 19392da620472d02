// setp, set, selp, slct against a written-out table of what each comparison means.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "operations_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

// Where a comparison holds: below, equal, above, or unordered (an operand is NaN).
struct Comparison {
  const char* name;
  bool below, same, above, unordered;
};

constexpr Comparison kFloatComparisons[] = {
    {"eq",  false, true,  false, false},
    {"ne",  true,  false, true,  false},
    {"lt",  true,  false, false, false},
    {"le",  true,  true,  false, false},
    {"gt",  false, false, true,  false},
    {"ge",  false, true,  true,  false},
    {"equ", false, true,  false, true },
    {"neu", true,  false, true,  true },
    {"ltu", true,  false, false, true },
    {"leu", true,  true,  false, true },
    {"gtu", false, false, true,  true },
    {"geu", false, true,  true,  true },
    {"num", true,  true,  true,  false},
    {"nan", false, false, false, true },
};
constexpr Comparison kIntegerComparisons[] = {
    {"eq", false, true,  false, false},
    {"ne", true,  false, true,  false},
    {"lt", true,  false, false, false},
    {"le", true,  true,  false, false},
    {"gt", false, false, true,  false},
    {"ge", false, true,  true,  false},
    {"lo", true,  false, false, false},
    {"ls", true,  true,  false, false},
    {"hi", false, false, true,  false},
    {"hs", false, true,  true,  false},
};

template <const Comparison& kRow, class T>
bool holds(T a, T b) {
  if (a < b) return kRow.below;
  if (a > b) return kRow.above;
  return a == b ? kRow.same : kRow.unordered;
}

template <const Comparison& kRow, class T>
void check_forms(const std::string& type) {
  const std::string name = kRow.name;
  const Options few{.rounds = 10};
  check("setp." + name + "." + type, +[](T a, T b) { return holds<kRow>(a, b); });
  check(
      "setp." + name + "." + type,
      +[](T a, T b) { return std::tuple(holds<kRow>(a, b), !holds<kRow>(a, b)); }, few);
  check(
      "setp." + name + ".and." + type, +[](T a, T b, bool c) { return holds<kRow>(a, b) && c; },
      few);
  check(
      "setp." + name + ".or." + type,
      +[](T a, T b, bool c) { return std::tuple(holds<kRow>(a, b) || c, !holds<kRow>(a, b) || c); },
      few);
  check(
      "setp." + name + ".xor." + type,
      +[](T a, T b, bool c) { return std::tuple(holds<kRow>(a, b) != c, !holds<kRow>(a, b) != c); },
      few);
  check(
      "set." + name + ".u32." + type, +[](T a, T b) { return holds<kRow>(a, b) ? ~0U : 0U; }, few);
  check(
      "set." + name + ".f32." + type, +[](T a, T b) { return holds<kRow>(a, b) ? 1.0F : 0.0F; },
      few);
  check(
      "set." + name + ".or.s32." + type,
      +[](T a, T b, bool c) { return holds<kRow>(a, b) || c ? -1 : 0; }, few);
  check(
      "set." + name + ".and.f32." + type,
      +[](T a, T b, bool c) { return holds<kRow>(a, b) && c ? 1.0F : 0.0F; }, few);
}

template <class T, const auto& kRows, std::size_t... I>
void check_rows(const std::string& type, std::index_sequence<I...> /*rows*/) {
  (check_forms<kRows[I], T>(type), ...);
}

TEST(CompareOperations, Integers) {
  using Equalities = std::make_index_sequence<2>;
  using Signed = std::make_index_sequence<6>;
  using Unsigned = std::make_index_sequence<10>;
  check_rows<U16, kIntegerComparisons>("b16", Equalities());
  check_rows<U32, kIntegerComparisons>("b32", Equalities());
  check_rows<U64, kIntegerComparisons>("b64", Equalities());
  check_rows<S16, kIntegerComparisons>("s16", Signed());
  check_rows<S32, kIntegerComparisons>("s32", Signed());
  check_rows<S64, kIntegerComparisons>("s64", Signed());
  check_rows<U16, kIntegerComparisons>("u16", Unsigned());
  check_rows<U32, kIntegerComparisons>("u32", Unsigned());
  check_rows<U64, kIntegerComparisons>("u64", Unsigned());
}

TEST(CompareOperations, Floats) {
  using All = std::make_index_sequence<std::size(kFloatComparisons)>;
  check_rows<float, kFloatComparisons>("f32", All());
  check_rows<double, kFloatComparisons>("f64", All());
}

template <std::size_t... I>
void check_flushed(std::index_sequence<I...> /*rows*/) {
  (check(
       "setp." + std::string(kFloatComparisons[I].name) + ".ftz.f32",
       +[](float a, float b) { return holds<kFloatComparisons[I]>(flush(a), flush(b)); }),
   ...);
}

TEST(CompareOperations, FlushedFloats) {
  check_flushed(std::make_index_sequence<std::size(kFloatComparisons)>());
}

// --- f16 and bf16 --------------------------------------------------------------------------------

double half_value(U16 bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double value = std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
  if (exponent == 31) value = fraction == 0 ? INFINITY : NAN;
  return bits >= 0x8000 ? -value : value;
}
double bfloat_value(U16 bits) {
  return std::bit_cast<float>(U32{bits} << 16);
}
double flushed_half_value(U16 bits) {
  return (bits & 0x7c00) == 0 ? 0 : half_value(bits);
}

template <const Comparison& kRow, auto kValue>
bool holds_small(U16 a, U16 b) {
  return holds<kRow, double>(kValue(a), kValue(b));
}
template <const Comparison& kRow, auto kValue>
std::tuple<bool, bool> holds_packed(HalfPair a, HalfPair b) {
  return {holds_small<kRow, kValue>(U16(a.value), U16(b.value)),
          holds_small<kRow, kValue>(U16(a.value >> 16), U16(b.value >> 16))};
}
template <const Comparison& kRow, auto kValue, U32 kTruth>
U32 packed_truth(HalfPair a, HalfPair b) {
  const auto [low, high] = holds_packed<kRow, kValue>(a, b);
  return ((high ? kTruth : 0) * 65536) + (low ? kTruth : 0);
}

template <const Comparison& kRow, auto kValue, U32 kOne>
void check_small(const std::string& more, const std::string& type) {
  const std::string setp = "setp." + std::string(kRow.name) + more + ".";
  const std::string set = "set." + std::string(kRow.name) + more + ".";
  const Options few{.rounds = 12};
  const auto one =
      +[](HalfBits a, HalfBits b) { return holds_small<kRow, kValue>(a.value, b.value); };
  check(setp + type, one, few);
  check(
      "setp." + std::string(kRow.name) + ".and" + more + "." + type,
      +[](HalfBits a, HalfBits b, bool c) {
        return holds_small<kRow, kValue>(a.value, b.value) && c;
      },
      few);
  check(setp + type + "x2", holds_packed<kRow, kValue>, few);
  check(set + type + "x2." + type + "x2", packed_truth<kRow, kValue, kOne>, few);
  check(set + "u32." + type + "x2", packed_truth<kRow, kValue, 0xffff>, few);
  check(
      set + type + "." + type,
      +[](HalfBits a, HalfBits b) {
        return HalfBits{static_cast<U16>(holds_small<kRow, kValue>(a.value, b.value) ? kOne : 0)};
      },
      few);
  check(
      set + "u16." + type,
      +[](HalfBits a, HalfBits b) {
        return static_cast<U16>(holds_small<kRow, kValue>(a.value, b.value) ? 0xffff : 0);
      },
      few);
  check(
      set + "u32." + type,
      +[](HalfBits a, HalfBits b) {
        return holds_small<kRow, kValue>(a.value, b.value) ? ~0U : 0U;
      },
      few);
}

template <std::size_t... I>
void check_small_floats(std::index_sequence<I...> /*rows*/) {
  (check_small<kFloatComparisons[I], half_value, 0x3c00>("", "f16"), ...);
  (check_small<kFloatComparisons[I], flushed_half_value, 0x3c00>(".ftz", "f16"), ...);
  (check_small<kFloatComparisons[I], bfloat_value, 0x3f80>("", "bf16"), ...);
}

TEST(CompareOperations, SmallFloatsAndTheirPairs) {
  check_small_floats(std::make_index_sequence<std::size(kFloatComparisons)>());
  check(
      "set.lt.f16.s32",
      +[](S32 a, S32 b) { return HalfBits{static_cast<U16>(a < b ? 0x3c00 : 0)}; });
}

TEST(CompareOperations, Selection) {
  check("selp.b16", +[](U16 a, U16 b, bool c) { return c ? a : b; });
  check("selp.b32", +[](U32 a, U32 b, bool c) { return c ? a : b; });
  check("selp.b64", +[](U64 a, U64 b, bool c) { return c ? a : b; });
  check("selp.f32", +[](U32 a, U32 b, bool c) { return c ? a : b; });
  check("selp.f64", +[](U64 a, U64 b, bool c) { return c ? a : b; });
  check("selp.s32", +[](U32 a, U32 b, bool c) { return c ? a : b; });
  check("slct.u32.s32", +[](U32 a, U32 b, S32 c) { return c >= 0 ? a : b; });
  check("slct.b64.s32", +[](U64 a, U64 b, S32 c) { return c >= 0 ? a : b; });
  check("slct.f32.f32", +[](U32 a, U32 b, float c) { return c >= 0 ? a : b; });
  check("slct.ftz.f32.f32", +[](U32 a, U32 b, float c) { return flush(c) >= 0 ? a : b; });
  check("slct.f64.f32", +[](U64 a, U64 b, float c) { return c >= 0 ? a : b; });
}

// p|q with the same register twice, and a negated predicate: what the flags of operands say.
TEST(CompareOperations, NegatedPredicateOperand) {
  for (const HostSet& set : host_sets()) {
    ptx::Instruction instruction = instruction_named("setp.lt.and.s32");
    instruction.destinations = 1;
    instruction.operands.resize(4);
    instruction.operands[3].is_negated = true;
    const auto choice = set.compute_for(instruction);
    ASSERT_TRUE(choice);
    Frame frame(5);
    Operation operation;
    operation.immediate = choice->immediate;
    operation.slots = {Frame::slot(SlotClass::kPredicate, 0), Frame::slot(SlotClass::k32, 0),
                       Frame::slot(SlotClass::k32, 1), Frame::slot(SlotClass::kPredicate, 1)};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      frame.write(SlotClass::k32, 0, lane, 1);
      frame.write(SlotClass::k32, 1, lane, 2);
      frame.write(SlotClass::kPredicate, 1, lane, lane % 2);
    }
    choice->compute.full(frame.bytes(), operation, kAllLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(frame.read(SlotClass::kPredicate, 0, lane), lane % 2 == 0 ? 1U : 0U);
    }
    instruction.operands[3].is_negated = false;
    instruction.operands[1].is_negated = true;
    EXPECT_FALSE(set.compute_for(instruction)) << "only predicates can be negated";
  }
}

}  // namespace
}  // namespace smemlens::simt
