// Floating-point arithmetic: add … max for f32, f32x2 and f64, f32 with f16 or bf16, and the
// approximate functions (PTX ISA "Floating Point Instructions", "Mixed Precision …").
//
// An f32 row's modifiers .ftz and .sat are a template argument of its lane functions, so that every
// form is one loop; .rz, .rm and .rp run the same loop under the host's rounding mode.

#include "smemlens/simt/operations_float.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

enum class Finish : std::uint8_t { kPlain, kFtz, kSat, kFtzSat };

template <Finish kFinish, class T>
T operand(T value) {
  if constexpr (std::is_same_v<T, float> &&
                (kFinish == Finish::kFtz || kFinish == Finish::kFtzSat)) {
    return flush_subnormal(value);
  } else {
    return value;
  }
}

template <Finish kFinish, class T>
T finished(T value) {
  if constexpr (std::is_same_v<T, float>) value = canonical(operand<kFinish>(value));
  if constexpr (kFinish == Finish::kSat || kFinish == Finish::kFtzSat) value = saturate(value);
  return value;
}

// kFunction of one lane with flushed operands and a finished result.
template <auto kFunction, Finish kFinish, class T>
T unary(T a) {
  return finished<kFinish>(kFunction(operand<kFinish>(a)));
}
template <auto kFunction, Finish kFinish, class T>
T binary(T a, T b) {
  return finished<kFinish>(kFunction(operand<kFinish>(a), operand<kFinish>(b)));
}
template <auto kFunction, Finish kFinish, class T>
T ternary(T a, T b, T c) {
  return finished<kFinish>(
      kFunction(operand<kFinish>(a), operand<kFinish>(b), operand<kFinish>(c)));
}

// --- exact arithmetic ----------------------------------------------------------------------------

template <class T>
T add(T a, T b) {
  return a + b;
}
template <class T>
T subtract(T a, T b) {
  return a - b;
}
template <class T>
T multiply(T a, T b) {
  return a * b;
}
template <class T>
T multiply_add(T a, T b, T c) {
  return std::fma(a, b, c);
}
template <class T>
T divide(T a, T b) {
  return a / b;
}
template <class T>
T reciprocal(T a) {
  return T{1} / a;
}
template <class T>
T square_root(T a) {
  return std::sqrt(a);
}

template <auto kFunction, Finish kFinish>
float flushed(float a) {
  return kFunction(operand<kFinish>(a));
}

// f32x2: the same for each half of 64 bits.
template <auto kFunction, class... Pairs>
U64 each_float(Pairs... pairs) {
  const auto low = kFunction(std::bit_cast<float>(static_cast<U32>(pairs))...);
  const auto high = kFunction(std::bit_cast<float>(static_cast<U32>(pairs >> 32))...);
  return U64{bits_of(low)} | U64{bits_of(high)} << 32;
}

// Of an f16 or bf16, which every f32 arithmetic takes exactly, and an f32.
template <class Format, auto kFunction, Finish kFinish>
float mixed_sum(U16 a, float c) {
  return finished<kFinish>(kFunction(float_from_small<Format>(a), c));
}
template <class Format, Finish kFinish>
float mixed_product(U16 a, U16 b, float c) {
  return finished<kFinish>(
      multiply_add(float_from_small<Format>(a), float_from_small<Format>(b), c));
}

// --- approximations: in f64, rounded once --------------------------------------------------------

template <auto kFunction>
float in_double(float a) {
  return static_cast<float>(kFunction(static_cast<double>(a)));
}

double sine(double a) {
  return std::sin(a);
}
double cosine(double a) {
  return std::cos(a);
}
double power_of_two(double a) {
  return std::exp2(a);
}
double logarithm(double a) {
  return std::log2(a);
}
double hyperbolic(double a) {
  return std::tanh(a);
}
double reciprocal_root(double a) {
  return 1 / std::sqrt(a);
}

// min d, a, b, c
template <auto kFunction>
float of_three(float a, float b, float c) {
  return kFunction(kFunction(a, b), c);
}

// min.abs d, a, b, c
template <auto kFunction>
float of_magnitudes(float a, float b) {
  return kFunction(absolute(a), absolute(b));
}

