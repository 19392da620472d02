// f16 and bf16: conversions and arithmetic (PTX ISA "cvt", "Half Precision Floating-Point
// Instructions"). The packed types f16x2 and bf16x2 do the same for each half of 32 bits.

#include "smemlens/simt/operations_half.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// --- rounded to odd ------------------------------------------------------------------------------

// a + b: the rounded sum and its error (Knuth's two-sum) say where the exact value lies.
template <class T>
T odd_sum(T a, T b) {
  const T sum = a + b;
  const T b_part = sum - a;
  const T error = (a - (sum - b_part)) + (b - b_part);
  const auto bits = bits_of(sum);
  const bool is_inexact = error < 0 || error > 0;  // not for infinities: their error is NaN
  const bool is_further = (error > 0) == (sum > 0);
  const auto other = is_further ? bits + 1 : bits - 1;
  return std::bit_cast<T>(is_inexact && (bits & 1U) == 0 ? other : bits);
}

template <class S>
double odd_double(S value) {
  if constexpr (sizeof(S) == 8 && std::is_integral_v<S>) {
    const bool is_negative = value < 0;
    U64 magnitude = is_negative ? 0U - static_cast<U64>(value) : static_cast<U64>(value);
    constexpr U64 kRest = 0x7ff;  // what f64 cannot hold of a 64-bit number, at most
    if (magnitude >> 53 != 0 && (magnitude & kRest) != 0) {
      magnitude = (magnitude & ~kRest) | (kRest + 1);
    }
    const auto result = static_cast<double>(magnitude);
    return is_negative ? -result : result;
  } else {
    return static_cast<double>(value);
  }
}

// --- conversions ---------------------------------------------------------------------------------

RoundingMode mode_of(Immediate immediate) {
  return static_cast<RoundingMode>(immediate.value & 3U);
}

template <class Format, Range kRange, class S>
U16 narrowed(S a, Immediate immediate) {
  return small_from_double<Format, kRange>(odd_double(a), mode_of(immediate));
}
template <class Format>
U16 narrowed_flushed(float a, Immediate immediate) {
  return narrowed<Format, Range::kIeee>(flush_subnormal(a), immediate);
}
template <class Format>
U16 narrowed_flushed_saturated(float a, Immediate immediate) {
  return small_from_double<Format>(saturate(odd_double(flush_subnormal(a))), mode_of(immediate));
}
template <class Format, class S>
U16 narrowed_saturated(S a, Immediate immediate) {
  return small_from_double<Format>(saturate(odd_double(a)), mode_of(immediate));
}

// cvt.f16x2.f32 d, a, b: a is the upper half.
template <class Format>
U32 nearest_pair(float a, float b) {
  return U32{nearest_small<Format>(a)} << 16 | nearest_small<Format>(b);
}
template <class Format, Range kRange>
U32 narrowed_pair(float a, float b, Immediate immediate) {
  return U32{narrowed<Format, kRange>(a, immediate)} << 16 | narrowed<Format, kRange>(b, immediate);
}

template <class Format, class D>
D widened(U16 a) {
  return static_cast<D>(canonical(float_from_small<Format>(a)));
}
template <class Format>
U16 saturated(U16 a) {
  return nearest_small<Format>(saturate(float_from_small<Format>(a)));
}
template <class Format, class D>
D widened_saturated(U16 a) {
  return saturate(widened<Format, D>(a));
}
template <class Format, class To>
U16 reformatted(U16 a, Immediate immediate) {
  return narrowed<To, Range::kIeee>(float_from_small<Format>(a), immediate);
}

using Rounded = float (*)(float);
float to_nearest(float a) {
  return std::nearbyint(a);
}
float to_zero(float a) {
  return std::trunc(a);
}
float downward(float a) {
  return std::floor(a);
}
float upward(float a) {
  return std::ceil(a);
}

