// cvt to and from floats of 8, 6 and 4 bits and tf32, and cvt.pack (PTX ISA "cvt", "cvt.pack").
//
//   format  exponent bits  fraction bits  largest  beyond it   NaN
//   e4m3    4              3              448      none: .satfinite clamps   0x7f
//   e5m2    5              2              57344    infinity, never written   0x7f
//   e2m3    2              3              7.5      none: .satfinite clamps   none: becomes 7.5
//   e3m2    3              2              28       none                      none: becomes 28
//   e2m1    2              1              6        none                      none: becomes 6
//   tf32    8              10             those of f32, in the upper 19 bits of a word

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// As SmallFloat, for what small_from_double asks; kInfinity is the first magnitude too large.
struct E4m3 {
  static constexpr int kLowestExponent = -6;
  static constexpr unsigned kFraction = 3;
  static constexpr U32 kInfinity = 0x7f;
  static constexpr U32 kLargest = 0x7e;
  static constexpr U16 kNan = 0x7f;
  static constexpr U16 kSign = 0x80;
  static constexpr bool kHasInfinity = false;
};
struct E5m2 {
  static constexpr int kLowestExponent = -14;
  static constexpr unsigned kFraction = 2;
  static constexpr U32 kInfinity = 0x7c;
  static constexpr U32 kLargest = 0x7b;
  static constexpr U16 kNan = 0x7f;
  static constexpr U16 kSign = 0x80;
  static constexpr bool kHasInfinity = true;
};

// Without infinities and NaNs; a NaN becomes the largest number, positive (CUDA Math API, "FP4 and
// FP6 Conversion": "NaN input values result in positive MAXNORM").
template <int kLowest, unsigned kFractionBits, unsigned kBits>
struct Finite {
  static constexpr int kLowestExponent = kLowest;
  static constexpr unsigned kFraction = kFractionBits;
  static constexpr U16 kSign = U16{1} << (kBits - 1);
  static constexpr U32 kInfinity = kSign;
  static constexpr U32 kLargest = kInfinity - 1;
  static constexpr U16 kNan = static_cast<U16>(kLargest);
  static constexpr bool kHasInfinity = false;
};
using E2m3 = Finite<0, 3, 6>;
using E3m2 = Finite<-2, 2, 6>;
using E2m1 = Finite<0, 1, 4>;

// Two of four bits make a byte, others have a byte each.
template <class Format>
using PairOf = std::conditional_t<std::is_same_v<Format, E2m1>, U8, U16>;
template <class Format>
constexpr unsigned kPartBits = 4 * sizeof(PairOf<Format>);

template <class Format, Range kRange>
PairOf<Format> narrowed(float a, float b) {
  const U16 high =
      small_from_double<Format, kRange>(static_cast<double>(a), RoundingMode::kNearest);
  const U16 low = small_from_double<Format, kRange>(static_cast<double>(b), RoundingMode::kNearest);
  return static_cast<PairOf<Format>>(high << kPartBits<Format> | low);
}
template <class Format, Range kRange>
U16 narrowed_halves(U32 a) {
  return narrowed<Format, kRange>(float_from_half(static_cast<U16>(a >> 16U)),
                                  float_from_half(static_cast<U16>(a)));
}

// Every value is an f16. With .relu a negative number is +0.
template <class Format, bool kHasRelu>
U32 widened(U32 bits) {
  const U32 magnitude = bits & (Format::kSign - 1U);
  const U32 sign = (bits & Format::kSign) != 0 ? Half::kSign : 0U;
  const bool is_nan = magnitude > (Format::kHasInfinity ? Format::kInfinity : Format::kLargest);
  if (is_nan) return Half::kNan;
  if (kHasRelu && sign != 0) return 0;
  if (Format::kHasInfinity && magnitude == Format::kInfinity) return Half::kInfinity | sign;
  // The fraction moves up; the exponent's bias is that of an f16 then.
  constexpr unsigned kShift = Half::kFraction - Format::kFraction;
  constexpr int kScale = Half::kLowestExponent - Format::kLowestExponent;
  const float value = float_from_half(static_cast<U16>(magnitude << kShift));
  const float scaled = value * static_cast<float>(1U << static_cast<unsigned>(-kScale));
  return nearest_small<Half>(scaled) | sign;
}
template <class Format, bool kHasRelu>
U32 widened_pair(PairOf<Format> a) {
  constexpr U32 kPart = (1U << kPartBits<Format>)-1U;
  return widened<Format, kHasRelu>(U32{a} >> kPartBits<Format>) << 16U |
         widened<Format, kHasRelu>(a & kPart);
}

template <class Format>
constexpr std::array<Row, 4> single_rows(Ty pair) {
  return {
      {
       {Op::kCvt,
           {pair, kF32},
           {Mod::kRn, Mod::kSatfinite},
           {},
           kEachLane<narrowed<Format, Range::kSatfinite>>},
       {Op::kCvt,
           {pair, kF32},
           {Mod::kRn, Mod::kSatfinite, Mod::kRelu},
           {},
           kEachLane<narrowed<Format, Range::kReluSatfinite>>},
       {Op::kCvt, {Ty::kF16x2, pair}, {Mod::kRn}, {}, kEachLane<widened_pair<Format, false>>},
       {Op::kCvt,
           {Ty::kF16x2, pair},
           {Mod::kRn, Mod::kRelu},
           {},
           kEachLane<widened_pair<Format, true>>},
       }
  };
}

