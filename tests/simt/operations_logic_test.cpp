// Logic, shifts, bit fields, byte permutation, dot products and moves, bit by bit as the PTX ISA
// manual's pseudocode says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

#include "operations_support.h"

namespace smemlens::simt {
namespace {

TEST(LogicOperations, BitwiseOfEveryWidth) {
  check("and.b16", +[](U16 a, U16 b) { return U16(a & b); });
  check("and.b32", +[](U32 a, U32 b) { return a & b; });
  check("and.b64", +[](U64 a, U64 b) { return a & b; });
  check("and.pred", +[](bool a, bool b) { return a && b; });
  check("or.b16", +[](U16 a, U16 b) { return U16(a | b); });
  check("or.b32", +[](U32 a, U32 b) { return a | b; });
  check("or.b64", +[](U64 a, U64 b) { return a | b; });
  check("or.pred", +[](bool a, bool b) { return a || b; });
  check("xor.b16", +[](U16 a, U16 b) { return U16(a ^ b); });
  check("xor.b32", +[](U32 a, U32 b) { return a ^ b; });
  check("xor.b64", +[](U64 a, U64 b) { return a ^ b; });
  check("xor.pred", +[](bool a, bool b) { return a != b; });
  check("not.b16", +[](U16 a) { return U16(~a); });
  check("not.b32", +[](U32 a) { return ~a; });
  check("not.b64", +[](U64 a) { return ~a; });
  check("not.pred", +[](bool a) { return !a; });
  check("cnot.b16", +[](U16 a) { return U16(a == 0 ? 1 : 0); });
  check("cnot.b32", +[](U32 a) { return a == 0 ? 1U : 0U; });
  check("cnot.b64", +[](U64 a) { return U64{a == 0 ? 1U : 0U}; });
}

U32 looked_up(U32 a, U32 b, U32 c, U32 table) {
  U32 result = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const U32 index = (a >> bit & 1U) * 4 + (b >> bit & 1U) * 2 + (c >> bit & 1U);
    result |= (table >> index & 1U) << bit;
  }
  return result;
}

TEST(LogicOperations, Lop3LooksUpEachBit) {
  check("lop3.b32", looked_up,
        {
            .immediates = {0x00, 0x80, 0xfe, 0x96, 0xe8, 0xca, 0xd8, 0x1b, 0xff}
  });
}

TEST(LogicOperations, Lop3CombinesWhetherAnyBitIsSet) {
  check(
      "lop3.and.b32", +[](U32 a, U32 b, U32 c, U32 table, bool last) {
        const U32 result = looked_up(a, b, c, table);
        return std::tuple(result, result != 0 && last);
      });
  check(
      "lop3.or.b32", +[](U32 a, U32 b, U32 c, U32 table, bool last) {
        const U32 result = looked_up(a, b, c, table);
        return std::tuple(result, result != 0 || last);
      });
}

template <class T>
T left(T a, U32 amount) {
  for (U32 i = 0; i < std::min(amount, 64U); ++i) a = T(a * 2U);
  return a;
}
template <class T>
T right(T a, U32 amount) {
  for (U32 i = 0; i < std::min(amount, 64U); ++i) a = T(a >> 1);
  return a;
}

TEST(LogicOperations, ShiftsBeyondTheWidthEmptyTheRegister) {
  check("shl.b16", +[](U16 a, Amount b) { return left(a, b.value); });
  check("shl.b32", +[](U32 a, Amount b) { return left(a, b.value); });
  check("shl.b64", +[](U64 a, Amount b) { return left(a, b.value); });
  check("shr.b16", +[](U16 a, Amount b) { return right(a, b.value); });
  check("shr.u16", +[](U16 a, Amount b) { return right(a, b.value); });
  check("shr.s16", +[](S16 a, Amount b) { return right(a, b.value); });
  check("shr.b32", +[](U32 a, Amount b) { return right(a, b.value); });
  check("shr.u32", +[](U32 a, Amount b) { return right(a, b.value); });
  check("shr.s32", +[](S32 a, Amount b) { return right(a, b.value); });
  check("shr.b64", +[](U64 a, Amount b) { return right(a, b.value); });
  check("shr.u64", +[](U64 a, Amount b) { return right(a, b.value); });
  check("shr.s64", +[](S64 a, Amount b) { return right(a, b.value); });
}

U32 funnel(U32 a, U32 b, U32 amount, bool is_left) {
  U64 pair = U64{b} << 32 | a;
  for (U32 i = 0; i < amount; ++i) pair = is_left ? pair << 1 : pair >> 1;
  return static_cast<U32>(is_left ? pair >> 32 : pair);
}

TEST(LogicOperations, FunnelShifts) {
  check("shf.l.wrap.b32", +[](U32 a, U32 b, Amount c) { return funnel(a, b, c.value % 32, true); });
  check(
      "shf.r.wrap.b32", +[](U32 a, U32 b, Amount c) { return funnel(a, b, c.value % 32, false); });
  check(
      "shf.l.clamp.b32",
      +[](U32 a, U32 b, Amount c) { return funnel(a, b, std::min(c.value, 32U), true); });
  check(
      "shf.r.clamp.b32",
      +[](U32 a, U32 b, Amount c) { return funnel(a, b, std::min(c.value, 32U), false); });
}

// --- counting and finding ------------------------------------------------------------------------

template <class T>
U32 population(T a) {
  U32 count = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) count += static_cast<U32>(a >> i & 1U);
  return count;
}
template <class T>
U32 zeros_above(T a) {
  U32 count = 0;
  for (int i = 8 * sizeof(T) - 1; i >= 0 && (a >> i & 1U) == 0; --i) ++count;
  return count;
}
template <class T>
U32 highest(T a) {
  constexpr int kTop = 8 * sizeof(T) - 1;
  const bool wanted = !(a < 0);
  for (int i = kTop; i >= 0; --i) {
    if (((a >> i & 1) != 0) == wanted) return static_cast<U32>(i);
  }
  return 0xffffffff;
}
template <class T>
U32 highest_shift(T a) {
  const U32 position = highest(a);
  return position == 0xffffffff ? position : U32{8 * sizeof(T) - 1} - position;
}
template <class T>
T mirrored(T a) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) result |= (a >> i & 1U) << (8 * sizeof(T) - 1 - i);
  return result;
}