// div.approx is a · (1/b), and 1/b is 0 from 2^126 on (PTX ISA "div").
float divide_approximately(float a, float b) {
  constexpr float kLargest = 0x1p126F;
  const bool is_small = absolute(b) > kLargest && !std::isinf(b);
  return is_small ? a * copy_sign(b, 0.0F) : a / b;
}

// rcp, rsqrt .approx.ftz.f64 read and write upper words only.
template <auto kFunction>
double in_upper_word(double a) {
  constexpr U64 kUpper = 0xffffffff00000000;
  constexpr U64 kExponent = 0x7ff0000000000000;
  const auto flush = [](U64 bits) { return (bits & kExponent) == 0 ? bits & kSign<double> : bits; };
  const auto upper = std::bit_cast<double>(flush(bits_of(a) & kUpper));
  const double result = kFunction(upper);
  if (result != result) return std::bit_cast<double>(U64{0x7fffffff00000000});
  return std::bit_cast<double>(flush(bits_of(result) & kUpper));
}

// --- the table -----------------------------------------------------------------------------------

constexpr Finish kPlain = Finish::kPlain;
constexpr Finish kFtz = Finish::kFtz;
constexpr Finish kSat = Finish::kSat;
constexpr Finish kFtzSat = Finish::kFtzSat;

constexpr ptx::ModifierSet kNan = {Mod::kPropagateNan};
constexpr ptx::ModifierSet kXorsign = {Mod::kXorsign, Mod::kAbs};
constexpr ptx::ModifierSet kNanXorsign = kNan | kXorsign;
constexpr ptx::ModifierSet kFtzNan = kNan | ptx::ModifierSet{Mod::kFtz};
constexpr ptx::ModifierSet kFtzXorsign = kXorsign | ptx::ModifierSet{Mod::kFtz};
constexpr ptx::ModifierSet kFtzNanXorsign = kFtzNan | kXorsign;

template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kUnary = kEachLane<unary<kFunction, kFinish, float>>;
template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kUnaryRounded = kEachLaneRounded<unary<kFunction, kFinish, float>>;
template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kBinary = kEachLane<binary<kFunction, kFinish, float>>;
template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kBinaryRounded = kEachLaneRounded<binary<kFunction, kFinish, float>>;
template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kTernaryRounded = kEachLaneRounded<ternary<kFunction, kFinish, float>>;

template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kOfThree = kEachLane<ternary<of_three<kFunction>, kFinish, float>>;

// clang-format off
constexpr auto kSums = std::to_array<Row>({
    {Op::kAdd, {kF32}, {},                     {}, kBinaryRounded<add<float>, kPlain>      },
    {Op::kAdd, {kF32}, {Mod::kFtz},            {}, kBinaryRounded<add<float>, kFtz>        },
    {Op::kAdd, {kF32}, {Mod::kSat},            {}, kBinaryRounded<add<float>, kSat>        },
    {Op::kAdd, {kF32}, {Mod::kFtz, Mod::kSat}, {}, kBinaryRounded<add<float>, kFtzSat>     },
    {Op::kAdd, {kF64}, {},                     {}, kEachLaneRounded<add<double>>           },
    {Op::kSub, {kF32}, {},                     {}, kBinaryRounded<subtract<float>, kPlain> },
    {Op::kSub, {kF32}, {Mod::kFtz},            {}, kBinaryRounded<subtract<float>, kFtz>   },
    {Op::kSub, {kF32}, {Mod::kSat},            {}, kBinaryRounded<subtract<float>, kSat>   },
    {Op::kSub, {kF32}, {Mod::kFtz, Mod::kSat}, {}, kBinaryRounded<subtract<float>, kFtzSat>},
    {Op::kSub, {kF64}, {},                     {}, kEachLaneRounded<subtract<double>>      },
    {Op::kMul, {kF32}, {},                     {}, kBinaryRounded<multiply<float>, kPlain> },
    {Op::kMul, {kF32}, {Mod::kFtz},            {}, kBinaryRounded<multiply<float>, kFtz>   },
    {Op::kMul, {kF32}, {Mod::kSat},            {}, kBinaryRounded<multiply<float>, kSat>   },
    {Op::kMul, {kF32}, {Mod::kFtz, Mod::kSat}, {}, kBinaryRounded<multiply<float>, kFtzSat>},
    {Op::kMul, {kF64}, {},                     {}, kEachLaneRounded<multiply<double>>      },
});
// clang-format on

