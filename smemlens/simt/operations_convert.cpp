// cvt between integers, f32 and f64 (PTX ISA "cvt"); operations_convert_half.cpp has f16 and bf16.
//
//   integer → integer   the low bits, extended by the destination's type; .sat clamps
//   float → integer     .rni .rzi .rmi .rpi, always clamped; NaN → 0, or the most negative value if
//                       an f64 or a 64-bit integer takes part
//   integer → float     .rn .rz .rm .rp
//   f64 → f32           .rn .rz .rm .rp; f32 → f64 exact; same type: .rni … or a copy

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
constexpr Ty type_of() {
  if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? Ty::kF32 : Ty::kF64;
  } else {
    constexpr bool kIsSigned = std::is_signed_v<T>;
    switch (sizeof(T)) {
      case 1:
        return kIsSigned ? Ty::kS8 : Ty::kU8;
      case 2:
        return kIsSigned ? Ty::kS16 : Ty::kU16;
      case 4:
        return kIsSigned ? Ty::kS32 : Ty::kU32;
      default:
        return kIsSigned ? Ty::kS64 : Ty::kU64;
    }
  }
}

// --- lane functions ------------------------------------------------------------------------------

template <class D, class S>
D truncated(S a) {
  return static_cast<D>(a);
}

template <class D, class S>
D clamped(S a) {
  using Limits = std::numeric_limits<D>;
  if constexpr (std::is_signed_v<S> && !std::is_signed_v<D>) {
    if (a < 0) return 0;
  }
  if constexpr (std::is_signed_v<S> && std::is_signed_v<D> && sizeof(D) < sizeof(S)) {
    if (a < Limits::min()) return Limits::min();
  }
  if constexpr (std::numeric_limits<S>::digits > Limits::digits) {
    if (a > static_cast<S>(Limits::max())) return Limits::max();
  }
  return static_cast<D>(a);
}

template <class T>
T to_nearest(T a) {
  return std::nearbyint(a);
}
template <class T>
T to_zero(T a) {
  return std::trunc(a);
}
template <class T>
T downward(T a) {
  return std::floor(a);
}
template <class T>
T upward(T a) {
  return std::ceil(a);
}
template <auto kRound>
float flushed(float a) {
  return kRound(flush_subnormal(a));
}

template <class D, class S, auto kRound>
D to_integer(S a) {
  using Limits = std::numeric_limits<D>;
  constexpr bool kIsWide = sizeof(D) == 8 || sizeof(S) == 8;
  constexpr D kOfNan = kIsWide ? static_cast<D>(D{1} << (8 * sizeof(D) - 1)) : D{0};
  constexpr S kLow = static_cast<S>(Limits::min());
  constexpr D kMiddle = (Limits::max() / 2) + 1;
  constexpr S kBeyond = static_cast<S>(kMiddle) * S{2};
  const S rounded = kRound(a);
  const bool is_inside = rounded >= kLow && rounded < kBeyond;
  const D inside = static_cast<D>(is_inside ? rounded : S{0});
  const D not_above = rounded < kLow ? Limits::min() : kOfNan;
  const D outside = rounded >= kBeyond ? Limits::max() : not_above;
  return is_inside ? inside : outside;
}

template <class D, class S>
D to_float(S a) {
  return static_cast<D>(a);
}
template <class D, class S>
D to_saturated_float(S a) {
  return saturate(static_cast<D>(a));
}

// --- the table -----------------------------------------------------------------------------------

template <class D, class S>
constexpr std::array<TypeSet, 4> kTypes = {type_of<D>(), type_of<S>()};

template <class D, class S>
constexpr std::array<Row, 2> integer_conversion() {
  return {
      {
       {Op::kCvt, kTypes<D, S>, {}, {}, kEachLane<truncated<D, S>>},
       {Op::kCvt, kTypes<D, S>, {Mod::kSat}, {}, kEachLane<clamped<D, S>>},
       }
  };
}

template <class D>
constexpr auto integer_conversions() {
  return concatenated(integer_conversion<D, U8>(), integer_conversion<D, U16>(),
                      integer_conversion<D, U32>(), integer_conversion<D, U64>(),
                      integer_conversion<D, S8>(), integer_conversion<D, S16>(),
                      integer_conversion<D, S32>(), integer_conversion<D, S64>());
}