TEST(BitOperations, CountAndFind) {
  check("popc.b32", population<U32>);
  check("popc.b64", population<U64>);
  check("clz.b32", zeros_above<U32>);
  check("clz.b64", zeros_above<U64>);
  check("bfind.u32", highest<U32>);
  check("bfind.s32", highest<S32>);
  check("bfind.u64", highest<U64>);
  check("bfind.s64", highest<S64>);
  check("bfind.shiftamt.u32", highest_shift<U32>);
  check("bfind.shiftamt.s32", highest_shift<S32>);
  check("bfind.shiftamt.u64", highest_shift<U64>);
  check("bfind.shiftamt.s64", highest_shift<S64>);
  check("brev.b32", mirrored<U32>);
  check("brev.b64", mirrored<U64>);
  check(
      "fns.b32", +[](U32 mask, Amount base, S32 offset) {
        const U32 from = base.value;
        if (offset == 0) return from < 32 && (mask >> from & 1U) != 0 ? from : ~0U;
        S64 left_to_find = std::abs(S64{offset});
        for (S64 i = from; i >= 0 && i < 32; i += offset > 0 ? 1 : -1) {
          if ((mask >> i & 1U) != 0 && --left_to_find == 0) return static_cast<U32>(i);
        }
        return ~0U;
      });
}

