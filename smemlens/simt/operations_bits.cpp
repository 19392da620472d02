// Bits: popc, clz, bfind, brev, bfe, bfi, bmsk, szext, fns, prmt; and the dot products dp4a, dp2a
// (PTX ISA "Integer Arithmetic Instructions", "prmt").

#include <array>
#include <bit>
#include <span>
#include <type_traits>

#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
constexpr U32 kBitsOf = 8 * sizeof(T);
constexpr U32 kNotFound = 0xffffffff;

template <class T>
U32 population(T a) {
  return static_cast<U32>(std::popcount(a));
}
template <class T>
U32 leading_zeros(T a) {
  return static_cast<U32>(std::countl_zero(a));
}

// Position of the most significant bit that isn't a copy of the sign.
template <class T>
U32 find_highest(T a) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(a < 0 ? ~a : a);
  return bits == 0 ? kNotFound : kBitsOf<T> - 1 - leading_zeros(bits);
}
// .shiftamt: the shift that brings that bit to the top.
template <class T>
U32 find_highest_shift(T a) {
  const U32 position = find_highest(a);
  return position == kNotFound ? kNotFound : kBitsOf<T> - 1 - position;
}

// The n-th set bit of `mask` from `base` on: n = offset > 0 upwards, n = -offset downwards;
// offset 0: base itself if it is set.
U32 find_nth(U32 mask, U32 base, S32 offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1U) != 0 ? base : kNotFound;
  U32 left = offset < 0 ? 0U - static_cast<U32>(offset) : static_cast<U32>(offset);
  for (U32 position = base; position < 32; position += offset < 0 ? ~0U : 1U) {
    left -= mask >> position & 1U;
    if (left == 0) return position;
  }
  return kNotFound;
}

template <class T>
T swapped(T a, T low, U32 distance) {
  return static_cast<T>((a & low) << distance | (a >> distance & low));
}
template <class T>
T reversed(T a) {
  a = swapped(a, static_cast<T>(0x5555555555555555), 1);
  a = swapped(a, static_cast<T>(0x3333333333333333), 2);
  a = swapped(a, static_cast<T>(0x0f0f0f0f0f0f0f0f), 4);
  a = swapped(a, static_cast<T>(0x00ff00ff00ff00ff), 8);
  a = swapped(a, static_cast<T>(0x0000ffff0000ffff), 16);
  if constexpr (sizeof(T) == 8) a = swapped(a, T{0x00000000ffffffff}, 32);
  return a;
}

// The lowest `length` bits set.
template <class T>
T low_bits(U32 length) {
  const auto mask = static_cast<T>((T{1} << (length & (kBitsOf<T> - 1))) - 1U);
  return length < kBitsOf<T> ? mask : static_cast<T>(~T{0});
}

// Positions and lengths of bfe and bfi are the low 8 bits of their operands.
template <class T>
T extract(T a, U32 b, U32 c) {
  using Unsigned = std::make_unsigned_t<T>;
  const U32 position = b & 0xffU;
  const U32 length = c & 0xffU;
  const U32 available = position < kBitsOf<T> ? kBitsOf<T> - position : 0;
  const auto bits = static_cast<Unsigned>(a);
  const Unsigned shifted = available == 0 ? 0 : bits >> position;
  const auto mask = low_bits<Unsigned>(length < available ? length : available);
  if constexpr (std::is_signed_v<T>) {
    const U32 last = position + length - 1;
    const U32 sign = last < kBitsOf<T> ? last : kBitsOf<T> - 1;
    const bool is_negative = length != 0 && (bits >> sign & 1U) != 0;
    return static_cast<T>((shifted & mask) | (is_negative ? ~mask : 0));
  } else {
    return shifted & mask;
  }
}

template <class T>
T insert(T a, T b, U32 c, U32 d) {
  const U32 position = c & 0xffU;
  const U32 length = d & 0xffU;
  if (position >= kBitsOf<T>) return b;
  const auto mask = low_bits<T>(length) << position;
  return (b & ~mask) | (a << position & mask);
}

U32 shifted_ones(U32 amount) {
  return amount < 32 ? ~0U << amount : 0;
}

U32 bit_mask_wrapped(U32 a, U32 b) {
  const U32 position = a & 31U;
  const U32 width = b & 31U;
  return shifted_ones(position) & ~shifted_ones(position + width);
}
U32 bit_mask_clamped(U32 a, U32 b) {
  if (a >= 32) return 0;
  return shifted_ones(a) & ~shifted_ones(b >= 32 ? 32 : a + b);
}