// Clamped; NaN → 0, or the most negative value of a 64-bit type.
template <class Format, class D, Rounded kRound>
D to_integer(U16 a) {
  using Limits = std::numeric_limits<D>;
  const float value = kRound(float_from_small<Format>(a));
  constexpr D kOfNan = sizeof(D) == 8 ? static_cast<D>(D{1} << (8 * sizeof(D) - 1)) : D{0};
  constexpr D kMiddle = (Limits::max() / 2) + 1;
  constexpr float kBeyond = static_cast<float>(kMiddle) * 2;
  if (value != value) return kOfNan;
  if (value >= kBeyond) return Limits::max();
  return value <= static_cast<float>(Limits::min()) ? Limits::min() : static_cast<D>(value);
}
template <class Format, Rounded kRound>
U16 to_integral(U16 a) {
  return small_from_double<Format>(static_cast<double>(kRound(float_from_small<Format>(a))),
                                   RoundingMode::kNearest);
}

template <class Format, Rounded kRound>
U16 to_saturated_integral(U16 a) {
  return nearest_small<Format>(saturate(kRound(float_from_small<Format>(a))));
}

// --- arithmetic ----------------------------------------------------------------------------------

enum class Form : std::uint8_t { kPlain, kFtz, kSat, kFtzSat, kRelu, kFtzRelu };
constexpr bool has_ftz(Form form) {
  return form == Form::kFtz || form == Form::kFtzSat || form == Form::kFtzRelu;
}

// What holds a product exactly, and a sum with enough bits to spare.
template <class Format>
using Work = std::conditional_t<std::is_same_v<Format, Half>, float, double>;

template <class Format, Form kForm>
Work<Format> operand(U16 bits) {
  return static_cast<Work<Format>>(
      float_from_small<Format>(has_ftz(kForm) ? flushed_half<Format>(bits) : bits));
}

template <class Format, Form kForm>
U16 result(Work<Format> value) {
  constexpr bool kHasSat = kForm == Form::kSat || kForm == Form::kFtzSat;
  constexpr bool kHasRelu = kForm == Form::kRelu || kForm == Form::kFtzRelu;
  if constexpr (kHasSat) value = saturate(value);
  U16 bits = 0;
  if constexpr (std::is_same_v<Format, Half>) {
    bits = nearest_small<Half>(value);
  } else {
    bits = small_from_double<Format>(value, RoundingMode::kNearest);
  }
  if constexpr (kHasRelu) bits = (bits & Format::kSign) != 0 ? U16{0} : bits;
  return has_ftz(kForm) ? flushed_half<Format>(bits) : bits;
}

template <class T>
T add(T a, T b) {
  return odd_sum(a, b);
}
template <class T>
T subtract(T a, T b) {
  return odd_sum(a, -b);
}
template <class T>
T multiply(T a, T b) {
  return a * b;
}
template <class T>
T multiply_add(T a, T b, T c) {
  return odd_sum(a * b, c);
}
// Of these the f16 or bf16 nearest to the f64 result; f32 in between would round twice.
template <class Format, auto kFunction>
U16 approximated(U16 a) {
  const auto value = static_cast<double>(float_from_small<Format>(a));
  return small_from_double<Format>(kFunction(value), RoundingMode::kNearest);
}
template <class Format, auto kFunction>
U16 approximated_flushed(U16 a) {
  return flushed_half<Format>(approximated<Format, kFunction>(flushed_half<Format>(a)));
}
double power_of_two(double a) {
  return std::exp2(a);
}
double hyperbolic_tangent(double a) {
  return std::tanh(a);
}

template <class T, auto kFunction>
T in_single(T a, T b) {
  return static_cast<T>(kFunction(static_cast<float>(a), static_cast<float>(b)));
}