// The loop of the manual's bfe.
template <class T>
T field(T a, Amount b, Amount c) {
  constexpr U32 kTop = 8 * sizeof(T) - 1;
  const U32 position = b.value & 0xff;
  const U32 length = c.value & 0xff;
  const bool fill =
      std::is_signed_v<T> && length != 0 && (a >> std::min(position + length - 1, kTop) & 1) != 0;
  U64 result = 0;
  for (U32 i = 0; i <= kTop; ++i) {
    const bool is_inside = i < length && position + i <= kTop;
    const bool bit = is_inside ? (a >> (position + i) & 1) != 0 : fill;
    result |= U64{bit} << i;
  }
  return static_cast<T>(result);
}
template <class T>
T inserted(T a, T b, Amount c, Amount d) {
  const U32 position = c.value & 0xff;
  const U32 length = d.value & 0xff;
  for (U32 i = 0; i < length && position + i < 8 * sizeof(T); ++i) {
    b = (b & ~(T{1} << (position + i))) | (a >> i & 1U) << (position + i);
  }
  return b;
}

U32 ones_from(U32 a) {
  return a >= 32 ? 0 : ~0U << a;
}

TEST(BitOperations, Fields) {
  check("bfe.u32", field<U32>);
  check("bfe.s32", field<S32>);
  check("bfe.u64", field<U64>);
  check("bfe.s64", field<S64>);
  check("bfi.b32", inserted<U32>);
  check("bfi.b64", inserted<U64>);
  check(
      "bmsk.wrap.b32", +[](Amount a, Amount b) {
        U32 mask = 0;
        for (U32 i = a.value % 32; i < std::min(a.value % 32 + b.value % 32, 32U); ++i)
          mask |= 1U << i;
        return mask;
      });
  check(
      "bmsk.clamp.b32", +[](Amount a, Amount b) {
        U32 mask = 0;
        for (U64 i = a.value; i < std::min(U64{a.value} + b.value, U64{32}); ++i) mask |= 1U << i;
        return mask;
      });
  check("szext.wrap.u32", +[](U32 a, Amount b) { return a & ~ones_from(b.value % 32); });
  check("szext.clamp.u32", +[](U32 a, Amount b) { return a & ~ones_from(b.value); });
  check(
      "szext.wrap.s32", +[](S32 a, Amount b) {
        const U32 unused = 32 - b.value % 32;
        return unused == 32 ? 0 : static_cast<S32>(static_cast<U32>(a) << unused) >> unused;
      });
  check(
      "szext.clamp.s32", +[](S32 a, Amount b) {
        if (b.value >= 32) return a;
        const U32 unused = 32 - b.value;
        return unused == 32 ? 0 : static_cast<S32>(static_cast<U32>(a) << unused) >> unused;
      });
}

// --- prmt ----------------------------------------------------------------------------------------

U32 byte_of(U32 a, U32 b, U32 index) {
  return (index < 4 ? a >> (8 * index) : b >> (8 * (index - 4))) & 0xff;
}

// The manual's tables: for each value of c & 3 the bytes that go to d.b3, d.b2, d.b1, d.b0.
using Mode = unsigned[4][4];
constexpr Mode kF4e = {
    {3, 2, 1, 0},
    {4, 3, 2, 1},
    {5, 4, 3, 2},
    {6, 5, 4, 3}
};
constexpr Mode kB4e = {
    {5, 6, 7, 0},
    {6, 7, 0, 1},
    {7, 0, 1, 2},
    {0, 1, 2, 3}
};
constexpr Mode kRc8 = {
    {0, 0, 0, 0},
    {1, 1, 1, 1},
    {2, 2, 2, 2},
    {3, 3, 3, 3}
};
constexpr Mode kEcl = {
    {3, 2, 1, 0},
    {3, 2, 1, 1},
    {3, 2, 2, 2},
    {3, 3, 3, 3}
};
constexpr Mode kEcr = {
    {0, 0, 0, 0},
    {1, 1, 1, 0},
    {2, 2, 1, 0},
    {3, 2, 1, 0}
};
constexpr Mode kRc16 = {
    {1, 0, 1, 0},
    {3, 2, 3, 2},
    {1, 0, 1, 0},
    {3, 2, 3, 2}
};

template <const Mode& kMode>
U32 by_table(U32 a, U32 b, U32 c) {
  U32 result = 0;
  for (unsigned column = 0; column < 4; ++column) {
    result = result << 8 | byte_of(a, b, kMode[c & 3U][column]);
  }
  return result;
}

