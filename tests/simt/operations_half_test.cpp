// f16 and bf16 against a search in the list of all their values: the exact result lies between two
// neighbours of that list, and the rounding mode chooses.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <string>
#include <vector>

#include "operations_support.h"

namespace smemlens::simt {
namespace {

using Real = long double;

// The finite values from 0 up; bits are the index. `fraction` bits, `bias` of the exponent.
struct Format {
  int fraction;
  int bias;
  U32 infinity;  // bits
  std::vector<Real> values;

  Format(int fraction_bits, int exponent_bias, U32 infinity_bits)
      : fraction(fraction_bits), bias(exponent_bias), infinity(infinity_bits) {
    for (U32 bits = 0; bits <= infinity; ++bits) {  // infinity stands for the next power of two
      const int exponent = static_cast<int>(bits >> fraction);
      const Real tail = static_cast<Real>(bits & ((1U << fraction) - 1)) / Real(1U << fraction);
      values.push_back(exponent == 0 ? std::ldexp(tail, 1 - bias)
                                     : std::ldexp(1 + tail, exponent - bias));
    }
  }
  Real value(U16 bits) const {
    const U32 magnitude = bits & 0x7fffU;
    Real result = magnitude < infinity ? values[magnitude] : INFINITY;
    if (magnitude > infinity) result = NAN;
    return (bits & 0x8000U) != 0 ? -result : result;
  }
};

const Format& half_format() {
  static const Format format(10, 15, 0x7c00);
  return format;
}
const Format& bfloat_format() {
  static const Format format(7, 127, 0x7f80);
  return format;
}

U16 round_to(const Format& format, Real exact, int mode) {
  if (std::isnan(exact)) return 0x7fff;
  const U32 sign = std::signbit(exact) ? 0x8000 : 0;
  const Real magnitude = std::abs(exact);
  if (std::isinf(exact)) return static_cast<U16>(format.infinity | sign);
  const auto above = std::lower_bound(format.values.begin(), format.values.end(), magnitude);
  auto high = static_cast<U32>(above - format.values.begin());
  if (above == format.values.end()) high = format.infinity;
  const bool is_beyond = magnitude >= format.values[format.infinity];
  if (!is_beyond && *above == magnitude) return static_cast<U16>(high | sign);
  const U32 low = high - 1;
  const bool is_away = mode == (sign != 0 ? FE_DOWNWARD : FE_UPWARD);
  U32 bits = is_away ? high : low;
  if (mode == FE_TONEAREST) {
    const Real below = magnitude - format.values[low];
    const Real over = format.values[high] - magnitude;
    bits = is_beyond || over < below || (over == below && low % 2 == 1) ? high : low;
  }
  return static_cast<U16>(bits | sign);
}

Real clamp01(Real x) {
  return x > 0 ? std::min<Real>(x, 1) : 0;
}

// --- conversions ---------------------------------------------------------------------------------

template <const Format& (*kFormat)(), int kMode, class S>
HalfBits converted(S a) {
  return {round_to(kFormat(), static_cast<Real>(a), kMode)};
}
template <const Format& (*kFormat)(), class S>
HalfBits saturated(S a) {
  return {round_to(kFormat(), clamp01(static_cast<Real>(a)), FE_TONEAREST)};
}

template <const Format& (*kFormat)(), class S>
void check_from(const std::string& to, const std::string& from) {
  check("cvt.rn." + to + "." + from, converted<kFormat, FE_TONEAREST, S>);
  check("cvt.rz." + to + "." + from, converted<kFormat, FE_TOWARDZERO, S>);
  check("cvt.rm." + to + "." + from, converted<kFormat, FE_DOWNWARD, S>);
  check("cvt.rp." + to + "." + from, converted<kFormat, FE_UPWARD, S>);
  check("cvt.rn.sat." + to + "." + from, saturated<kFormat, S>);
}

template <const Format& (*kFormat)()>
void check_from_all(const std::string& to) {
  check_from<kFormat, float>(to, "f32");
  check_from<kFormat, double>(to, "f64");
  check_from<kFormat, U8>(to, "u8");
  check_from<kFormat, S16>(to, "s16");
  check_from<kFormat, U32>(to, "u32");
  check_from<kFormat, S32>(to, "s32");
  check_from<kFormat, U64>(to, "u64");
  check_from<kFormat, S64>(to, "s64");
}

TEST(HalfOperations, ConversionsRoundOnce) {
  check_from_all<half_format>("f16");
  check_from_all<bfloat_format>("bf16");
  check(
      "cvt.rp.ftz.f16.f32", +[](float a) {
        const bool is_subnormal = std::fpclassify(a) == FP_SUBNORMAL;
        return HalfBits{
            round_to(half_format(), is_subnormal ? std::copysign(0.0F, a) : a, FE_UPWARD)};
      });
}

template <const Format& (*kFormat)()>
U16 relu(float a) {
  if (std::isnan(a)) return 0x7fff;
  return std::signbit(a) ? U16{0} : round_to(kFormat(), a, FE_TONEAREST);
}
template <const Format& (*kFormat)()>
U16 finite(float a) {
  const U16 bits = round_to(kFormat(), a, FE_TONEAREST);
  return (bits & 0x7fffU) == kFormat().infinity ? U16(bits - 1) : bits;
}
template <const Format& (*kFormat)()>
U16 rounded(float a) {
  return round_to(kFormat(), a, FE_TONEAREST);
}
template <auto kOne>
HalfBits one(float a) {
  return {kOne(a)};
}
template <auto kOne>
HalfPair pair(float a, float b) {
  return {kOne(a) * 65536U + kOne(b)};
}

TEST(HalfOperations, PairsAndRanges) {
  check("cvt.rn.f16x2.f32", pair<rounded<half_format>>);
  check("cvt.rn.bf16x2.f32", pair<rounded<bfloat_format>>);
  check("cvt.rn.relu.f16.f32", one<relu<half_format>>);
  check("cvt.rn.relu.bf16x2.f32", pair<relu<bfloat_format>>);
  check("cvt.rn.satfinite.f16.f32", one<finite<half_format>>);
  check("cvt.rn.satfinite.bf16.f32", one<finite<bfloat_format>>);
}

template <const Format& (*kFormat)()>
float widened(HalfBits a) {
  const Real value = kFormat().value(a.value);
  return std::isnan(value) ? std::bit_cast<float>(0x7fffffffU) : static_cast<float>(value);
}

TEST(HalfOperations, WideningIsExact) {
  check("cvt.f32.f16", widened<half_format>);
  check("cvt.ftz.f32.f16", widened<half_format>);
  check("cvt.f32.bf16", widened<bfloat_format>);
  check("cvt.f64.f16", +[](HalfBits a) { return static_cast<double>(widened<half_format>(a)); });
  check(
      "cvt.rn.bf16.f16",
      +[](HalfBits a) { return HalfBits{rounded<bfloat_format>(widened<half_format>(a))}; });
  check(
      "cvt.rn.f16.bf16",
      +[](HalfBits a) { return HalfBits{rounded<half_format>(widened<bfloat_format>(a))}; });
  check(
      "cvt.rni.s32.f16", +[](HalfBits a) {
        const Real value = half_format().value(a.value);
        if (std::isnan(value)) return 0;
        return static_cast<S32>(std::nearbyint(std::clamp<Real>(value, INT32_MIN, INT32_MAX)));
      });
  check(
      "cvt.rzi.u16.f16", +[](HalfBits a) {
        const Real value = half_format().value(a.value);
        return std::isnan(value) ? U16{0} : static_cast<U16>(std::clamp<Real>(value, 0, 65535));
      });
  check(
      "cvt.rmi.f16.f16", +[](HalfBits a) {
        return HalfBits{
            round_to(half_format(), std::floor(half_format().value(a.value)), FE_TONEAREST)};
      });
}

TEST(HalfOperations, TensorFloatRoundsTiesAway) {
  check(
      "cvt.rna.tf32.f32", +[](float a) {
        if (std::isnan(a)) return 0x7fffffffU;
        const U32 bits = std::bit_cast<U32>(a);
        const U32 rest = bits % 0x2000;
        return bits - rest + (rest >= 0x1000 ? 0x2000U : 0U);
      });
}

// --- arithmetic ----------------------------------------------------------------------------------

// The exact a·b + c, or a number on the same side of every f16, bf16 and midpoint: between the two
// doubles that enclose it.
Real exact_sum(Real a, Real b, Real c) {
  volatile auto x = static_cast<double>(a);
  volatile auto y = static_cast<double>(b);
  volatile auto z = static_cast<double>(c);
  std::fesetround(FE_DOWNWARD);
  volatile double low = std::fma(x, y, z);
  std::fesetround(FE_UPWARD);
  volatile double high = std::fma(x, y, z);
  std::fesetround(FE_TONEAREST);
  volatile double nearest = std::fma(x, y, z);
  if (low == high) return nearest;  // and the right sign of zero
  return (static_cast<Real>(low) + static_cast<Real>(high)) / 2;
}

U16 flush(const Format& format, U16 bits) {
  return (bits & format.infinity) == 0 ? U16(bits & 0x8000U) : bits;
}

enum class Kind { kPlain, kFtz, kSat, kRelu };

template <const Format& (*kFormat)(), Kind kKind>
U16 fused(U16 a, U16 b, U16 c) {
  const Format& format = kFormat();
  const auto value = [&](U16 bits) {
    return format.value(kKind == Kind::kFtz ? flush(format, bits) : bits);
  };
  Real exact = exact_sum(value(a), value(b), value(c));
  if (kKind == Kind::kSat) exact = clamp01(exact);
  if (kKind == Kind::kRelu && std::signbit(exact) && !std::isnan(exact)) exact = 0;
  const U16 bits = round_to(format, exact, FE_TONEAREST);
  return kKind == Kind::kFtz ? flush(format, bits) : bits;
}
template <const Format& (*kFormat)()>
U16 one_of() {
  return round_to(kFormat(), 1, FE_TONEAREST);
}
template <const Format& (*kFormat)(), Kind kKind>
U16 sum(U16 a, U16 b) {
  return fused<kFormat, kKind>(a, one_of<kFormat>(), b);
}
template <const Format& (*kFormat)(), Kind kKind>
U16 difference(U16 a, U16 b) {
  return fused<kFormat, kKind>(a, one_of<kFormat>(), U16(b ^ 0x8000U));
}
template <const Format& (*kFormat)(), Kind kKind>
U16 product(U16 a, U16 b) {
  // A zero of the product's sign keeps it.
  return fused<kFormat, kKind>(a, b, U16((a ^ b) & 0x8000U));
}

template <auto kOne, class... Halves>
HalfBits scalar(Halves... a) {
  return {kOne(a.value...)};
}
template <auto kOne, class... Pairs>
HalfPair packed(Pairs... a) {
  return {kOne(U16(a.value / 65536)...) * 65536U + kOne(U16(a.value % 65536)...)};
}
template <auto kOne>
void check_two(const std::string& name, const std::string& type) {
  check(name + "." + type, scalar<kOne, HalfBits, HalfBits>);
  check(name + "." + type + "x2", packed<kOne, HalfPair, HalfPair>);
}
template <auto kOne>
void check_three(const std::string& name, const std::string& type) {
  check(name + "." + type, scalar<kOne, HalfBits, HalfBits, HalfBits>);
  check(name + "." + type + "x2", packed<kOne, HalfPair, HalfPair, HalfPair>);
}

template <const Format& (*kFormat)()>
void check_arithmetic(const std::string& type) {
  check_two<sum<kFormat, Kind::kPlain>>("add", type);
  check_two<sum<kFormat, Kind::kPlain>>("add.rn", type);
  check_two<sum<kFormat, Kind::kSat>>("add.sat", type);
  check_two<difference<kFormat, Kind::kPlain>>("sub", type);
  check_two<product<kFormat, Kind::kPlain>>("mul", type);
  check_three<fused<kFormat, Kind::kPlain>>("fma.rn", type);
  check_three<fused<kFormat, Kind::kSat>>("fma.rn.sat", type);
  check_three<fused<kFormat, Kind::kRelu>>("fma.rn.relu", type);
}

TEST(HalfOperations, ArithmeticRoundsOnce) {
  check_arithmetic<half_format>("f16");
  check_arithmetic<bfloat_format>("bf16");
  check_two<sum<half_format, Kind::kFtz>>("add.ftz", "f16");
  check_two<product<half_format, Kind::kFtz>>("mul.ftz", "f16");
  check_three<fused<half_format, Kind::kFtz>>("fma.rn.ftz", "f16");
}

U16 smaller(U16 a, U16 b) {
  const Real x = half_format().value(a);
  const Real y = half_format().value(b);
  if (std::isnan(x)) return std::isnan(y) ? U16{0x7fff} : b;
  if (std::isnan(y)) return a;
  if (x == y) return U16(a | b);
  return x < y ? a : b;
}
U16 larger_or_nan(U16 a, U16 b) {
  const Real x = bfloat_format().value(a);
  const Real y = bfloat_format().value(b);
  if (std::isnan(x) || std::isnan(y)) return 0x7fff;
  if (x == y) return U16(a & b);
  return x > y ? a : b;
}

// A NaN's sign counts, too; a NaN as the result has none.
U16 smaller_with_xored_sign(U16 a, U16 b) {
  const U16 magnitude = smaller(U16(a & 0x7fff), U16(b & 0x7fff));
  return magnitude == 0x7fff ? magnitude : U16(magnitude | ((a ^ b) & 0x8000));
}

TEST(HalfOperations, SignAndOrder) {
  check_two<smaller>("min", "f16");
  check_two<smaller_with_xored_sign>("min.xorsign.abs", "f16");
  check_two<larger_or_nan>("max.NaN", "bf16");
  check("neg.f16", +[](HalfBits a) { return HalfBits{U16(a.value ^ 0x8000)}; });
  check("abs.bf16", +[](HalfBits a) { return HalfBits{U16(a.value & 0x7fff)}; });
  check("neg.f16x2", +[](HalfPair a) { return HalfPair{a.value ^ 0x80008000}; });
  check("abs.bf16x2", +[](HalfPair a) { return HalfPair{a.value & 0x7fff7fff}; });
}

}  // namespace
}  // namespace smemlens::simt