template <class Format, Form kForm, auto kFunction>
U16 binary(U16 a, U16 b) {
  return result<Format, kForm>(kFunction(operand<Format, kForm>(a), operand<Format, kForm>(b)));
}
template <class Format, Form kForm, auto kFunction>
U16 ternary(U16 a, U16 b, U16 c) {
  return result<Format, kForm>(
      kFunction(operand<Format, kForm>(a), operand<Format, kForm>(b), operand<Format, kForm>(c)));
}
U16 sign_changed(U16 a) {
  return static_cast<U16>(a ^ 0x8000U);
}
U16 sign_cleared(U16 a) {
  return static_cast<U16>(a & 0x7fffU);
}
// .xorsign.abs: of the magnitudes, with the exclusive or of the sign bits, a NaN's too.
template <class Format, Form kForm, auto kFunction>
U16 xor_signed_half(U16 a, U16 b) {
  const U16 magnitude = binary<Format, kForm, kFunction>(sign_cleared(a), sign_cleared(b));
  const U32 sign = magnitude == Format::kNan ? 0U : (a ^ b) & 0x8000U;
  return static_cast<U16>(magnitude | sign);
}
template <auto kFunction, class Format>
U16 of_flushed(U16 a) {
  return kFunction(flushed_half<Format>(a));
}

template <auto kFunction, class... Halves>
U32 each_half(Halves... halves) {
  const U16 low = kFunction(static_cast<U16>(halves)...);
  const U16 high = kFunction(static_cast<U16>(halves >> 16)...);
  return U32{low} | U32{high} << 16;
}

// --- the table -----------------------------------------------------------------------------------

// The lane function rounds by itself, as its Immediate says; kNearest does what it does for .rn.
template <auto kFunction, auto kNearest>
constexpr WarpFunctions kEachLaneOrNearest = [] {
  WarpFunctions functions = kEachLane<kNearest>;
  functions.encoded = Encoded::kRounding;
  functions.rounded = kEachLane<kFunction>.compute;
  return functions;
}();
template <auto kFunction>
constexpr WarpFunctions kEachLaneEncoded = [] {
  WarpFunctions functions = kEachLane<kFunction>;
  functions.encoded = Encoded::kRounding;
  functions.rounded = functions.compute;
  return functions;
}();

template <class Format>
constexpr Ty kType = std::is_same_v<Format, Half> ? Ty::kF16 : Ty::kBf16;
template <class Format>
constexpr Ty kPackedType = std::is_same_v<Format, Half> ? Ty::kF16x2 : Ty::kBf16x2;

constexpr ptx::ModifierSet kNone = {};
constexpr ptx::ModifierSet kFtz = {Mod::kFtz};
constexpr ptx::ModifierSet kSat = {Mod::kSat};
constexpr ptx::ModifierSet kRn = {Mod::kRn};  // the only rounding; f16 may leave it out

template <class Format, class D>
constexpr std::array<Row, 4> to_integers(Ty type) {
  constexpr TypeSet kFrom = kType<Format>;
  return {
      {
       {Op::kCvt,
           {type, kFrom},
           {Mod::kRni},
           kSat | kFtz,
           kEachLane<to_integer<Format, D, to_nearest>>},
       {Op::kCvt,
           {type, kFrom},
           {Mod::kRzi},
           kSat | kFtz,
           kEachLane<to_integer<Format, D, to_zero>>},
       {Op::kCvt, {type, kFrom}, {Mod::kRmi}, kSat, kEachLane<to_integer<Format, D, downward>>},
       {Op::kCvt, {type, kFrom}, {Mod::kRpi}, kSat, kEachLane<to_integer<Format, D, upward>>},
       }
  };
}

template <class Format, class S>
constexpr std::array<Row, 2> from_type(Ty type) {
  constexpr TypeSet kTo = kType<Format>;
  return {
      {
       {Op::kCvt,
           {kTo, type},
           kNone,
           kNone,
           kEachLaneEncoded<narrowed<Format, Range::kIeee, S>>},
       {Op::kCvt, {kTo, type}, kSat, kNone, kEachLaneEncoded<narrowed_saturated<Format, S>>},
       }
  };
}