// clang-format off
constexpr auto kFused = std::to_array<Row>({
    {Op::kFma, {kF32}, {},                     {}, kTernaryRounded<multiply_add<float>, kPlain> },
    {Op::kFma, {kF32}, {Mod::kFtz},            {}, kTernaryRounded<multiply_add<float>, kFtz>   },
    {Op::kFma, {kF32}, {Mod::kSat},            {}, kTernaryRounded<multiply_add<float>, kSat>   },
    {Op::kFma, {kF32}, {Mod::kFtz, Mod::kSat}, {}, kTernaryRounded<multiply_add<float>, kFtzSat>},
    {Op::kFma, {kF64}, {},                     {}, kEachLaneRounded<multiply_add<double>>       },
    {Op::kMad, {kF32}, {},                     {}, kTernaryRounded<multiply_add<float>, kPlain> },
    {Op::kMad, {kF32}, {Mod::kFtz},            {}, kTernaryRounded<multiply_add<float>, kFtz>   },
    {Op::kMad, {kF32}, {Mod::kSat},            {}, kTernaryRounded<multiply_add<float>, kSat>   },
    {Op::kMad, {kF32}, {Mod::kFtz, Mod::kSat}, {}, kTernaryRounded<multiply_add<float>, kFtzSat>},
    {Op::kMad, {kF64}, {},                     {}, kEachLaneRounded<multiply_add<double>>       },
});
// clang-format on

template <auto kFunction, Finish kFinish>
constexpr WarpFunctions kBinaryPair =
    kEachLaneRounded<each_float<binary<kFunction, kFinish, float>, U64, U64>>;
template <Finish kFinish>
constexpr WarpFunctions kFusedPair =
    kEachLaneRounded<each_float<ternary<multiply_add<float>, kFinish, float>, U64, U64, U64>>;

// clang-format off
constexpr auto kPairs = std::to_array<Row>({
    {Op::kAdd, {Ty::kF32x2}, {},          {}, kBinaryPair<add<float>, kPlain>     },
    {Op::kAdd, {Ty::kF32x2}, {Mod::kFtz}, {}, kBinaryPair<add<float>, kFtz>       },
    {Op::kSub, {Ty::kF32x2}, {},          {}, kBinaryPair<subtract<float>, kPlain>},
    {Op::kSub, {Ty::kF32x2}, {Mod::kFtz}, {}, kBinaryPair<subtract<float>, kFtz>  },
    {Op::kMul, {Ty::kF32x2}, {},          {}, kBinaryPair<multiply<float>, kPlain>},
    {Op::kMul, {Ty::kF32x2}, {Mod::kFtz}, {}, kBinaryPair<multiply<float>, kFtz>  },
    {Op::kFma, {Ty::kF32x2}, {},          {}, kFusedPair<kPlain>                  },
    {Op::kFma, {Ty::kF32x2}, {Mod::kFtz}, {}, kFusedPair<kFtz>                    },
});
// clang-format on

template <class Format>
constexpr std::array<Row, 6> mixed(Ty type) {
  constexpr auto kAdd = add<float>;
  constexpr auto kSubtract = subtract<float>;
  const std::array<TypeSet, 4> types = {kF32, type};
  const ptx::ModifierSet sat = {Mod::kSat};
  return {
      {
       {Op::kAdd, types, {}, {}, kEachLaneRounded<mixed_sum<Format, kAdd, kPlain>>},
       {Op::kAdd, types, sat, {}, kEachLaneRounded<mixed_sum<Format, kAdd, kSat>>},
       {Op::kSub, types, {}, {}, kEachLaneRounded<mixed_sum<Format, kSubtract, kPlain>>},
       {Op::kSub, types, sat, {}, kEachLaneRounded<mixed_sum<Format, kSubtract, kSat>>},
       {Op::kFma, types, {}, {}, kEachLaneRounded<mixed_product<Format, kPlain>>},
       {Op::kFma, types, sat, {}, kEachLaneRounded<mixed_product<Format, kSat>>},
       }
  };
}