// .sat changes nothing: the result is clamped anyhow. A subnormal and the zero it is flushed to
// differ in .rmi and .rpi only.
template <class D>
constexpr std::array<Row, 10> float_to_integer() {
  constexpr ptx::ModifierSet kSat = {Mod::kSat};
  constexpr ptx::ModifierSet kSatFtz = {Mod::kSat, Mod::kFtz};
  constexpr auto kSingle = kTypes<D, float>;
  constexpr auto kDouble = kTypes<D, double>;
  return {
      {
       {Op::kCvt,
           kSingle,
           {Mod::kRni},
           kSatFtz,
           kEachLane<to_integer<D, float, to_nearest<float>>>},
       {Op::kCvt,
           kSingle,
           {Mod::kRzi},
           kSatFtz,
           kEachLane<to_integer<D, float, to_zero<float>>>},
       {Op::kCvt, kSingle, {Mod::kRmi}, kSat, kEachLane<to_integer<D, float, downward<float>>>},
       {Op::kCvt, kSingle, {Mod::kRpi}, kSat, kEachLane<to_integer<D, float, upward<float>>>},
       {Op::kCvt,
           kSingle,
           {Mod::kRmi, Mod::kFtz},
           kSat,
           kEachLane<to_integer<D, float, flushed<downward<float>>>>},
       {Op::kCvt,
           kSingle,
           {Mod::kRpi, Mod::kFtz},
           kSat,
           kEachLane<to_integer<D, float, flushed<upward<float>>>>},
       {Op::kCvt,
           kDouble,
           {Mod::kRni},
           kSat,
           kEachLane<to_integer<D, double, to_nearest<double>>>},
       {Op::kCvt, kDouble, {Mod::kRzi}, kSat, kEachLane<to_integer<D, double, to_zero<double>>>},
       {Op::kCvt,
           kDouble,
           {Mod::kRmi},
           kSat,
           kEachLane<to_integer<D, double, downward<double>>>},
       {Op::kCvt, kDouble, {Mod::kRpi}, kSat, kEachLane<to_integer<D, double, upward<double>>>},
       }
  };
}

// An integer is never subnormal: .ftz changes nothing.
template <class S>
constexpr std::array<Row, 4> integer_to_float() {
  constexpr ptx::ModifierSet kFtz = {Mod::kFtz};
  return {
      {
       {Op::kCvt, kTypes<float, S>, {}, kFtz, kEachLaneRounded<to_float<float, S>>},
       {Op::kCvt, kTypes<double, S>, {}, {}, kEachLaneRounded<to_float<double, S>>},
       {Op::kCvt,
           kTypes<float, S>,
           {Mod::kSat},
           kFtz,
           kEachLaneRounded<to_saturated_float<float, S>>},
       {Op::kCvt,
           kTypes<double, S>,
           {Mod::kSat},
           {},
           kEachLaneRounded<to_saturated_float<double, S>>},
       }
  };
}

template <class S>
constexpr auto conversions_of() {
  return concatenated(integer_conversions<S>(), float_to_integer<S>(), integer_to_float<S>());
}

// --- float → float -------------------------------------------------------------------------------

float narrowed(double a) {
  return canonical(static_cast<float>(a));
}
float narrowed_flushed(double a) {
  return flush_subnormal(narrowed(a));
}
double widened(float a) {
  return static_cast<double>(a);
}
double widened_flushed(float a) {
  return static_cast<double>(flush_subnormal(a));
}
template <class T>
T same(T a) {
  return a;
}

// kFunction, its NaN made canonical as f32 arithmetic does.
template <auto kFunction>
float single(float a) {
  return canonical(kFunction(a));
}
template <auto kFunction, class D, class S>
D saturated(S a) {
  return saturate(kFunction(a));
}