// The 8-bit floats come from f16x2, too.
template <class Format>
constexpr std::array<Row, 2> half_pair_rows(Ty pair) {
  return {
      {
       {Op::kCvt,
           {pair, Ty::kF16x2},
           {Mod::kRn, Mod::kSatfinite},
           {},
           kEachLane<narrowed_halves<Format, Range::kSatfinite>>},
       {Op::kCvt,
           {pair, Ty::kF16x2},
           {Mod::kRn, Mod::kSatfinite, Mod::kRelu},
           {},
           kEachLane<narrowed_halves<Format, Range::kReluSatfinite>>},
       }
  };
}

// --- tf32 ----------------------------------------------------------------------------------------

constexpr U32 kDropped = 0x1fff;
constexpr U32 kLargestTf32 = 0x7f7fe000;

enum class TfRounding : std::uint8_t { kNearestEven, kNearestAway, kZero };

template <TfRounding kRounding, bool kHasRelu, bool kIsFinite>
U32 tensor_float(float a) {
  if (a != a) return kCanonicalNan;
  const auto bits = std::bit_cast<U32>(a);
  const U32 sign = bits & kSignBit;
  if (kHasRelu && sign != 0) return 0;
  U32 magnitude = bits ^ sign;
  if (kRounding == TfRounding::kNearestEven) magnitude += (kDropped >> 1U) + (bits >> 13U & 1U);
  if (kRounding == TfRounding::kNearestAway) magnitude += (kDropped >> 1U) + 1U;
  magnitude &= ~kDropped;
  // A rounding never leaves the infinity that it reaches.
  const U32 most = kIsFinite ? kLargestTf32 : kExponentBits;
  return (magnitude < most ? magnitude : most) | sign;
}

template <TfRounding kRounding>
constexpr std::array<Row, 4> tensor_float_rows(Mod rounding) {
  return {
      {
       {Op::kCvt,
           {Ty::kTf32, kF32},
           {rounding},
           {},
           kEachLane<tensor_float<kRounding, false, false>>},
       {Op::kCvt,
           {Ty::kTf32, kF32},
           {rounding, Mod::kRelu},
           {},
           kEachLane<tensor_float<kRounding, true, false>>},
       {Op::kCvt,
           {Ty::kTf32, kF32},
           {rounding, Mod::kSatfinite},
           {},
           kEachLane<tensor_float<kRounding, false, true>>},
       {Op::kCvt,
           {Ty::kTf32, kF32},
           {rounding, Mod::kSatfinite, Mod::kRelu},
           {},
           kEachLane<tensor_float<kRounding, true, true>>},
       }
  };
}

constexpr auto kTensorFloatAway = std::to_array<Row>({
    {Op::kCvt,
     {Ty::kTf32, kF32},
     {Mod::kRna},
     {},
     kEachLane<tensor_float<TfRounding::kNearestAway, false, false>>},
    {Op::kCvt,
     {Ty::kTf32, kF32},
     {Mod::kRna, Mod::kSatfinite},
     {},
     kEachLane<tensor_float<TfRounding::kNearestAway, false, true>> },
});

// --- cvt.pack ------------------------------------------------------------------------------------

template <unsigned kBits, bool kIsSigned>
U32 saturated(S32 a) {
  constexpr S32 kHigh = (1 << (kIsSigned ? kBits - 1 : kBits)) - 1;
  constexpr S32 kLow = kIsSigned ? -kHigh - 1 : 0;
  const S32 at_most = a > kHigh ? kHigh : a;
  return static_cast<U32>(at_most < kLow ? kLow : at_most) & ((1U << kBits) - 1U);
}
template <unsigned kBits, bool kIsSigned>
U32 packed(S32 a, S32 b) {
  return saturated<kBits, kIsSigned>(a) << kBits | saturated<kBits, kIsSigned>(b);
}
// c moves up to make room.
template <unsigned kBits, bool kIsSigned>
U32 packed_below(S32 a, S32 b, U32 c) {
  return c << (2 * kBits) | packed<kBits, kIsSigned>(a, b);
}

// clang-format off
constexpr auto kPacks = std::to_array<Row>({
    {Op::kCvtPack, {kU16, kS32},          {Mod::kSat}, {}, kEachLane<packed<16, false>>     },
    {Op::kCvtPack, {kS16, kS32},          {Mod::kSat}, {}, kEachLane<packed<16, true>>      },
    {Op::kCvtPack, {Ty::kU8, kS32, kB32}, {Mod::kSat}, {}, kEachLane<packed_below<8, false>>},
    {Op::kCvtPack, {Ty::kS8, kS32, kB32}, {Mod::kSat}, {}, kEachLane<packed_below<8, true>> },
    {Op::kCvtPack, {Ty::kU4, kS32, kB32}, {Mod::kSat}, {}, kEachLane<packed_below<4, false>>},
    {Op::kCvtPack, {Ty::kS4, kS32, kB32}, {Mod::kSat}, {}, kEachLane<packed_below<4, true>> },
});
// clang-format on

constexpr auto kRows = concatenated(
    single_rows<E4m3>(Ty::kE4m3x2), half_pair_rows<E4m3>(Ty::kE4m3x2),
    single_rows<E5m2>(Ty::kE5m2x2), half_pair_rows<E5m2>(Ty::kE5m2x2),
    single_rows<E2m3>(Ty::kE2m3x2), single_rows<E3m2>(Ty::kE3m2x2), single_rows<E2m1>(Ty::kE2m1x2),
    tensor_float_rows<TfRounding::kNearestEven>(Mod::kRn),
    tensor_float_rows<TfRounding::kZero>(Mod::kRz), kTensorFloatAway, kPacks);

}  // namespace

std::span<const Row> convert_small_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