// From one f32, or two.
template <class Format>
constexpr auto from_singles() {
  constexpr TypeSet kHere = kType<Format>;
  return std::to_array<Row>({
      {Op::kCvt,
       {kHere, Ty::kF32},
       kNone, kNone,
       kEachLaneOrNearest<narrowed<Format, Range::kIeee, float>, nearest_small<Format>>},
      {Op::kCvt,
       {kHere, Ty::kF32},
       kSat, kNone,
       kEachLaneEncoded<narrowed_saturated<Format, float>>},
      {Op::kCvt, {kHere, Ty::kF32}, kFtz, kNone, kEachLaneEncoded<narrowed_flushed<Format>>},
      {Op::kCvt,
       {kHere, Ty::kF32},
       kFtz | kSat,
       kNone, kEachLaneEncoded<narrowed_flushed_saturated<Format>>},
      {Op::kCvt,
       {kHere, Ty::kF32},
       {Mod::kRelu},
       kNone, kEachLaneEncoded<narrowed<Format, Range::kRelu, float>>},
      {Op::kCvt,
       {kHere, Ty::kF32},
       {Mod::kSatfinite},
       kNone, kEachLaneEncoded<narrowed<Format, Range::kSatfinite, float>>},
      {Op::kCvt,
       {kHere, Ty::kF32},
       {Mod::kRelu, Mod::kSatfinite},
       kNone, kEachLaneEncoded<narrowed<Format, Range::kReluSatfinite, float>>},
      {Op::kCvt,
       {kPackedType<Format>, Ty::kF32},
       kNone, kNone,
       kEachLaneOrNearest<narrowed_pair<Format, Range::kIeee>, nearest_pair<Format>>},
      {Op::kCvt,
       {kPackedType<Format>, Ty::kF32},
       {Mod::kRelu},
       kNone, kEachLaneEncoded<narrowed_pair<Format, Range::kRelu>>},
      {Op::kCvt,
       {kPackedType<Format>, Ty::kF32},
       {Mod::kSatfinite},
       kNone, kEachLaneEncoded<narrowed_pair<Format, Range::kSatfinite>>},
      {Op::kCvt,
       {kPackedType<Format>, Ty::kF32},
       {Mod::kRelu, Mod::kSatfinite},
       kNone, kEachLaneEncoded<narrowed_pair<Format, Range::kReluSatfinite>>},
  });
}

template <class Format>
constexpr auto conversions() {
  constexpr TypeSet kHere = kType<Format>;
  return concatenated(
      to_integers<Format, U8>(Ty::kU8), to_integers<Format, S8>(Ty::kS8),
      to_integers<Format, U16>(Ty::kU16), to_integers<Format, S16>(Ty::kS16),
      to_integers<Format, U32>(Ty::kU32), to_integers<Format, S32>(Ty::kS32),
      to_integers<Format, U64>(Ty::kU64), to_integers<Format, S64>(Ty::kS64),
      from_type<Format, U8>(Ty::kU8), from_type<Format, S8>(Ty::kS8),
      from_type<Format, U16>(Ty::kU16), from_type<Format, S16>(Ty::kS16),
      from_type<Format, U32>(Ty::kU32), from_type<Format, S32>(Ty::kS32),
      from_type<Format, U64>(Ty::kU64), from_type<Format, S64>(Ty::kS64),
      from_type<Format, double>(Ty::kF64), from_singles<Format>(),
      std::to_array<Row>({
          {Op::kCvt,
           {kHere, kHere},
           {Mod::kRni},
           kNone,                                           kEachLane<to_integral<Format,       to_nearest>>},
          {Op::kCvt, {kHere, kHere},    {Mod::kRzi}, kNone, kEachLane<to_integral<Format,       to_zero>>   },
          {Op::kCvt, {kHere, kHere},    {Mod::kRmi}, kNone, kEachLane<to_integral<Format,       downward>>  },
          {Op::kCvt, {kHere, kHere},    {Mod::kRpi}, kNone, kEachLane<to_integral<Format,       upward>>    },
          {Op::kCvt, {Ty::kF64, kHere}, kNone,       kNone, kEachLane<widened<Format,           double>>    },
          {Op::kCvt, {Ty::kF64, kHere}, kSat,        kNone, kEachLane<widened_saturated<Format, double>>    },
  }));
}

