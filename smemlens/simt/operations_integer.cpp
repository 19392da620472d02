// Integer arithmetic: add … max, mul24, sad, and the extended-precision chains (PTX ISA "Integer
// Arithmetic Instructions", "Extended-Precision Integer Arithmetic Instructions").
//
// Signed addition, subtraction and the low half of a product have the bits of their unsigned twins,
// which wrap; only those that differ are written for signed types.

#include <array>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>

#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

__extension__ typedef __int128 S128;           // NOLINT(modernize-use-using): __extension__
__extension__ typedef unsigned __int128 U128;  // NOLINT(modernize-use-using): __extension__

template <class T>
struct WideOf;
template <>
struct WideOf<U16> {
  using Type = U32;
};
template <>
struct WideOf<S16> {
  using Type = S32;
};
template <>
struct WideOf<U32> {
  using Type = U64;
};
template <>
struct WideOf<S32> {
  using Type = S64;
};
template <>
struct WideOf<U64> {
  using Type = U128;
};
template <>
struct WideOf<S64> {
  using Type = S128;
};
template <class T>
using Wide = typename WideOf<T>::Type;

// --- addition and multiplication -----------------------------------------------------------------

template <class T>
T add(T a, T b) {
  return static_cast<T>(a + b);
}

template <class T>
T subtract(T a, T b) {
  return static_cast<T>(a - b);
}

template <class T>
T multiply_low(T a, T b) {
  return static_cast<T>(T{1} * 1U * a * b);
}

template <class T>
Wide<T> multiply_wide(T a, T b) {
  return static_cast<Wide<T>>(Wide<T>{a} * Wide<T>{b});
}

template <class T>
T multiply_high(T a, T b) {
  return static_cast<T>((Wide<T>{a} * Wide<T>{b}) >> (8 * sizeof(T)));
}

template <class T>
T multiply_low_add(T a, T b, T c) {
  return static_cast<T>(multiply_low(a, b) + c);
}

template <class T>
T multiply_high_add(T a, T b, T c) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<T>(
      static_cast<Unsigned>(static_cast<Unsigned>(multiply_high(a, b)) + static_cast<Unsigned>(c)));
}

// c has the type of the product; both wrap.
template <class T>
std::make_unsigned_t<Wide<T>> multiply_wide_add(T a, T b, std::make_unsigned_t<Wide<T>> c) {
  return static_cast<std::make_unsigned_t<Wide<T>>>(multiply_wide(a, b)) + c;
}

S32 clamp_to_s32(S64 value) {
  constexpr S64 kLow = std::numeric_limits<S32>::min();
  constexpr S64 kHigh = std::numeric_limits<S32>::max();
  const S64 at_most = value > kHigh ? kHigh : value;
  return static_cast<S32>(at_most < kLow ? kLow : at_most);
}

S32 add_saturating(S32 a, S32 b) {
  return clamp_to_s32(S64{a} + b);
}
S32 subtract_saturating(S32 a, S32 b) {
  return clamp_to_s32(S64{a} - b);
}
S32 multiply_high_add_saturating(S32 a, S32 b, S32 c) {
  return clamp_to_s32(S64{multiply_high(a, b)} + c);
}

// The 48-bit product of the low 24 bits of each: bits 0–31 or 16–47.
template <class T>
std::conditional_t<std::is_signed_v<T>, S64, U64> product24(T a, T b) {
  using Product = std::conditional_t<std::is_signed_v<T>, S64, U64>;
  const auto low24 = [](T x) {
    return Product{static_cast<T>(static_cast<T>(static_cast<U32>(x) << 8) >> 8)};
  };
  return low24(a) * low24(b);
}
template <class T>
U32 multiply24_low(T a, T b) {
  return static_cast<U32>(product24(a, b));
}
template <class T>
U32 multiply24_high(T a, T b) {
  return static_cast<U32>(product24(a, b) >> 16);
}
template <class T>
U32 multiply24_low_add(T a, T b, U32 c) {
  return multiply24_low(a, b) + c;
}
template <class T>
U32 multiply24_high_add(T a, T b, U32 c) {
  return multiply24_high(a, b) + c;
}
S32 multiply24_high_add_saturating(S32 a, S32 b, S32 c) {
  return clamp_to_s32(S64{static_cast<S32>(multiply24_high(a, b))} + c);
}