template <class T>
T extend_wrapped(T a, U32 b) {
  const U32 width = b & 31U;
  const U32 mask = shifted_ones(width);
  const auto bits = static_cast<U32>(a);
  const bool is_negative =
      std::is_signed_v<T> && width != 0 && (bits >> ((width - 1) & 31U) & 1U) != 0;
  return static_cast<T>((bits & ~mask) | (is_negative ? mask : 0));
}
template <class T>
T extend_clamped(T a, U32 b) {
  return b >= 32 ? a : extend_wrapped(a, b);
}

// --- prmt ----------------------------------------------------------------------------------------

// Byte i of the result is byte (selector nibble i) of b:a, or its sign in all bits if the nibble's
// top bit is set.
U32 permuted(U32 a, U32 b, U32 selector) {
  const U64 bytes = U64{b} << 32 | a;
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 nibble = selector >> (4 * i) & 15U;
    const auto byte = static_cast<U32>(bytes >> (8 * (nibble & 7U)) & 0xffU);
    const U32 sign = (byte & 0x80U) != 0 ? 0xffU : 0U;
    result |= ((nibble & 8U) != 0 ? sign : byte) << (8 * i);
  }
  return result;
}

// A mode is four selectors, one for each value of c & 3.
using Selectors = std::array<U32, 4>;
constexpr Selectors kForward = {0x3210, 0x4321, 0x5432, 0x6543};
constexpr Selectors kBackward = {0x5670, 0x6701, 0x7012, 0x0123};
constexpr Selectors kReplicate8 = {0x0000, 0x1111, 0x2222, 0x3333};
constexpr Selectors kReplicate16 = {0x1010, 0x3232, 0x1010, 0x3232};
constexpr Selectors kClampLeft = {0x3210, 0x3211, 0x3222, 0x3333};
constexpr Selectors kClampRight = {0x0000, 0x1110, 0x2210, 0x3210};

template <const Selectors& kMode>
U32 permuted_by_mode(U32 a, U32 b, U32 c) {
  return permuted(a, b, kMode[c & 3U]);
}

// --- dot products --------------------------------------------------------------------------------

template <class A, class B>
U32 dot4(U32 a, U32 b, U32 c) {
  for (unsigned i = 0; i < 4; ++i) {
    c += static_cast<U32>(S32{static_cast<A>(a >> (8 * i))} * S32{static_cast<B>(b >> (8 * i))});
  }
  return c;
}

// A: a 16-bit type, two in a; B: an 8-bit type, two in the half of b that begins at kShift.
template <class A, class B, unsigned kShift>
U32 dot2(U32 a, U32 b, U32 c) {
  for (unsigned i = 0; i < 2; ++i) {
    c += static_cast<U32>(S32{static_cast<A>(a >> (16 * i))} *
                          S32{static_cast<B>(b >> (kShift + 8 * i))});
  }
  return c;
}

// clang-format off
constexpr auto kCounts = std::to_array<Row>({
    {Op::kPopc,  {kB32}, {},               {}, kEachLane<population<U32>>        },
    {Op::kPopc,  {kB64}, {},               {}, kEachLane<population<U64>>        },
    {Op::kClz,   {kB32}, {},               {}, kEachLane<leading_zeros<U32>>     },
    {Op::kClz,   {kB64}, {},               {}, kEachLane<leading_zeros<U64>>     },
    {Op::kBfind, {kU32}, {},               {}, kEachLane<find_highest<U32>>      },
    {Op::kBfind, {kS32}, {},               {}, kEachLane<find_highest<S32>>      },
    {Op::kBfind, {kU64}, {},               {}, kEachLane<find_highest<U64>>      },
    {Op::kBfind, {kS64}, {},               {}, kEachLane<find_highest<S64>>      },
    {Op::kBfind, {kU32}, {Mod::kShiftamt}, {}, kEachLane<find_highest_shift<U32>>},
    {Op::kBfind, {kS32}, {Mod::kShiftamt}, {}, kEachLane<find_highest_shift<S32>>},
    {Op::kBfind, {kU64}, {Mod::kShiftamt}, {}, kEachLane<find_highest_shift<U64>>},
    {Op::kBfind, {kS64}, {Mod::kShiftamt}, {}, kEachLane<find_highest_shift<S64>>},
    {Op::kFns,   {kB32}, {},               {}, kEachLane<find_nth>               },
    {Op::kBrev,  {kB32}, {},               {}, kEachLane<reversed<U32>>          },
    {Op::kBrev,  {kB64}, {},               {}, kEachLane<reversed<U64>>          },
});
// clang-format on

