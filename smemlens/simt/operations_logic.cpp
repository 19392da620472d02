// Logic and shifts: and … lop3, shl, shr, shf (PTX ISA "Logic and Shift Instructions"). Predicates
// are masks already, so their logic is that of whole masks.

#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>

#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T bit_not(T a) {
  return static_cast<T>(~a);
}
template <class T>
T is_zero(T a) {
  return a == 0 ? T{1} : T{0};
}

template <auto kFunction>
void predicate_unary(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask a = read_predicate(frame, operation, 1);
  write_predicate(predicate_at(frame, operation, 0), kFunction(a), mask);
}

template <auto kFunction>
void predicate_binary(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask a = read_predicate(frame, operation, 1);
  const WarpMask b = read_predicate(frame, operation, 2);
  write_predicate(predicate_at(frame, operation, 0), kFunction(a, b), mask);
}

// Bit (4a + 2b + c) of the table in slot 4 is the result for bits a, b, c; the table is an
// immediate, the same in every lane.
U32 look_up(U32 a, U32 b, U32 c, U32 table) {
  U32 result = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const U32 minterm =
        ((i & 4U) != 0 ? a : ~a) & ((i & 2U) != 0 ? b : ~b) & ((i & 1U) != 0 ? c : ~c);
    result |= minterm & (0U - (table >> i & 1U));
  }
  return result;
}

// lop3.BoolOp: beside the result, whether any of its bits is set, combined with a predicate.
std::tuple<U32, bool> look_up_and(U32 a, U32 b, U32 c, U32 table, bool last) {
  const U32 result = look_up(a, b, c, table);
  return {result, result != 0 && last};
}
std::tuple<U32, bool> look_up_or(U32 a, U32 b, U32 c, U32 table, bool last) {
  const U32 result = look_up(a, b, c, table);
  return {result, result != 0 || last};
}

// Amounts of a bit length or more shift everything out.
template <class T>
T shift_left(T a, U32 amount) {
  constexpr U32 kBits = 8 * sizeof(T);
  const auto shifted = static_cast<T>(a << (amount & (kBits - 1)));
  return amount < kBits ? shifted : T{0};
}

// Of a signed T: copies of the sign come in.
template <class T>
T shift_right(T a, U32 amount) {
  constexpr U32 kBits = 8 * sizeof(T);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (amount < kBits ? amount : kBits - 1));
  } else {
    const auto shifted = static_cast<T>(a >> (amount & (kBits - 1)));
    return amount < kBits ? shifted : T{0};
  }
}

// shf: the pair b:a shifted, its upper (left) or lower (right) word. .wrap: amount modulo 32;
// .clamp: at most 32.
U32 funnel_left(U32 a, U32 b, U32 amount) {
  return static_cast<U32>((U64{b} << 32 | a) << amount >> 32);
}
U32 funnel_right(U32 a, U32 b, U32 amount) {
  return static_cast<U32>((U64{b} << 32 | a) >> amount);
}
template <auto kFunnel>
U32 wrapped(U32 a, U32 b, U32 amount) {
  return kFunnel(a, b, amount & 31U);
}
template <auto kFunnel>
U32 clamped(U32 a, U32 b, U32 amount) {
  return kFunnel(a, b, amount < 32 ? amount : 32);
}

constexpr SlotClass kBit = SlotClass::kPredicate;
template <auto kFunction>
constexpr WarpFunctions kOnePredicate = kWholeWarp<predicate_unary<kFunction>, 1, kBit, kBit>;
template <auto kFunction>
constexpr WarpFunctions kTwoPredicates =
    kWholeWarp<predicate_binary<kFunction>, 1, kBit, kBit, kBit>;

// clang-format off
constexpr Row kRows[] = {
    {Op::kAnd,  {kPred},   {},                     {}, kTwoPredicates<bit_and<WarpMask>>},
    {Op::kAnd,  {kB16},    {},                     {}, kEachLane<bit_and<U16>>          },
    {Op::kAnd,  {kB32},    {},                     {}, kEachLane<bit_and<U32>>          },
    {Op::kAnd,  {kB64},    {},                     {}, kEachLane<bit_and<U64>>          },
    {Op::kOr,   {kPred},   {},                     {}, kTwoPredicates<bit_or<WarpMask>> },
    {Op::kOr,   {kB16},    {},                     {}, kEachLane<bit_or<U16>>           },
    {Op::kOr,   {kB32},    {},                     {}, kEachLane<bit_or<U32>>           },
    {Op::kOr,   {kB64},    {},                     {}, kEachLane<bit_or<U64>>           },
    {Op::kXor,  {kPred},   {},                     {}, kTwoPredicates<bit_xor<WarpMask>>},
    {Op::kXor,  {kB16},    {},                     {}, kEachLane<bit_xor<U16>>          },
    {Op::kXor,  {kB32},    {},                     {}, kEachLane<bit_xor<U32>>          },
    {Op::kXor,  {kB64},    {},                     {}, kEachLane<bit_xor<U64>>          },
    {Op::kNot,  {kPred},   {},                     {}, kOnePredicate<bit_not<WarpMask>> },
    {Op::kNot,  {kB16},    {},                     {}, kEachLane<bit_not<U16>>          },
    {Op::kNot,  {kB32},    {},                     {}, kEachLane<bit_not<U32>>          },
    {Op::kNot,  {kB64},    {},                     {}, kEachLane<bit_not<U64>>          },
    {Op::kCnot, {kB16},    {},                     {}, kEachLane<is_zero<U16>>          },
    {Op::kCnot, {kB32},    {},                     {}, kEachLane<is_zero<U32>>          },
    {Op::kCnot, {kB64},    {},                     {}, kEachLane<is_zero<U64>>          },
    {Op::kLop3, {kB32},    {},                     {}, kEachLane<look_up>               },
    {Op::kLop3, {kB32},    {Mod::kAnd},            {}, kEachLane<look_up_and>           },
    {Op::kLop3, {kB32},    {Mod::kOr},             {}, kEachLane<look_up_or>            },
    {Op::kShl,  {kB16},    {},                     {}, kEachLane<shift_left<U16>>       },
    {Op::kShl,  {kB32},    {},                     {}, kEachLane<shift_left<U32>>       },
    {Op::kShl,  {kB64},    {},                     {}, kEachLane<shift_left<U64>>       },
    {Op::kShr,  {kBits16}, {},                     {}, kEachLane<shift_right<U16>>      },
    {Op::kShr,  {kBits32}, {},                     {}, kEachLane<shift_right<U32>>      },
    {Op::kShr,  {kBits64}, {},                     {}, kEachLane<shift_right<U64>>      },
    {Op::kShr,  {kS16},    {},                     {}, kEachLane<shift_right<S16>>      },
    {Op::kShr,  {kS32},    {},                     {}, kEachLane<shift_right<S32>>      },
    {Op::kShr,  {kS64},    {},                     {}, kEachLane<shift_right<S64>>      },
    {Op::kShf,  {kB32},    {Mod::kL, Mod::kWrap},  {}, kEachLane<wrapped<funnel_left>>  },
    {Op::kShf,  {kB32},    {Mod::kL, Mod::kClamp}, {}, kEachLane<clamped<funnel_left>>  },
    {Op::kShf,  {kB32},    {Mod::kR, Mod::kWrap},  {}, kEachLane<wrapped<funnel_right>> },
    {Op::kShf,  {kB32},    {Mod::kR, Mod::kClamp}, {}, kEachLane<clamped<funnel_right>> },
};
// clang-format on

}  // namespace

std::span<const Row> logic_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