// An f16 subnormal is a normal f32: .ftz changes nothing. A bf16 subnormal is a subnormal f32.
constexpr auto kOtherConversions = std::to_array<Row>({
    {Op::kCvt, {Ty::kF32, Ty::kF16}, {}, kFtz, kEachLane<widened<Half, float>>},
    {Op::kCvt, {Ty::kF32, Ty::kF16}, {Mod::kSat}, kFtz, kEachLane<widened_saturated<Half, float>>},
    {Op::kCvt, {Ty::kF16, Ty::kF16}, {Mod::kSat}, kFtz, kEachLane<saturated<Half>>},
    {Op::kCvt,
     {Ty::kF16, Ty::kF16},
     {Mod::kSat, Mod::kRni},
     {},
     kEachLane<to_saturated_integral<Half, to_nearest>>},
    {Op::kCvt,
     {Ty::kF16, Ty::kF16},
     {Mod::kSat, Mod::kRzi},
     {},
     kEachLane<to_saturated_integral<Half, to_zero>>},
    {Op::kCvt,
     {Ty::kF16, Ty::kF16},
     {Mod::kSat, Mod::kRmi},
     {},
     kEachLane<to_saturated_integral<Half, downward>>},
    {Op::kCvt,
     {Ty::kF16, Ty::kF16},
     {Mod::kSat, Mod::kRpi},
     {},
     kEachLane<to_saturated_integral<Half, upward>>},
    {Op::kCvt, {Ty::kF32, Ty::kBf16}, {}, kNone, kEachLane<widened<Bfloat, float>>},
    {Op::kCvt, {Ty::kBf16, Ty::kF16}, {}, kNone, kEachLaneEncoded<reformatted<Half, Bfloat>>},
    {Op::kCvt, {Ty::kF16, Ty::kBf16}, {}, kNone, kEachLaneEncoded<reformatted<Bfloat, Half>>},
});

template <class Format, auto kFunction, class... Halves>
constexpr std::array<Row, 2> scalar_and_packed(Op opcode, ptx::ModifierSet required,
                                               ptx::ModifierSet harmless) {
  return {
      {
       {opcode, {kType<Format>}, required, harmless, kEachLane<kFunction>},
       {opcode,
           {kPackedType<Format>},
           required,
           harmless,
           kEachLane<each_half<kFunction, Halves...>>},
       }
  };
}
template <class Format, auto kFunction>
constexpr auto one_operand(Op opcode, ptx::ModifierSet required = {}) {
  return scalar_and_packed<Format, kFunction, U32>(opcode, required, {});
}
template <class Format, auto kFunction>
constexpr auto two_operands(Op opcode, ptx::ModifierSet required, ptx::ModifierSet harmless) {
  return scalar_and_packed<Format, kFunction, U32, U32>(opcode, required, harmless);
}
template <class Format, auto kFunction>
constexpr auto three_operands(Op opcode, ptx::ModifierSet required) {
  return scalar_and_packed<Format, kFunction, U32, U32, U32>(opcode, required, kRn);
}