template <class T>
T add_absolute_difference(T a, T b, std::make_unsigned_t<T> c) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto ua = static_cast<Unsigned>(a);
  const auto ub = static_cast<Unsigned>(b);
  const auto difference = static_cast<Unsigned>(a < b ? ub - ua : ua - ub);
  return static_cast<T>(static_cast<Unsigned>(c + difference));
}

// --- division: a GPU never traps -----------------------------------------------------------------

template <class T>
T divide(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
  }
  return static_cast<T>(a / b);
}

template <class T>
T remainder(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

// --- sign and order ------------------------------------------------------------------------------

template <class T>
T negate(T a) {
  return static_cast<T>(T{0} - a);
}

template <class T>
T absolute(T a) {
  using Unsigned = std::make_unsigned_t<T>;
  return a < 0 ? static_cast<T>(negate(static_cast<Unsigned>(a))) : a;
}

template <class T>
T minimum(T a, T b) {
  return b < a ? b : a;
}

template <class T>
T maximum(T a, T b) {
  return a < b ? b : a;
}

// Each half of a 32-bit register on its own.
template <auto kFunction, class T>
U32 each_half(U32 a, U32 b) {
  const auto low = static_cast<U16>(kFunction(static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<U16>(kFunction(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return U32{low} | U32{high} << 16;
}

template <auto kFunction>
S32 clamped_at_zero(S32 a, S32 b) {
  return maximum(kFunction(a, b), 0);
}
template <auto kFunction>
S16 clamped_at_zero16(S16 a, S16 b) {
  return maximum<S16>(kFunction(a, b), 0);
}

// --- carry chains --------------------------------------------------------------------------------

template <class T>
using WithCarry = std::tuple<T, bool>;

template <class T>
WithCarry<T> add_with_carry(T a, T b, bool carry) {
  const T partial = add(a, b);
  const T sum = add(partial, T{carry});
  return {sum, partial < a || sum < partial};
}
template <class T>
WithCarry<T> add_set_carry(T a, T b, bool /*carry*/) {
  return add_with_carry(a, b, false);
}
template <class T>
WithCarry<T> add_keep_carry(T a, T b, bool carry) {
  return {std::get<0>(add_with_carry(a, b, carry)), carry};
}

// The flag is the borrow.
template <class T>
WithCarry<T> subtract_with_borrow(T a, T b, bool borrow) {
  const T partial = subtract(a, b);
  return {subtract(partial, T{borrow}), a < b || partial < T{borrow}};
}
template <class T>
WithCarry<T> subtract_set_borrow(T a, T b, bool /*borrow*/) {
  return subtract_with_borrow(a, b, false);
}
template <class T>
WithCarry<T> subtract_keep_borrow(T a, T b, bool borrow) {
  return {std::get<0>(subtract_with_borrow(a, b, borrow)), borrow};
}

template <auto kMultiply, auto kAdd, class T, class Sum = std::make_unsigned_t<T>>
WithCarry<Sum> multiply_add_carry(T a, T b, Sum c, bool carry) {
  return kAdd(static_cast<Sum>(kMultiply(a, b)), c, carry);
}

template <class T, auto kMultiply>
constexpr WarpFunctions kMadSetCarry =
    kEachLaneWithCarry<multiply_add_carry<kMultiply, add_set_carry<std::make_unsigned_t<T>>, T>>;
template <class T, auto kMultiply>
constexpr WarpFunctions kMadWithCarry =
    kEachLaneWithCarry<multiply_add_carry<kMultiply, add_with_carry<std::make_unsigned_t<T>>, T>>;
template <class T, auto kMultiply>
constexpr WarpFunctions kMadKeepCarry =
    kEachLaneWithCarry<multiply_add_carry<kMultiply, add_keep_carry<std::make_unsigned_t<T>>, T>>;

// --- the table -----------------------------------------------------------------------------------

template <auto kFunction, class T>
constexpr WarpFunctions kHalves = kEachLane<each_half<kFunction, T>>;

// A carry is CC.CF, the last slot.
// clang-format off
constexpr auto kCarryChains = std::to_array<Row>({
    {Op::kAdd,  {kInteger32}, {Mod::kCc},           {}, kEachLaneWithCarry<add_set_carry<U32>>       },
    {Op::kAdd,  {kInteger64}, {Mod::kCc},           {}, kEachLaneWithCarry<add_set_carry<U64>>       },
    {Op::kAddc, {kInteger32}, {},                   {}, kEachLaneWithCarry<add_keep_carry<U32>>      },
    {Op::kAddc, {kInteger64}, {},                   {}, kEachLaneWithCarry<add_keep_carry<U64>>      },
    {Op::kAddc, {kInteger32}, {Mod::kCc},           {}, kEachLaneWithCarry<add_with_carry<U32>>      },
    {Op::kAddc, {kInteger64}, {Mod::kCc},           {}, kEachLaneWithCarry<add_with_carry<U64>>      },
    {Op::kSub,  {kInteger32}, {Mod::kCc},           {}, kEachLaneWithCarry<subtract_set_borrow<U32>> },
    {Op::kSub,  {kInteger64}, {Mod::kCc},           {}, kEachLaneWithCarry<subtract_set_borrow<U64>> },
    {Op::kSubc, {kInteger32}, {},                   {}, kEachLaneWithCarry<subtract_keep_borrow<U32>>},
    {Op::kSubc, {kInteger64}, {},                   {}, kEachLaneWithCarry<subtract_keep_borrow<U64>>},
    {Op::kSubc, {kInteger32}, {Mod::kCc},           {}, kEachLaneWithCarry<subtract_with_borrow<U32>>},
    {Op::kSubc, {kInteger64}, {Mod::kCc},           {}, kEachLaneWithCarry<subtract_with_borrow<U64>>},
    {Op::kMad,  {kInteger32}, {Mod::kLo, Mod::kCc}, {}, kMadSetCarry<U32, multiply_low<U32>>         },
    {Op::kMad,  {kInteger64}, {Mod::kLo, Mod::kCc}, {}, kMadSetCarry<U64, multiply_low<U64>>         },
    {Op::kMad,  {kU32},       {Mod::kHi, Mod::kCc}, {}, kMadSetCarry<U32, multiply_high<U32>>        },
    {Op::kMad,  {kS32},       {Mod::kHi, Mod::kCc}, {}, kMadSetCarry<S32, multiply_high<S32>>        },
    {Op::kMad,  {kU64},       {Mod::kHi, Mod::kCc}, {}, kMadSetCarry<U64, multiply_high<U64>>        },
    {Op::kMad,  {kS64},       {Mod::kHi, Mod::kCc}, {}, kMadSetCarry<S64, multiply_high<S64>>        },
    {Op::kMadc, {kInteger32}, {Mod::kLo},           {}, kMadKeepCarry<U32, multiply_low<U32>>        },
    {Op::kMadc, {kInteger64}, {Mod::kLo},           {}, kMadKeepCarry<U64, multiply_low<U64>>        },
    {Op::kMadc, {kU32},       {Mod::kHi},           {}, kMadKeepCarry<U32, multiply_high<U32>>       },
    {Op::kMadc, {kS32},       {Mod::kHi},           {}, kMadKeepCarry<S32, multiply_high<S32>>       },
    {Op::kMadc, {kU64},       {Mod::kHi},           {}, kMadKeepCarry<U64, multiply_high<U64>>       },
    {Op::kMadc, {kS64},       {Mod::kHi},           {}, kMadKeepCarry<S64, multiply_high<S64>>       },
    {Op::kMadc, {kInteger32}, {Mod::kLo, Mod::kCc}, {}, kMadWithCarry<U32, multiply_low<U32>>        },
    {Op::kMadc, {kInteger64}, {Mod::kLo, Mod::kCc}, {}, kMadWithCarry<U64, multiply_low<U64>>        },
    {Op::kMadc, {kU32},       {Mod::kHi, Mod::kCc}, {}, kMadWithCarry<U32, multiply_high<U32>>       },
    {Op::kMadc, {kS32},       {Mod::kHi, Mod::kCc}, {}, kMadWithCarry<S32, multiply_high<S32>>       },
    {Op::kMadc, {kU64},       {Mod::kHi, Mod::kCc}, {}, kMadWithCarry<U64, multiply_high<U64>>       },
    {Op::kMadc, {kS64},       {Mod::kHi, Mod::kCc}, {}, kMadWithCarry<S64, multiply_high<S64>>       },
});
// clang-format on

// clang-format off
constexpr auto kSums = std::to_array<Row>({
    {Op::kAdd, {kInteger16},   {},          {}, kEachLane<add<U16>>           },
    {Op::kAdd, {kInteger32},   {},          {}, kEachLane<add<U32>>           },
    {Op::kAdd, {kInteger64},   {},          {}, kEachLane<add<U64>>           },
    {Op::kAdd, {kS32},         {Mod::kSat}, {}, kEachLane<add_saturating>     },
    {Op::kAdd, {kInteger16x2}, {},          {}, kHalves<add<U16>, U16>        },
    {Op::kSub, {kInteger16},   {},          {}, kEachLane<subtract<U16>>      },
    {Op::kSub, {kInteger32},   {},          {}, kEachLane<subtract<U32>>      },
    {Op::kSub, {kInteger64},   {},          {}, kEachLane<subtract<U64>>      },
    {Op::kSub, {kS32},         {Mod::kSat}, {}, kEachLane<subtract_saturating>},
});
// clang-format on

// clang-format off
constexpr auto kProducts = std::to_array<Row>({
    {Op::kMul, {kInteger16}, {Mod::kLo},            {}, kEachLane<multiply_low<U16>>           },
    {Op::kMul, {kInteger32}, {Mod::kLo},            {}, kEachLane<multiply_low<U32>>           },
    {Op::kMul, {kInteger64}, {Mod::kLo},            {}, kEachLane<multiply_low<U64>>           },
    {Op::kMul, {kU16},       {Mod::kHi},            {}, kEachLane<multiply_high<U16>>          },
    {Op::kMul, {kS16},       {Mod::kHi},            {}, kEachLane<multiply_high<S16>>          },
    {Op::kMul, {kU32},       {Mod::kHi},            {}, kEachLane<multiply_high<U32>>          },
    {Op::kMul, {kS32},       {Mod::kHi},            {}, kEachLane<multiply_high<S32>>          },
    {Op::kMul, {kU64},       {Mod::kHi},            {}, kEachLane<multiply_high<U64>>          },
    {Op::kMul, {kS64},       {Mod::kHi},            {}, kEachLane<multiply_high<S64>>          },
    {Op::kMul, {kU16},       {Mod::kWide},          {}, kEachLane<multiply_wide<U16>>          },
    {Op::kMul, {kS16},       {Mod::kWide},          {}, kEachLane<multiply_wide<S16>>          },
    {Op::kMul, {kU32},       {Mod::kWide},          {}, kEachLane<multiply_wide<U32>>          },
    {Op::kMul, {kS32},       {Mod::kWide},          {}, kEachLane<multiply_wide<S32>>          },
    {Op::kMad, {kInteger16}, {Mod::kLo},            {}, kEachLane<multiply_low_add<U16>>       },
    {Op::kMad, {kInteger32}, {Mod::kLo},            {}, kEachLane<multiply_low_add<U32>>       },
    {Op::kMad, {kInteger64}, {Mod::kLo},            {}, kEachLane<multiply_low_add<U64>>       },
    {Op::kMad, {kU16},       {Mod::kHi},            {}, kEachLane<multiply_high_add<U16>>      },
    {Op::kMad, {kS16},       {Mod::kHi},            {}, kEachLane<multiply_high_add<S16>>      },
    {Op::kMad, {kU32},       {Mod::kHi},            {}, kEachLane<multiply_high_add<U32>>      },
    {Op::kMad, {kS32},       {Mod::kHi},            {}, kEachLane<multiply_high_add<S32>>      },
    {Op::kMad, {kU64},       {Mod::kHi},            {}, kEachLane<multiply_high_add<U64>>      },
    {Op::kMad, {kS64},       {Mod::kHi},            {}, kEachLane<multiply_high_add<S64>>      },
    {Op::kMad, {kS32},       {Mod::kHi, Mod::kSat}, {}, kEachLane<multiply_high_add_saturating>},
    {Op::kMad, {kU16},       {Mod::kWide},          {}, kEachLane<multiply_wide_add<U16>>      },
    {Op::kMad, {kS16},       {Mod::kWide},          {}, kEachLane<multiply_wide_add<S16>>      },
    {Op::kMad, {kU32},       {Mod::kWide},          {}, kEachLane<multiply_wide_add<U32>>      },
    {Op::kMad, {kS32},       {Mod::kWide},          {}, kEachLane<multiply_wide_add<S32>>      },
});
// clang-format on

// clang-format off
constexpr auto k24BitProducts = std::to_array<Row>({
    {Op::kMul24, {kU32}, {Mod::kLo},            {}, kEachLane<multiply24_low<U32>>           },
    {Op::kMul24, {kS32}, {Mod::kLo},            {}, kEachLane<multiply24_low<S32>>           },
    {Op::kMul24, {kU32}, {Mod::kHi},            {}, kEachLane<multiply24_high<U32>>          },
    {Op::kMul24, {kS32}, {Mod::kHi},            {}, kEachLane<multiply24_high<S32>>          },
    {Op::kMad24, {kU32}, {Mod::kLo},            {}, kEachLane<multiply24_low_add<U32>>       },
    {Op::kMad24, {kS32}, {Mod::kLo},            {}, kEachLane<multiply24_low_add<S32>>       },
    {Op::kMad24, {kU32}, {Mod::kHi},            {}, kEachLane<multiply24_high_add<U32>>      },
    {Op::kMad24, {kS32}, {Mod::kHi},            {}, kEachLane<multiply24_high_add<S32>>      },
    {Op::kMad24, {kS32}, {Mod::kHi, Mod::kSat}, {}, kEachLane<multiply24_high_add_saturating>},
});
// clang-format on

// clang-format off
constexpr auto kDivisions = std::to_array<Row>({
    {Op::kDiv, {kU16}, {}, {}, kEachLane<divide<U16>>   },
    {Op::kDiv, {kS16}, {}, {}, kEachLane<divide<S16>>   },
    {Op::kDiv, {kU32}, {}, {}, kEachLane<divide<U32>>   },
    {Op::kDiv, {kS32}, {}, {}, kEachLane<divide<S32>>   },
    {Op::kDiv, {kU64}, {}, {}, kEachLane<divide<U64>>   },
    {Op::kDiv, {kS64}, {}, {}, kEachLane<divide<S64>>   },
    {Op::kRem, {kU16}, {}, {}, kEachLane<remainder<U16>>},
    {Op::kRem, {kS16}, {}, {}, kEachLane<remainder<S16>>},
    {Op::kRem, {kU32}, {}, {}, kEachLane<remainder<U32>>},
    {Op::kRem, {kS32}, {}, {}, kEachLane<remainder<S32>>},
    {Op::kRem, {kU64}, {}, {}, kEachLane<remainder<U64>>},
    {Op::kRem, {kS64}, {}, {}, kEachLane<remainder<S64>>},
});
// clang-format on

// clang-format off
constexpr auto kOrders = std::to_array<Row>({
    {Op::kSad, {kU16},   {},           {}, kEachLane<add_absolute_difference<U16>>      },
    {Op::kSad, {kS16},   {},           {}, kEachLane<add_absolute_difference<S16>>      },
    {Op::kSad, {kU32},   {},           {}, kEachLane<add_absolute_difference<U32>>      },
    {Op::kSad, {kS32},   {},           {}, kEachLane<add_absolute_difference<S32>>      },
    {Op::kSad, {kU64},   {},           {}, kEachLane<add_absolute_difference<U64>>      },
    {Op::kSad, {kS64},   {},           {}, kEachLane<add_absolute_difference<S64>>      },
    {Op::kNeg, {kS16},   {},           {}, kEachLane<negate<U16>>                       },
    {Op::kNeg, {kS32},   {},           {}, kEachLane<negate<U32>>                       },
    {Op::kNeg, {kS64},   {},           {}, kEachLane<negate<U64>>                       },
    {Op::kAbs, {kS16},   {},           {}, kEachLane<absolute<S16>>                     },
    {Op::kAbs, {kS32},   {},           {}, kEachLane<absolute<S32>>                     },
    {Op::kAbs, {kS64},   {},           {}, kEachLane<absolute<S64>>                     },
    {Op::kMin, {kU16},   {},           {}, kEachLane<minimum<U16>>                      },
    {Op::kMin, {kS16},   {},           {}, kEachLane<minimum<S16>>                      },
    {Op::kMin, {kU32},   {},           {}, kEachLane<minimum<U32>>                      },
    {Op::kMin, {kS32},   {},           {}, kEachLane<minimum<S32>>                      },
    {Op::kMin, {kU64},   {},           {}, kEachLane<minimum<U64>>                      },
    {Op::kMin, {kS64},   {},           {}, kEachLane<minimum<S64>>                      },
    {Op::kMin, {kU16x2}, {},           {}, kHalves<minimum<U16>, U16>                   },
    {Op::kMin, {kS16x2}, {},           {}, kHalves<minimum<S16>, S16>                   },
    {Op::kMin, {kS32},   {Mod::kRelu}, {}, kEachLane<clamped_at_zero<minimum<S32>>>     },
    {Op::kMin, {kS16x2}, {Mod::kRelu}, {}, kHalves<clamped_at_zero16<minimum<S16>>, S16>},
    {Op::kMax, {kU16},   {},           {}, kEachLane<maximum<U16>>                      },
    {Op::kMax, {kS16},   {},           {}, kEachLane<maximum<S16>>                      },
    {Op::kMax, {kU32},   {},           {}, kEachLane<maximum<U32>>                      },
    {Op::kMax, {kS32},   {},           {}, kEachLane<maximum<S32>>                      },
    {Op::kMax, {kU64},   {},           {}, kEachLane<maximum<U64>>                      },
    {Op::kMax, {kS64},   {},           {}, kEachLane<maximum<S64>>                      },
    {Op::kMax, {kU16x2}, {},           {}, kHalves<maximum<U16>, U16>                   },
    {Op::kMax, {kS16x2}, {},           {}, kHalves<maximum<S16>, S16>                   },
    {Op::kMax, {kS32},   {Mod::kRelu}, {}, kEachLane<clamped_at_zero<maximum<S32>>>     },
    {Op::kMax, {kS16x2}, {Mod::kRelu}, {}, kHalves<clamped_at_zero16<maximum<S16>>, S16>},
});
// clang-format on

constexpr auto kRows =
    concatenated(kCarryChains, kSums, kProducts, k24BitProducts, kDivisions, kOrders);

}  // namespace

std::span<const Row> integer_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
