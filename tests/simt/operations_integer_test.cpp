// Integer arithmetic against one-line references.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "operations_support.h"

namespace smemlens::simt {
namespace {

__extension__ typedef __int128 Big;  // NOLINT(modernize-use-using): __extension__

S32 clamp32(S64 x) {
  if (x > 2147483647) return 2147483647;
  if (x < -2147483647 - 1) return -2147483647 - 1;
  return static_cast<S32>(x);
}

// Both the same type: the low half of the exact result, by way of 128 bits.
template <class T>
T low(Big x) {
  return static_cast<T>(x);
}
template <class T>
T high(Big x) {
  return static_cast<T>(x >> (8 * sizeof(T)));
}

TEST(IntegerOperations, AddAndSubtractWrap) {
  check("add.u16", +[](U16 a, U16 b) { return low<U16>(Big{a} + b); });
  check("add.s16", +[](U16 a, U16 b) { return low<U16>(Big{a} + b); });
  check("add.u32", +[](U32 a, U32 b) { return low<U32>(Big{a} + b); });
  check("add.s32", +[](S32 a, S32 b) { return low<S32>(Big{a} + b); });
  check("add.u64", +[](U64 a, U64 b) { return low<U64>(Big{a} + b); });
  check("add.s64", +[](S64 a, S64 b) { return low<S64>(Big{a} + b); });
  check("sub.u16", +[](U16 a, U16 b) { return low<U16>(Big{a} - b); });
  check("sub.s16", +[](U16 a, U16 b) { return low<U16>(Big{a} - b); });
  check("sub.u32", +[](U32 a, U32 b) { return low<U32>(Big{a} - b); });
  check("sub.s32", +[](S32 a, S32 b) { return low<S32>(Big{a} - b); });
  check("sub.u64", +[](U64 a, U64 b) { return low<U64>(Big{a} - b); });
  check("sub.s64", +[](S64 a, S64 b) { return low<S64>(Big{a} - b); });
}

TEST(IntegerOperations, SaturatingFormsClamp) {
  check("add.sat.s32", +[](S32 a, S32 b) { return clamp32(S64{a} + b); });
  check("sub.sat.s32", +[](S32 a, S32 b) { return clamp32(S64{a} - b); });
  check("mad.hi.sat.s32", +[](S32 a, S32 b, S32 c) { return clamp32((S64{a} * b >> 32) + c); });
}

TEST(IntegerOperations, MultiplyKeepsTheHalfThatIsAskedFor) {
  check("mul.lo.u16", +[](U16 a, U16 b) { return low<U16>(Big{a} * b); });
  check("mul.lo.s16", +[](U16 a, U16 b) { return low<U16>(Big{a} * b); });
  check("mul.lo.u32", +[](U32 a, U32 b) { return low<U32>(Big{a} * b); });
  check("mul.lo.s32", +[](S32 a, S32 b) { return low<S32>(Big{a} * b); });
  check("mul.lo.u64", +[](U64 a, U64 b) { return a * b; });
  check("mul.lo.s64", +[](S64 a, S64 b) { return low<S64>(Big{a} * b); });
  check("mul.hi.u16", +[](U16 a, U16 b) { return high<U16>(Big{a} * b); });
  check("mul.hi.s16", +[](S16 a, S16 b) { return high<S16>(Big{a} * b); });
  check("mul.hi.u32", +[](U32 a, U32 b) { return high<U32>(Big{a} * b); });
  check("mul.hi.s32", +[](S32 a, S32 b) { return high<S32>(Big{a} * b); });
  check("mul.hi.s64", +[](S64 a, S64 b) { return high<S64>(Big{a} * b); });
  check(
      "mul.hi.u64", +[](U64 a, U64 b) {
        const U64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
        const U64 middle = a1 * b0 + (a0 * b0 >> 32);
        return a1 * b1 + (middle >> 32) + (((middle & 0xffffffff) + a0 * b1) >> 32);
      });
  check("mul.wide.u16", +[](U16 a, U16 b) { return U32{a} * U32{b}; });
  check("mul.wide.s16", +[](S16 a, S16 b) { return S32{a} * S32{b}; });
  check("mul.wide.u32", +[](U32 a, U32 b) { return U64{a} * U64{b}; });
  check("mul.wide.s32", +[](S32 a, S32 b) { return S64{a} * S64{b}; });
}

TEST(IntegerOperations, MultiplyAddWraps) {
  check("mad.lo.u16", +[](U16 a, U16 b, U16 c) { return low<U16>(Big{a} * b + c); });
  check("mad.lo.s16", +[](U16 a, U16 b, U16 c) { return low<U16>(Big{a} * b + c); });
  check("mad.lo.u32", +[](U32 a, U32 b, U32 c) { return low<U32>(Big{a} * b + c); });
  check("mad.lo.s32", +[](S32 a, S32 b, S32 c) { return low<S32>(Big{a} * b + c); });
  check("mad.lo.u64", +[](U64 a, U64 b, U64 c) { return a * b + c; });
  check("mad.lo.s64", +[](S64 a, S64 b, S64 c) { return low<S64>(Big{a} * b + c); });
  check("mad.hi.u16", +[](U16 a, U16 b, U16 c) { return low<U16>((Big{a} * b >> 16) + c); });
  check("mad.hi.s16", +[](S16 a, S16 b, S16 c) { return low<S16>((Big{a} * b >> 16) + c); });
  check("mad.hi.u32", +[](U32 a, U32 b, U32 c) { return low<U32>((Big{a} * b >> 32) + c); });
  check("mad.hi.s32", +[](S32 a, S32 b, S32 c) { return low<S32>((Big{a} * b >> 32) + c); });
  check("mad.hi.s64", +[](S64 a, S64 b, S64 c) { return low<S64>((Big{a} * b >> 64) + c); });
  check("mad.wide.u16", +[](U16 a, U16 b, U32 c) { return low<U32>(Big{a} * b + c); });
  check("mad.wide.s16", +[](S16 a, S16 b, U32 c) { return low<U32>(Big{a} * b + c); });
  check("mad.wide.u32", +[](U32 a, U32 b, U64 c) { return low<U64>(Big{a} * b + c); });
  check("mad.wide.s32", +[](S32 a, S32 b, U64 c) { return low<U64>(Big{a} * b + c); });
}

S64 signed24(S32 x) {
  return static_cast<S64>(static_cast<U64>(S64{x}) << 40) >> 40;
}
U64 unsigned24(U32 x) {
  return x & 0xffffff;
}

TEST(IntegerOperations, TwentyFourBitProducts) {
  check("mul24.lo.u32", +[](U32 a, U32 b) { return U32(unsigned24(a) * unsigned24(b)); });
  check("mul24.lo.s32", +[](S32 a, S32 b) { return S32(signed24(a) * signed24(b)); });
  check("mul24.hi.u32", +[](U32 a, U32 b) { return U32(unsigned24(a) * unsigned24(b) >> 16); });
  check("mul24.hi.s32", +[](S32 a, S32 b) { return S32(signed24(a) * signed24(b) >> 16); });
  check(
      "mad24.lo.u32", +[](U32 a, U32 b, U32 c) { return U32(unsigned24(a) * unsigned24(b) + c); });
  check("mad24.lo.s32", +[](S32 a, S32 b, S32 c) { return S32(signed24(a) * signed24(b) + c); });
  check(
      "mad24.hi.u32",
      +[](U32 a, U32 b, U32 c) { return U32((unsigned24(a) * unsigned24(b) >> 16) + c); });
  check(
      "mad24.hi.s32",
      +[](S32 a, S32 b, S32 c) { return S32((signed24(a) * signed24(b) >> 16) + c); });
  check(
      "mad24.hi.sat.s32",
      +[](S32 a, S32 b, S32 c) { return clamp32(S64{S32(signed24(a) * signed24(b) >> 16)} + c); });
}

TEST(IntegerOperations, SumOfAbsoluteDifferences) {
  check(
      "sad.u16",
      +[](U16 a, U16 b, U16 c) { return low<U16>(c + (a > b ? Big{a} - b : Big{b} - a)); });
  check(
      "sad.s16",
      +[](S16 a, S16 b, U16 c) { return low<S16>(c + (a > b ? Big{a} - b : Big{b} - a)); });
  check(
      "sad.u32",
      +[](U32 a, U32 b, U32 c) { return low<U32>(c + (a > b ? Big{a} - b : Big{b} - a)); });
  check(
      "sad.s32",
      +[](S32 a, S32 b, U32 c) { return low<S32>(c + (a > b ? Big{a} - b : Big{b} - a)); });
  check(
      "sad.u64",
      +[](U64 a, U64 b, U64 c) { return low<U64>(c + (a > b ? Big{a} - b : Big{b} - a)); });
  check(
      "sad.s64",
      +[](S64 a, S64 b, U64 c) { return low<S64>(c + (a > b ? Big{a} - b : Big{b} - a)); });
}

template <class T>
T quotient(T a, T b) {
  return b == 0 ? T(-1) : T(Big{a} / Big{b});
}
template <class T>
T rest(T a, T b) {
  return b == 0 ? T(-1) : T(Big{a} % Big{b});
}

TEST(IntegerOperations, DivisionNeverTraps) {
  check("div.u16", quotient<U16>);
  check("div.s16", quotient<S16>);
  check("div.u32", quotient<U32>);
  check("div.s32", quotient<S32>);
  check("div.u64", quotient<U64>);
  check("div.s64", quotient<S64>);
  check("rem.u16", rest<U16>);
  check("rem.s16", rest<S16>);
  check("rem.u32", rest<U32>);
  check("rem.s32", rest<S32>);
  check("rem.u64", rest<U64>);
  check("rem.s64", rest<S64>);
}

TEST(IntegerOperations, SignAndOrder) {
  check("neg.s16", +[](U16 a) { return U16(0 - a); });
  check("neg.s32", +[](S32 a) { return low<S32>(-Big{a}); });
  check("neg.s64", +[](S64 a) { return low<S64>(-Big{a}); });
  check("abs.s16", +[](S16 a) { return low<S16>(a < 0 ? -Big{a} : Big{a}); });
  check("abs.s32", +[](S32 a) { return low<S32>(a < 0 ? -Big{a} : Big{a}); });
  check("abs.s64", +[](S64 a) { return low<S64>(a < 0 ? -Big{a} : Big{a}); });
  check("min.u16", +[](U16 a, U16 b) { return std::min(a, b); });
  check("min.s16", +[](S16 a, S16 b) { return std::min(a, b); });
  check("min.u32", +[](U32 a, U32 b) { return std::min(a, b); });
  check("min.s32", +[](S32 a, S32 b) { return std::min(a, b); });
  check("min.u64", +[](U64 a, U64 b) { return std::min(a, b); });
  check("min.s64", +[](S64 a, S64 b) { return std::min(a, b); });
  check("max.u16", +[](U16 a, U16 b) { return std::max(a, b); });
  check("max.s16", +[](S16 a, S16 b) { return std::max(a, b); });
  check("max.u32", +[](U32 a, U32 b) { return std::max(a, b); });
  check("max.s32", +[](S32 a, S32 b) { return std::max(a, b); });
  check("max.u64", +[](U64 a, U64 b) { return std::max(a, b); });
  check("max.s64", +[](S64 a, S64 b) { return std::max(a, b); });
  check("min.relu.s32", +[](S32 a, S32 b) { return std::max(std::min(a, b), 0); });
  check("max.relu.s32", +[](S32 a, S32 b) { return std::max(std::max(a, b), 0); });
}

template <class T, class F>
U32 halves(U32 a, U32 b, F f) {
  const auto low_half = static_cast<U16>(f(static_cast<T>(a & 0xffff), static_cast<T>(b & 0xffff)));
  const auto high_half = static_cast<U16>(f(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return U32{high_half} * 65536 + low_half;
}

TEST(IntegerOperations, PackedHalves) {
  check(
      "add.u16x2",
      +[](U32 a, U32 b) { return halves<U16>(a, b, [](int x, int y) { return x + y; }); });
  check(
      "add.s16x2",
      +[](U32 a, U32 b) { return halves<S16>(a, b, [](int x, int y) { return x + y; }); });
  check(
      "min.u16x2",
      +[](U32 a, U32 b) { return halves<U16>(a, b, [](int x, int y) { return std::min(x, y); }); });
  check(
      "min.s16x2",
      +[](U32 a, U32 b) { return halves<S16>(a, b, [](int x, int y) { return std::min(x, y); }); });
  check(
      "max.u16x2",
      +[](U32 a, U32 b) { return halves<U16>(a, b, [](int x, int y) { return std::max(x, y); }); });
  check(
      "max.s16x2",
      +[](U32 a, U32 b) { return halves<S16>(a, b, [](int x, int y) { return std::max(x, y); }); });
  check(
      "min.relu.s16x2", +[](U32 a, U32 b) {
        return halves<S16>(a, b, [](int x, int y) { return std::max(std::min(x, y), 0); });
      });
  check(
      "max.relu.s16x2", +[](U32 a, U32 b) {
        return halves<S16>(a, b, [](int x, int y) { return std::max({x, y, 0}); });
      });
}

// The exact value fits into 128 bits, so a carry is what lies above the type.
template <class T>
std::tuple<T, bool> carried(Big exact) {
  return {static_cast<T>(exact), exact < 0 || exact > Big{std::numeric_limits<T>::max()}};
}
template <class T>
std::tuple<T, bool> kept(Big exact, bool flag) {
  return {static_cast<T>(exact), flag};
}

TEST(IntegerOperations, CarryChains) {
  const Options chain{.carry = Carry::kLastSlot};
  check("add.cc.u32", +[](U32 a, U32 b, bool) { return carried<U32>(Big{a} + b); }, chain);
  check("add.cc.s64", +[](U64 a, U64 b, bool) { return carried<U64>(Big{a} + b); }, chain);
  check("addc.u32", +[](U32 a, U32 b, bool c) { return kept<U32>(Big{a} + b + c, c); }, chain);
  check("addc.u64", +[](U64 a, U64 b, bool c) { return kept<U64>(Big{a} + b + c, c); }, chain);
  check("addc.cc.s32", +[](U32 a, U32 b, bool c) { return carried<U32>(Big{a} + b + c); }, chain);
  check("addc.cc.u64", +[](U64 a, U64 b, bool c) { return carried<U64>(Big{a} + b + c); }, chain);
  check("sub.cc.u32", +[](U32 a, U32 b, bool) { return carried<U32>(Big{a} - b); }, chain);
  check("sub.cc.u64", +[](U64 a, U64 b, bool) { return carried<U64>(Big{a} - b); }, chain);
  check("subc.u32", +[](U32 a, U32 b, bool c) { return kept<U32>(Big{a} - b - c, c); }, chain);
  check("subc.u64", +[](U64 a, U64 b, bool c) { return kept<U64>(Big{a} - b - c, c); }, chain);
  check("subc.cc.u32", +[](U32 a, U32 b, bool c) { return carried<U32>(Big{a} - b - c); }, chain);
  check("subc.cc.s64", +[](U64 a, U64 b, bool c) { return carried<U64>(Big{a} - b - c); }, chain);
  check(
      "mad.lo.cc.u32", +[](U32 a, U32 b, U32 c, bool) { return carried<U32>(Big{a * b} + c); },
      chain);
  check(
      "mad.hi.cc.u32",
      +[](U32 a, U32 b, U32 c, bool) { return carried<U32>((Big{a} * b >> 32) + c); }, chain);
  check(
      "mad.lo.cc.u64", +[](U64 a, U64 b, U64 c, bool) { return carried<U64>(Big{a * b} + c); },
      chain);
  check(
      "madc.lo.u32", +[](U32 a, U32 b, U32 c, bool f) { return kept<U32>(Big{a * b} + c + f, f); },
      chain);
  check(
      "madc.hi.u32",
      +[](U32 a, U32 b, U32 c, bool f) { return kept<U32>((Big{a} * b >> 32) + c + f, f); }, chain);
  check(
      "madc.lo.cc.u32",
      +[](U32 a, U32 b, U32 c, bool f) { return carried<U32>(Big{a * b} + c + f); }, chain);
  check(
      "madc.hi.cc.u32",
      +[](U32 a, U32 b, U32 c, bool f) { return carried<U32>((Big{a} * b >> 32) + c + f); }, chain);
  check(
      "madc.lo.u64", +[](U64 a, U64 b, U64 c, bool f) { return kept<U64>(Big{a * b} + c + f, f); },
      chain);
  check(
      "mad.hi.cc.s32",
      +[](S32 a, S32 b, U32 c, bool) {
        return carried<U32>(Big{static_cast<U32>(S64{a} * b >> 32)} + c);
      },
      chain);
}

}  // namespace
}  // namespace smemlens::simt