template <class Format, auto kFunction>
constexpr auto sums(Op opcode) {
  return concatenated(
      two_operands<Format, binary<Format, Form::kPlain, kFunction>>(opcode, {}, kRn),
      two_operands<Format, binary<Format, Form::kFtz, kFunction>>(opcode, kFtz, kRn),
      two_operands<Format, binary<Format, Form::kSat, kFunction>>(opcode, kSat, kRn),
      two_operands<Format, binary<Format, Form::kFtzSat, kFunction>>(opcode, kFtz | kSat, kRn));
}
template <class Format>
constexpr auto products_and_sums() {
  constexpr ptx::ModifierSet kRelu = {Mod::kRelu};
  return concatenated(
      three_operands<Format, ternary<Format, Form::kPlain, multiply_add<Work<Format>>>>(Op::kFma,
                                                                                        {}),
      three_operands<Format, ternary<Format, Form::kFtz, multiply_add<Work<Format>>>>(Op::kFma,
                                                                                      kFtz),
      three_operands<Format, ternary<Format, Form::kSat, multiply_add<Work<Format>>>>(Op::kFma,
                                                                                      kSat),
      three_operands<Format, ternary<Format, Form::kFtzSat, multiply_add<Work<Format>>>>(
          Op::kFma, kFtz | kSat),
      three_operands<Format, ternary<Format, Form::kRelu, multiply_add<Work<Format>>>>(Op::kFma,
                                                                                       kRelu),
      three_operands<Format, ternary<Format, Form::kFtzRelu, multiply_add<Work<Format>>>>(
          Op::kFma, kFtz | kRelu));
}
template <class Format, auto kFunction>
constexpr auto extremes(Op opcode) {
  constexpr ptx::ModifierSet kNan = {Mod::kPropagateNan};
  constexpr ptx::ModifierSet kXorsign = {Mod::kXorsign, Mod::kAbs};
  using T = Work<Format>;
  constexpr auto kPlain = in_single<T, kFunction>;
  constexpr auto kOrNan = in_single<T, or_nan<kFunction>>;
  return concatenated(
      two_operands<Format, binary<Format, Form::kPlain, kPlain>>(opcode, {}, {}),
      two_operands<Format, binary<Format, Form::kFtz, kPlain>>(opcode, kFtz, {}),
      two_operands<Format, binary<Format, Form::kPlain, kOrNan>>(opcode, kNan, {}),
      two_operands<Format, binary<Format, Form::kFtz, kOrNan>>(opcode, kFtz | kNan, {}),
      two_operands<Format, xor_signed_half<Format, Form::kPlain, kPlain>>(opcode, kXorsign, {}),
      two_operands<Format, xor_signed_half<Format, Form::kFtz, kPlain>>(opcode, kFtz | kXorsign,
                                                                        {}),
      two_operands<Format, xor_signed_half<Format, Form::kPlain, kOrNan>>(opcode, kNan | kXorsign,
                                                                          {}),
      two_operands<Format, xor_signed_half<Format, Form::kFtz, kOrNan>>(
          opcode, kFtz | kNan | kXorsign, {}));
}

template <class Format>
constexpr auto arithmetic() {
  constexpr ptx::ModifierSet kApprox = {Mod::kApprox};
  return concatenated(
      sums<Format, add<Work<Format>>>(Op::kAdd), sums<Format, subtract<Work<Format>>>(Op::kSub),
      sums<Format, multiply<Work<Format>>>(Op::kMul), products_and_sums<Format>(),
      extremes<Format, minimum<float>>(Op::kMin), extremes<Format, maximum<float>>(Op::kMax),
      one_operand<Format, sign_changed>(Op::kNeg), one_operand<Format, sign_cleared>(Op::kAbs),
      one_operand<Format, of_flushed<sign_changed, Format>>(Op::kNeg, kFtz),
      one_operand<Format, of_flushed<sign_cleared, Format>>(Op::kAbs, kFtz),
      one_operand<Format, approximated<Format, hyperbolic_tangent>>(Op::kTanh, kApprox),
      one_operand<Format, approximated<Format, power_of_two>>(Op::kEx2, kApprox),
      one_operand<Format, approximated_flushed<Format, power_of_two>>(Op::kEx2, kApprox | kFtz));
}

constexpr auto kRows = concatenated(conversions<Half>(), conversions<Bfloat>(), kOtherConversions,
                                    arithmetic<Half>(), arithmetic<Bfloat>());

}  // namespace

std::span<const Row> half_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