template <auto kRound>
constexpr std::array<Row, 4> single_to_integral(Mod mode) {
  return {
      {
       {Op::kCvt, kTypes<float, float>, {mode}, {}, kEachLane<single<kRound>>},
       {Op::kCvt,
           kTypes<float, float>,
           {mode, Mod::kFtz},
           {},
           kEachLane<single<flushed<kRound>>>},
       {Op::kCvt,
           kTypes<float, float>,
           {mode, Mod::kSat},
           {},
           kEachLane<saturated<kRound, float, float>>},
       {Op::kCvt,
           kTypes<float, float>,
           {mode, Mod::kFtz, Mod::kSat},
           {},
           kEachLane<saturated<flushed<kRound>, float, float>>},
       }
  };
}
template <auto kRound>
constexpr std::array<Row, 2> double_to_integral(Mod mode) {
  return {
      {
       {Op::kCvt, kTypes<double, double>, {mode}, {}, kEachLane<kRound>},
       {Op::kCvt,
           kTypes<double, double>,
           {mode, Mod::kSat},
           {},
           kEachLane<saturated<kRound, double, double>>},
       }
  };
}

constexpr std::array<TypeSet, 4> kSingleOfDouble = kTypes<float, double>;
constexpr std::array<TypeSet, 4> kDoubleOfSingle = kTypes<double, float>;
constexpr std::array<TypeSet, 4> kSingleOfSingle = kTypes<float, float>;
constexpr std::array<TypeSet, 4> kDoubleOfDouble = kTypes<double, double>;
constexpr ptx::ModifierSet kFtzSat = {Mod::kFtz, Mod::kSat};

constexpr auto kFloatRows = std::to_array<Row>({
    {Op::kCvt, kSingleOfDouble, {}, {}, kEachLaneRounded<narrowed>},
    {Op::kCvt, kSingleOfDouble, {Mod::kFtz}, {}, kEachLaneRounded<narrowed_flushed>},
    {Op::kCvt,
     kSingleOfDouble, {Mod::kSat},
     {},
     kEachLaneRounded<saturated<narrowed, float, double>>},
    {Op::kCvt,
     kSingleOfDouble, kFtzSat,
     {},
     kEachLaneRounded<saturated<narrowed_flushed, float, double>>},
    {Op::kCvt, kDoubleOfSingle, {}, {}, kEachLane<widened>},
    {Op::kCvt, kDoubleOfSingle, {Mod::kFtz}, {}, kEachLane<widened_flushed>},
    {Op::kCvt, kDoubleOfSingle, {Mod::kSat}, {}, kEachLane<saturated<widened, double, float>>},
    {Op::kCvt, kDoubleOfSingle, kFtzSat, {}, kEachLane<saturated<widened_flushed, double, float>>},
    {Op::kCvt, kSingleOfSingle, {}, {}, kEachLane<single<same<float>>>},
    {Op::kCvt, kSingleOfSingle, {Mod::kFtz}, {}, kEachLane<single<flush_subnormal>>},
    {Op::kCvt, kSingleOfSingle, {Mod::kSat}, {}, kEachLane<saturate<float>>},
    {Op::kCvt, kSingleOfSingle, kFtzSat, {}, kEachLane<saturated<flush_subnormal, float, float>>},
    {Op::kCvt, kDoubleOfDouble, {}, {}, kEachLane<same<double>>},
    {Op::kCvt, kDoubleOfDouble, {Mod::kSat}, {}, kEachLane<saturate<double>>},
});

constexpr auto kRows = concatenated(
    conversions_of<U32>(), conversions_of<S32>(), conversions_of<U64>(), conversions_of<S64>(),
    conversions_of<U16>(), conversions_of<S16>(), conversions_of<U8>(), conversions_of<S8>(),
    kFloatRows, single_to_integral<to_nearest<float>>(Mod::kRni),
    single_to_integral<to_zero<float>>(Mod::kRzi), single_to_integral<downward<float>>(Mod::kRmi),
    single_to_integral<upward<float>>(Mod::kRpi), double_to_integral<to_nearest<double>>(Mod::kRni),
    double_to_integral<to_zero<double>>(Mod::kRzi), double_to_integral<downward<double>>(Mod::kRmi),
    double_to_integral<upward<double>>(Mod::kRpi));

}  // namespace

std::span<const Row> convert_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