// clang-format off
constexpr auto kFields = std::to_array<Row>({
    {Op::kBfe,   {kU32}, {},            {}, kEachLane<extract<U32>>       },
    {Op::kBfe,   {kS32}, {},            {}, kEachLane<extract<S32>>       },
    {Op::kBfe,   {kU64}, {},            {}, kEachLane<extract<U64>>       },
    {Op::kBfe,   {kS64}, {},            {}, kEachLane<extract<S64>>       },
    {Op::kBfi,   {kB32}, {},            {}, kEachLane<insert<U32>>        },
    {Op::kBfi,   {kB64}, {},            {}, kEachLane<insert<U64>>        },
    {Op::kBmsk,  {kB32}, {Mod::kWrap},  {}, kEachLane<bit_mask_wrapped>   },
    {Op::kBmsk,  {kB32}, {Mod::kClamp}, {}, kEachLane<bit_mask_clamped>   },
    {Op::kSzext, {kU32}, {Mod::kWrap},  {}, kEachLane<extend_wrapped<U32>>},
    {Op::kSzext, {kS32}, {Mod::kWrap},  {}, kEachLane<extend_wrapped<S32>>},
    {Op::kSzext, {kU32}, {Mod::kClamp}, {}, kEachLane<extend_clamped<U32>>},
    {Op::kSzext, {kS32}, {Mod::kClamp}, {}, kEachLane<extend_clamped<S32>>},
});
// clang-format on

// clang-format off
constexpr auto kPermutations = std::to_array<Row>({
    {Op::kPrmt, {kB32}, {},           {}, kEachLane<permuted>                      },
    {Op::kPrmt, {kB32}, {Mod::kF4e},  {}, kEachLane<permuted_by_mode<kForward>>    },
    {Op::kPrmt, {kB32}, {Mod::kB4e},  {}, kEachLane<permuted_by_mode<kBackward>>   },
    {Op::kPrmt, {kB32}, {Mod::kRc8},  {}, kEachLane<permuted_by_mode<kReplicate8>> },
    {Op::kPrmt, {kB32}, {Mod::kRc16}, {}, kEachLane<permuted_by_mode<kReplicate16>>},
    {Op::kPrmt, {kB32}, {Mod::kEcl},  {}, kEachLane<permuted_by_mode<kClampLeft>>  },
    {Op::kPrmt, {kB32}, {Mod::kEcr},  {}, kEachLane<permuted_by_mode<kClampRight>> },
});
// clang-format on

// clang-format off
constexpr auto kDotProducts = std::to_array<Row>({
    {Op::kDp4a, {kU32, kU32}, {},         {}, kEachLane<dot4<U8, U8>>     },
    {Op::kDp4a, {kU32, kS32}, {},         {}, kEachLane<dot4<U8, S8>>     },
    {Op::kDp4a, {kS32, kU32}, {},         {}, kEachLane<dot4<S8, U8>>     },
    {Op::kDp4a, {kS32, kS32}, {},         {}, kEachLane<dot4<S8, S8>>     },
    {Op::kDp2a, {kU32, kU32}, {Mod::kLo}, {}, kEachLane<dot2<U16, U8, 0>> },
    {Op::kDp2a, {kU32, kS32}, {Mod::kLo}, {}, kEachLane<dot2<U16, S8, 0>> },
    {Op::kDp2a, {kS32, kU32}, {Mod::kLo}, {}, kEachLane<dot2<S16, U8, 0>> },
    {Op::kDp2a, {kS32, kS32}, {Mod::kLo}, {}, kEachLane<dot2<S16, S8, 0>> },
    {Op::kDp2a, {kU32, kU32}, {Mod::kHi}, {}, kEachLane<dot2<U16, U8, 16>>},
    {Op::kDp2a, {kU32, kS32}, {Mod::kHi}, {}, kEachLane<dot2<U16, S8, 16>>},
    {Op::kDp2a, {kS32, kU32}, {Mod::kHi}, {}, kEachLane<dot2<S16, U8, 16>>},
    {Op::kDp2a, {kS32, kS32}, {Mod::kHi}, {}, kEachLane<dot2<S16, S8, 16>>},
});
// clang-format on

constexpr auto kRows = concatenated(kCounts, kFields, kPermutations, kDotProducts);

}  // namespace

std::span<const Row> bit_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
