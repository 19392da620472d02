// setp, set, selp, slct against a written-out table of what each comparison means.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <tuple>

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

template <class T>
bool holds(const Comparison& row, T a, T b) {
  if (a < b) return row.below;
  if (a > b) return row.above;
  return a == b ? row.same : row.unordered;
}

template <class T>
void check_forms(const Comparison& row, const std::string& type) {
  const std::string setp = "setp." + std::string(row.name);
  const std::string set = "set." + std::string(row.name);
  const Options few{.rounds = 10};
  const auto is = [&row](T a, T b) { return holds(row, a, b); };
  const auto both = [](bool p, bool q) { return std::tuple(p, q); };
  check(setp + "." + type, std::function([=](T a, T b) { return is(a, b); }));
  check(setp + "." + type, std::function([=](T a, T b) { return both(is(a, b), !is(a, b)); }), few);
  check(setp + ".and." + type, std::function([=](T a, T b, bool c) { return is(a, b) && c; }), few);
  check(setp + ".or." + type,
        std::function([=](T a, T b, bool c) { return both(is(a, b) || c, !is(a, b) || c); }), few);
  check(setp + ".xor." + type,
        std::function([=](T a, T b, bool c) { return both(is(a, b) != c, !is(a, b) != c); }), few);
  check(set + ".u32." + type, std::function([=](T a, T b) { return is(a, b) ? ~0U : 0U; }), few);
  check(set + ".f32." + type, std::function([=](T a, T b) { return is(a, b) ? 1.0F : 0.0F; }), few);
  check(set + ".or.s32." + type,
        std::function([=](T a, T b, bool c) { return is(a, b) || c ? -1 : 0; }), few);
  check(set + ".and.f32." + type,
        std::function([=](T a, T b, bool c) { return is(a, b) && c ? 1.0F : 0.0F; }), few);
}

template <class T>
void check_rows(const std::string& type, std::span<const Comparison> rows) {
  for (const Comparison& row : rows) check_forms<T>(row, type);
}

TEST(CompareOperations, Integers) {
  const std::span all(kIntegerComparisons);
  const std::span equalities = all.first(2);
  const std::span of_signed = all.first(6);
  check_rows<U16>("b16", equalities);
  check_rows<U32>("b32", equalities);
  check_rows<U64>("b64", equalities);
  check_rows<S16>("s16", of_signed);
  check_rows<S32>("s32", of_signed);
  check_rows<S64>("s64", of_signed);
  check_rows<U16>("u16", all);
  check_rows<U32>("u32", all);
  check_rows<U64>("u64", all);
}

TEST(CompareOperations, Floats) {
  check_rows<float>("f32", kFloatComparisons);
  check_rows<double>("f64", kFloatComparisons);
}

TEST(CompareOperations, FlushedFloats) {
  for (const Comparison& row : kFloatComparisons) {
    check("setp." + std::string(row.name) + ".ftz.f32",
          std::function([&row](float a, float b) { return holds(row, flush(a), flush(b)); }));
  }
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

// What the 16 bits of a type are worth, and its 1.
struct SmallType {
  std::string name;
  std::string flushed;  // ".ftz" or nothing
  double (*value)(U16);
  U16 one;
};

void check_small(const Comparison& row, const SmallType& type) {
  const std::string setp = "setp." + std::string(row.name);
  const std::string set = "set." + std::string(row.name) + type.flushed + ".";
  const std::string& name = type.name;
  const Options few{.rounds = 12};
  const auto is = [&row, &type](U32 a, U32 b) {
    return holds(row, type.value(static_cast<U16>(a)), type.value(static_cast<U16>(b)));
  };
  const auto one = [is](HalfBits a, HalfBits b) { return is(a.value, b.value); };
  const auto high = [is](HalfPair a, HalfPair b) { return is(a.value >> 16, b.value >> 16); };
  const auto low = [is](HalfPair a, HalfPair b) { return is(a.value, b.value); };
  const auto truth = [=](U16 yes) {
    return std::function([=](HalfPair a, HalfPair b) {
      return (U32{high(a, b) ? yes : U16{0}} << 16) | U32{low(a, b) ? yes : U16{0}};
    });
  };
  check(setp + type.flushed + "." + name, std::function(one), few);
  check(setp + ".and" + type.flushed + "." + name,
        std::function([=](HalfBits a, HalfBits b, bool c) { return one(a, b) && c; }), few);
  check(setp + type.flushed + "." + name + "x2",
        std::function([=](HalfPair a, HalfPair b) { return std::tuple(low(a, b), high(a, b)); }),
        few);
  check(set + name + "x2." + name + "x2", truth(type.one), few);
  check(set + "u32." + name + "x2", truth(0xffff), few);
  check(set + name + "." + name, std::function([=, yes = type.one](HalfBits a, HalfBits b) {
          return HalfBits{one(a, b) ? yes : U16{0}};
        }),
        few);
  check(set + "u16." + name, std::function([=](HalfBits a, HalfBits b) {
          return U16{one(a, b) ? U16{0xffff} : U16{0}};
        }),
        few);
  check(set + "u32." + name,
        std::function([=](HalfBits a, HalfBits b) { return one(a, b) ? ~0U : 0U; }), few);
}

TEST(CompareOperations, SmallFloatsAndTheirPairs) {
  const SmallType types[] = {
      {"f16",  "",     half_value,         0x3c00},
      {"f16",  ".ftz", flushed_half_value, 0x3c00},
      {"bf16", "",     bfloat_value,       0x3f80},
  };
  for (const SmallType& type : types) {
    for (const Comparison& row : kFloatComparisons) check_small(row, type);
  }
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
