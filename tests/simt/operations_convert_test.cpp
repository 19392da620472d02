// cvt of every pair of core types. Conversions to integers are compared with long double, which
// holds every operand exactly; to f16 and bf16 with a search among all their values.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "operations_support.h"

namespace smemlens::simt {
namespace {

template <class T>
std::string type_name() {
  const std::string bits = std::to_string(8 * sizeof(T));
  if constexpr (std::is_floating_point_v<T>) return "f" + bits;
  return (std::is_signed_v<T> ? "s" : "u") + bits;
}

// --- between integers ----------------------------------------------------------------------------

template <class D, class S>
D low_bits(S a) {
  return static_cast<D>(a);
}
template <class D, class S>
D clamped(S a) {
  const auto low = static_cast<long double>(std::numeric_limits<D>::min());
  const auto high = static_cast<long double>(std::numeric_limits<D>::max());
  return static_cast<D>(std::clamp(static_cast<long double>(a), low, high));
}

template <class D, class... Ss>
void check_integers() {
  const Options few{.rounds = 12};
  (check("cvt." + type_name<D>() + "." + type_name<Ss>(), low_bits<D, Ss>, few), ...);
  (check("cvt.sat." + type_name<D>() + "." + type_name<Ss>(), clamped<D, Ss>, few), ...);
}
template <class... Ds>
void check_integer_pairs() {
  (check_integers<Ds, U8, U16, U32, U64, S8, S16, S32, S64>(), ...);
}

TEST(ConvertOperations, IntegerToInteger) {
  check_integer_pairs<U8, U16, U32, U64, S8, S16, S32, S64>();
}

// --- float to integer ----------------------------------------------------------------------------

using Round = long double (*)(long double);
long double nearest(long double x) {
  return std::nearbyint(x);
}
long double zero(long double x) {
  return std::trunc(x);
}
long double down(long double x) {
  return std::floor(x);
}
long double up(long double x) {
  return std::ceil(x);
}

template <class D, class S, Round kRound>
D to_integer(S a) {
  if (std::isnan(a)) {
    const bool is_wide = sizeof(D) == 8 || sizeof(S) == 8;
    return is_wide ? static_cast<D>(U64{1} << (8 * sizeof(D) - 1)) : D{0};
  }
  const auto low = static_cast<long double>(std::numeric_limits<D>::min());
  const auto high = static_cast<long double>(std::numeric_limits<D>::max());
  return static_cast<D>(std::clamp(kRound(a), low, high));
}
template <class D, Round kRound>
D flushed_to_integer(float a) {
  return to_integer<D, float, kRound>(flush(a));
}

template <class D, class S>
void check_float_to_integer() {
  const std::string types = type_name<D>() + "." + type_name<S>();
  check("cvt.rni." + types, to_integer<D, S, nearest>);
  check("cvt.rzi." + types, to_integer<D, S, zero>);
  check("cvt.rmi." + types, to_integer<D, S, down>);
  check("cvt.rpi." + types, to_integer<D, S, up>);
  check("cvt.rzi.sat." + types, to_integer<D, S, zero>);
}
template <class... Ds>
void check_float_to_integers() {
  (check_float_to_integer<Ds, float>(), ...);
  (check_float_to_integer<Ds, double>(), ...);
  (check("cvt.rzi.ftz." + type_name<Ds>() + ".f32", flushed_to_integer<Ds, zero>), ...);
  (check("cvt.rmi.ftz." + type_name<Ds>() + ".f32", flushed_to_integer<Ds, down>), ...);
  (check("cvt.rpi.ftz." + type_name<Ds>() + ".f32", flushed_to_integer<Ds, up>), ...);
}

TEST(ConvertOperations, FloatToIntegerClampsAndRounds) {
  check_float_to_integers<U8, U16, U32, U64, S8, S16, S32, S64>();
}

// --- integer to float ----------------------------------------------------------------------------

template <int kMode, class D, class S>
D converted(S a) {
  volatile S value = a;
  std::fesetround(kMode);
  volatile D result = static_cast<D>(value);
  std::fesetround(FE_TONEAREST);
  return result;
}
template <class D>
D clamp01(D a) {
  return a > 0 ? std::min(a, D{1}) : D{0};
}

template <class D, class S>
void check_integer_to_float() {
  const std::string types = type_name<D>() + "." + type_name<S>();
  check("cvt.rn." + types, converted<FE_TONEAREST, D, S>);
  check("cvt.rz." + types, converted<FE_TOWARDZERO, D, S>);
  check("cvt.rm." + types, converted<FE_DOWNWARD, D, S>);
  check("cvt.rp." + types, converted<FE_UPWARD, D, S>);
  check("cvt.rn.sat." + types, +[](S a) { return clamp01(static_cast<D>(a)); });
}
template <class... Ss>
void check_integers_to_float() {
  (check_integer_to_float<float, Ss>(), ...);
  (check_integer_to_float<double, Ss>(), ...);
}

TEST(ConvertOperations, IntegerToFloatInEveryRounding) {
  check_integers_to_float<U8, U16, U32, U64, S8, S16, S32, S64>();
  EXPECT_EQ((converted<FE_UPWARD, float, U64>(0xffffff8000000001)), 0x1p64F);
  EXPECT_EQ((converted<FE_TOWARDZERO, float, U64>(0xffffffffffffffff)), 0x1.fffffep63F);
}

// --- between floats ------------------------------------------------------------------------------

template <int kMode>
float narrowed(double a) {
  const float result = converted<kMode, float, double>(a);
  return std::isnan(result) ? std::bit_cast<float>(0x7fffffffU) : result;
}

float nan_fixed(float a) {
  return std::isnan(a) ? std::bit_cast<float>(0x7fffffffU) : a;
}

TEST(ConvertOperations, FloatToFloat) {
  check("cvt.rn.f32.f64", narrowed<FE_TONEAREST>);
  check("cvt.rz.f32.f64", narrowed<FE_TOWARDZERO>);
  check("cvt.rm.f32.f64", narrowed<FE_DOWNWARD>);
  check("cvt.rp.f32.f64", narrowed<FE_UPWARD>);
  check("cvt.rn.ftz.f32.f64", +[](double a) { return flush(narrowed<FE_TONEAREST>(a)); });
  check("cvt.rp.sat.f32.f64", +[](double a) { return clamp01(narrowed<FE_UPWARD>(a)); });
  check("cvt.f64.f32", +[](float a) { return static_cast<double>(a); });
  check("cvt.ftz.f64.f32", +[](float a) { return static_cast<double>(flush(a)); });
  check("cvt.sat.f64.f32", +[](float a) { return clamp01(static_cast<double>(a)); });
  check("cvt.f32.f32", nan_fixed);
  check("cvt.sat.f32.f32", +[](float a) { return clamp01(a); });
  check("cvt.ftz.f32.f32", +[](float a) { return nan_fixed(flush(a)); });
  check("cvt.ftz.sat.f32.f32", +[](float a) { return clamp01(flush(a)); });
  check("cvt.rni.f32.f32", +[](float a) { return nan_fixed(std::nearbyint(a)); });
  check("cvt.rzi.f32.f32", +[](float a) { return nan_fixed(std::trunc(a)); });
  check("cvt.rmi.ftz.f32.f32", +[](float a) { return nan_fixed(std::floor(flush(a))); });
  check("cvt.rpi.f32.f32", +[](float a) { return nan_fixed(std::ceil(a)); });
  check("cvt.rpi.sat.f32.f32", +[](float a) { return clamp01(std::ceil(a)); });
  check("cvt.f64.f64", +[](double a) { return a; });
  check("cvt.rni.f64.f64", +[](double a) { return std::nearbyint(a); });
  check("cvt.rzi.f64.f64", +[](double a) { return std::trunc(a); });
  check("cvt.rmi.f64.f64", +[](double a) { return std::floor(a); });
  check("cvt.rpi.f64.f64", +[](double a) { return std::ceil(a); });
}

}  // namespace
}  // namespace smemlens::simt