TEST(BitOperations, PermutationOfBytes) {
  check(
      "prmt.b32", +[](U32 a, U32 b, U32 c) {
        U32 result = 0;
        for (unsigned i = 0; i < 4; ++i) {
          const U32 selector = c >> (4 * i) & 0xf;
          U32 byte = byte_of(a, b, selector & 7U);
          if (selector >= 8) byte = byte >= 128 ? 255 : 0;
          result += byte << (8 * i);
        }
        return result;
      });
  check("prmt.b32.f4e", by_table<kF4e>);
  check("prmt.b32.b4e", by_table<kB4e>);
  check("prmt.b32.rc8", by_table<kRc8>);
  check("prmt.b32.ecl", by_table<kEcl>);
  check("prmt.b32.ecr", by_table<kEcr>);
  check("prmt.b32.rc16", by_table<kRc16>);
}

// --- dot products --------------------------------------------------------------------------------

template <class T>
S64 part(U32 a, unsigned index) {
  return static_cast<T>(a >> (8 * sizeof(T) * index));
}
template <class A, class B>
U32 four(U32 a, U32 b, U32 c) {
  S64 sum = c;
  for (unsigned i = 0; i < 4; ++i) sum += part<A>(a, i) * part<B>(b, i);
  return static_cast<U32>(sum);
}
template <class A, class B, unsigned kFirst>
U32 two(U32 a, U32 b, U32 c) {
  const S64 sum = c + part<A>(a, 0) * part<B>(b, kFirst) + part<A>(a, 1) * part<B>(b, kFirst + 1);
  return static_cast<U32>(sum);
}

TEST(BitOperations, DotProducts) {
  check("dp4a.u32.u32", four<U8, U8>);
  check("dp4a.u32.s32", four<U8, S8>);
  check("dp4a.s32.u32", four<S8, U8>);
  check("dp4a.s32.s32", four<S8, S8>);
  check("dp2a.lo.u32.u32", two<U16, U8, 0>);
  check("dp2a.lo.s32.s32", two<S16, S8, 0>);
  check("dp2a.hi.u32.s32", two<U16, S8, 2>);
  check("dp2a.hi.s32.u32", two<S16, U8, 2>);
}

// --- mov -----------------------------------------------------------------------------------------

TEST(MoveOperations, Copies) {
  for (const char* type : {"b16", "u16", "s16"}) {
    check(std::string("mov.") + type, +[](U16 a) { return a; });
  }
  for (const char* type : {"b32", "u32", "s32", "f32"}) {
    check(std::string("mov.") + type, +[](U32 a) { return a; });
  }
  for (const char* type : {"b64", "u64", "s64", "f64"}) {
    check(std::string("mov.") + type, +[](U64 a) { return a; });
  }
  check("mov.pred", +[](bool a) { return a; });
}

TEST(MoveOperations, PackAndUnpack) {
  check("mov.b16", +[](U8 a, U8 b) { return U16(a + b * 256); });
  check("mov.b32", +[](U16 a, U16 b) { return a + b * 65536U; });
  check(
      "mov.b32", +[](U8 a, U8 b, U8 c, U8 d) { return a + b * 256U + c * 65536U + d * 16777216U; });
  check("mov.b64", +[](U32 a, U32 b) { return a + b * U64{4294967296}; });
  check(
      "mov.b64", +[](U16 a, U16 b, U16 c, U16 d) {
        return (U64{d} * 65536 + c) * 4294967296 + b * U64{65536} + a;
      });
  check("mov.b16", +[](U16 a) { return std::tuple(U8(a % 256), U8(a / 256)); });
  check("mov.b32", +[](U32 a) { return std::tuple(U16(a % 65536), U16(a / 65536)); });
  check("mov.b32", +[](U32 a) { return std::tuple(U8(a), U8(a >> 8), U8(a >> 16), U8(a >> 24)); });
  check("mov.b64", +[](U64 a) { return std::tuple(U32(a), U32(a / 4294967296)); });
  check(
      "mov.b64",
      +[](U64 a) { return std::tuple(U16(a), U16(a >> 16), U16(a >> 32), U16(a >> 48)); });
}

}  // namespace
}  // namespace smemlens::simt
