// cvt to and from the 8-bit floats (e4m3, e5m2) and tf32, and cvt.pack (PTX ISA "cvt", "cvt.pack").
//
//   format  exponent bits  fraction bits  largest  beyond it   NaN
//   e4m3    4              3              448      none: .satfinite clamps   0x7f
//   e5m2    5              2              57344    infinity, never written   0x7f
//   tf32    8              10             those of f32, in the upper 19 bits of a word

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "smemlens/ptx/instruction_set.h"
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

template <class Format>
constexpr Ty kPair = std::is_same_v<Format, E4m3> ? Ty::kE4m3x2 : Ty::kE5m2x2;

template <class Format, Range kRange>
U16 narrowed(float a, float b) {
  const U16 high =
      small_from_double<Format, kRange>(static_cast<double>(a), RoundingMode::kNearest);
  const U16 low = small_from_double<Format, kRange>(static_cast<double>(b), RoundingMode::kNearest);
  return static_cast<U16>(high << 8U | low);
}
template <class Format, Range kRange>
U16 narrowed_halves(U32 a) {
  return narrowed<Format, kRange>(float_from_half(static_cast<U16>(a >> 16U)),
                                  float_from_half(static_cast<U16>(a)));
}

// Every value is an f16. With .relu a negative number is +0.
template <class Format, bool kHasRelu>
U32 widened(U32 bits) {
  const U32 magnitude = bits & 0x7fU;
  const U32 sign = bits & Format::kSign;
  const bool is_nan = magnitude > (Format::kHasInfinity ? Format::kInfinity : Format::kLargest);
  if (is_nan) return Half::kNan;
  if (kHasRelu && sign != 0) return 0;
  if (Format::kHasInfinity && magnitude == Format::kInfinity) return Half::kInfinity | sign << 8U;
  // The fraction moves up; the exponent's bias is that of an f16 then.
  constexpr unsigned kShift = Half::kFraction - Format::kFraction;
  constexpr int kScale = Half::kLowestExponent - Format::kLowestExponent;
  const float value = float_from_half(static_cast<U16>(magnitude << kShift));
  const float scaled = value * static_cast<float>(1U << static_cast<unsigned>(-kScale));
  return nearest_small<Half>(scaled) | sign << 8U;
}
template <class Format, bool kHasRelu>
U32 widened_pair(U16 a) {
  return widened<Format, kHasRelu>(a >> 8U) << 16U | widened<Format, kHasRelu>(a & 0xffU);
}

template <class Format>
constexpr auto eight_bit_rows() {
  constexpr TypeSet kHere = kPair<Format>;
  constexpr ptx::ModifierSet kFinite = {Mod::kRn, Mod::kSatfinite};
  constexpr ptx::ModifierSet kFiniteRelu = {Mod::kRn, Mod::kSatfinite, Mod::kRelu};
  constexpr ptx::ModifierSet kRelu = {Mod::kRn, Mod::kRelu};
  return std::to_array<Row>({
      {Op::kCvt, {kHere, kF32},       kFinite,    {}, kEachLane<narrowed<Format,     Range::kSatfinite>>    },
      {Op::kCvt,
       {kHere, kF32},
       kFiniteRelu,                               {},
       kEachLane<narrowed<Format,                                                    Range::kReluSatfinite>>},
      {Op::kCvt,
       {kHere, Ty::kF16x2},
       kFinite,                                   {},
       kEachLane<narrowed_halves<Format,                                             Range::kSatfinite>>    },
      {Op::kCvt,
       {kHere, Ty::kF16x2},
       kFiniteRelu,                               {},
       kEachLane<narrowed_halves<Format,                                             Range::kReluSatfinite>>},
      {Op::kCvt, {Ty::kF16x2, kHere}, {Mod::kRn}, {}, kEachLane<widened_pair<Format, false>>                },
      {Op::kCvt, {Ty::kF16x2, kHere}, kRelu,      {}, kEachLane<widened_pair<Format, true>>                 },
  });
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

constexpr auto kRows =
    concatenated(eight_bit_rows<E4m3>(), eight_bit_rows<E5m2>(),
                 tensor_float_rows<TfRounding::kNearestEven>(Mod::kRn),
                 tensor_float_rows<TfRounding::kZero>(Mod::kRz), kTensorFloatAway, kPacks);

}  // namespace

std::span<const Row> convert_small_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