// clang-format off
constexpr auto kApproximations = std::to_array<Row>({
    {Op::kDiv,   {kF32}, {Mod::kFull},              {}, kBinary<divide<float>, kPlain>              },
    {Op::kDiv,   {kF32}, {Mod::kFull, Mod::kFtz},   {}, kBinary<divide<float>, kFtz>                },
    {Op::kDiv,   {kF32}, {Mod::kApprox},            {}, kBinary<divide_approximately, kPlain>       },
    {Op::kDiv,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kBinary<divide_approximately, kFtz>         },
    {Op::kRcp,   {kF32}, {Mod::kApprox},            {}, kUnary<reciprocal<float>, kPlain>           },
    {Op::kRcp,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<reciprocal<float>, kFtz>             },
    {Op::kSqrt,  {kF32}, {Mod::kApprox},            {}, kUnary<square_root<float>, kPlain>          },
    {Op::kSqrt,  {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<square_root<float>, kFtz>            },
    {Op::kRsqrt, {kF32}, {Mod::kApprox},            {}, kUnary<in_double<reciprocal_root>, kPlain>  },
    {Op::kRsqrt, {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<in_double<reciprocal_root>, kFtz>    },
    {Op::kSin,   {kF32}, {Mod::kApprox},            {}, kUnary<in_double<sine>, kPlain>             },
    {Op::kSin,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<in_double<sine>, kFtz>               },
    {Op::kCos,   {kF32}, {Mod::kApprox},            {}, kUnary<in_double<cosine>, kPlain>           },
    {Op::kCos,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<in_double<cosine>, kFtz>             },
    {Op::kLg2,   {kF32}, {Mod::kApprox},            {}, kUnary<in_double<logarithm>, kPlain>        },
    {Op::kLg2,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<in_double<logarithm>, kFtz>          },
    {Op::kEx2,   {kF32}, {Mod::kApprox},            {}, kUnary<in_double<power_of_two>, kPlain>     },
    {Op::kEx2,   {kF32}, {Mod::kApprox, Mod::kFtz}, {}, kUnary<in_double<power_of_two>, kFtz>       },
    {Op::kTanh,  {kF32}, {Mod::kApprox},            {}, kUnary<in_double<hyperbolic>, kPlain>       },
    {Op::kRcp,   {kF64}, {Mod::kApprox, Mod::kFtz}, {}, kEachLane<in_upper_word<reciprocal<double>>>},
    {Op::kRsqrt, {kF64}, {Mod::kApprox, Mod::kFtz}, {}, kEachLane<in_upper_word<reciprocal_root>>   },
    {Op::kRsqrt, {kF64}, {Mod::kApprox},            {}, kEachLane<reciprocal_root>                  },
});
// clang-format on

// clang-format off
constexpr auto kQuotients = std::to_array<Row>({
    {Op::kDiv,  {kF32}, {},          {}, kBinaryRounded<divide<float>, kPlain>    },
    {Op::kDiv,  {kF32}, {Mod::kFtz}, {}, kBinaryRounded<divide<float>, kFtz>      },
    {Op::kDiv,  {kF64}, {},          {}, kEachLaneRounded<divide<double>>         },
    {Op::kRcp,  {kF32}, {},          {}, kUnaryRounded<reciprocal<float>, kPlain> },
    {Op::kRcp,  {kF32}, {Mod::kFtz}, {}, kUnaryRounded<reciprocal<float>, kFtz>   },
    {Op::kRcp,  {kF64}, {},          {}, kEachLaneRounded<reciprocal<double>>     },
    {Op::kSqrt, {kF32}, {},          {}, kUnaryRounded<square_root<float>, kPlain>},
    {Op::kSqrt, {kF32}, {Mod::kFtz}, {}, kUnaryRounded<square_root<float>, kFtz>  },
    {Op::kSqrt, {kF64}, {},          {}, kEachLaneRounded<square_root<double>>    },
});
// clang-format on

// clang-format off
constexpr auto kOrders = std::to_array<Row>({
    {Op::kNeg,      {kF32}, {},             {}, kEachLane<flushed<negate<float>, kPlain>>          },
    {Op::kNeg,      {kF32}, {Mod::kFtz},    {}, kEachLane<flushed<negate<float>, kFtz>>            },
    {Op::kNeg,      {kF64}, {},             {}, kEachLane<negate<double>>                          },
    {Op::kAbs,      {kF32}, {},             {}, kEachLane<flushed<absolute<float>, kPlain>>        },
    {Op::kAbs,      {kF32}, {Mod::kFtz},    {}, kEachLane<flushed<absolute<float>, kFtz>>          },
    {Op::kAbs,      {kF64}, {},             {}, kEachLane<absolute<double>>                        },
    {Op::kCopysign, {kF32}, {},             {}, kEachLane<copy_sign<float>>                        },
    {Op::kCopysign, {kF64}, {},             {}, kEachLane<copy_sign<double>>                       },
    {Op::kMin,      {kF32}, {},             {}, kBinary<minimum<float>, kPlain>                    },
    {Op::kMin,      {kF32}, {Mod::kFtz},    {}, kBinary<minimum<float>, kFtz>                      },
    {Op::kMin,      {kF32}, kNan,           {}, kBinary<or_nan<minimum<float>>, kPlain>            },
    {Op::kMin,      {kF32}, kFtzNan,        {}, kBinary<or_nan<minimum<float>>, kFtz>              },
    {Op::kMin,      {kF32}, kXorsign,       {}, kBinary<xor_signed<minimum<float>>, kPlain>        },
    {Op::kMin,      {kF32}, kFtzXorsign,    {}, kBinary<xor_signed<minimum<float>>, kFtz>          },
    {Op::kMin,      {kF32}, kNanXorsign,    {}, kBinary<xor_signed<or_nan<minimum<float>>>, kPlain>},
    {Op::kMin,      {kF32}, kFtzNanXorsign, {}, kBinary<xor_signed<or_nan<minimum<float>>>, kFtz>  },
    {Op::kMin,      {kF64}, {},             {}, kEachLane<minimum<double>>                         },
    {Op::kMax,      {kF32}, {},             {}, kBinary<maximum<float>, kPlain>                    },
    {Op::kMax,      {kF32}, {Mod::kFtz},    {}, kBinary<maximum<float>, kFtz>                      },
    {Op::kMax,      {kF32}, kNan,           {}, kBinary<or_nan<maximum<float>>, kPlain>            },
    {Op::kMax,      {kF32}, kFtzNan,        {}, kBinary<or_nan<maximum<float>>, kFtz>              },
    {Op::kMax,      {kF32}, kXorsign,       {}, kBinary<xor_signed<maximum<float>>, kPlain>        },
    {Op::kMax,      {kF32}, kFtzXorsign,    {}, kBinary<xor_signed<maximum<float>>, kFtz>          },
    {Op::kMax,      {kF32}, kNanXorsign,    {}, kBinary<xor_signed<or_nan<maximum<float>>>, kPlain>},
    {Op::kMax,      {kF32}, kFtzNanXorsign, {}, kBinary<xor_signed<or_nan<maximum<float>>>, kFtz>  },
    {Op::kMax,      {kF64}, {},             {}, kEachLane<maximum<double>>                         },
});
// clang-format on

template <auto kFunction>
constexpr std::array<Row, 8> of_three_rows(Op opcode) {
  constexpr auto kOrNan = or_nan<kFunction>;
  constexpr auto kAbs = of_magnitudes<kFunction>;
  constexpr auto kAbsOrNan = or_nan<kAbs>;
  constexpr ptx::ModifierSet kAbsolute = {Mod::kAbs};
  const std::array<TypeSet, 4> types = {kF32};
  return {
      {
       {opcode, types, {}, {}, kOfThree<kFunction, kPlain>},
       {opcode, types, {Mod::kFtz}, {}, kOfThree<kFunction, kFtz>},
       {opcode, types, kNan, {}, kOfThree<kOrNan, kPlain>},
       {opcode, types, kFtzNan, {}, kOfThree<kOrNan, kFtz>},
       {opcode, types, kAbsolute, {}, kOfThree<kAbs, kPlain>},
       {opcode, types, kAbsolute | ptx::ModifierSet{Mod::kFtz}, {}, kOfThree<kAbs, kFtz>},
       {opcode, types, kAbsolute | kNan, {}, kOfThree<kAbsOrNan, kPlain>},
       {opcode, types, kAbsolute | kFtzNan, {}, kOfThree<kAbsOrNan, kFtz>},
       }
  };
}

constexpr auto kRows =
    concatenated(kSums, kFused, kPairs, mixed<Half>(Ty::kF16), mixed<Bfloat>(Ty::kBf16),
                 kApproximations, kQuotients, kOrders, of_three_rows<minimum<float>>(Op::kMin),
                 of_three_rows<maximum<float>>(Op::kMax));

}  // namespace

std::span<const Row> float_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
