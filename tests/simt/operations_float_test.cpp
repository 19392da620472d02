// f32 and f64 arithmetic against scalar references under the host's rounding mode; approximations
// against long double, within the bounds of the PTX ISA manual.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "operations_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

constexpr float kNan = std::bit_cast<float>(0x7fffffffU);

float clamp01(float x) {
  return !(x > 0) ? 0.0F : std::min(x, 1.0F);
}
float nan_fixed(float x) {
  return std::isnan(x) ? kNan : x;
}

// f(a…) under a rounding mode; volatile keeps the compiler from moving it.
template <int kMode, auto kFunction, class T>
T rounded(T a, T b) {
  volatile T x = a;
  volatile T y = b;
  std::fesetround(kMode);
  volatile T result = kFunction(x, y);
  std::fesetround(FE_TONEAREST);
  return result;
}
template <class T>
T plus(T a, T b) {
  return a + b;
}
template <class T>
T minus(T a, T b) {
  return a - b;
}
template <class T>
T times(T a, T b) {
  return a * b;
}
template <class T>
T over(T a, T b) {
  return a / b;
}
template <class T>
T one_over(T /*one*/, T b) {
  return T{1} / b;
}
template <class T>
T root(T /*unused*/, T b) {
  return std::sqrt(b);
}

template <int kMode, auto kFunction>
float f32(float a, float b) {
  return nan_fixed(rounded<kMode, kFunction, float>(a, b));
}
template <int kMode, auto kFunction>
float f32_ftz(float a, float b) {
  return flush(f32<kMode, kFunction>(flush(a), flush(b)));
}
template <int kMode, auto kFunction>
float f32_sat(float a, float b) {
  return clamp01(f32<kMode, kFunction>(a, b));
}
template <int kMode, auto kFunction>
float f32_ftz_sat(float a, float b) {
  return clamp01(f32_ftz<kMode, kFunction>(a, b));
}

template <auto kSingle, auto kDouble>
void check_binary(const std::string& name) {
  check(name + ".f32", f32<FE_TONEAREST, kSingle>);
  check(name + ".rn.f32", f32<FE_TONEAREST, kSingle>);
  check(name + ".rz.f32", f32<FE_TOWARDZERO, kSingle>);
  check(name + ".rm.f32", f32<FE_DOWNWARD, kSingle>);
  check(name + ".rp.f32", f32<FE_UPWARD, kSingle>);
  check(name + ".ftz.f32", f32_ftz<FE_TONEAREST, kSingle>);
  check(name + ".rz.ftz.f32", f32_ftz<FE_TOWARDZERO, kSingle>);
  check(name + ".rp.ftz.f32", f32_ftz<FE_UPWARD, kSingle>);
  check(name + ".f64", rounded<FE_TONEAREST, kDouble, double>);
  check(name + ".rz.f64", rounded<FE_TOWARDZERO, kDouble, double>);
  check(name + ".rm.f64", rounded<FE_DOWNWARD, kDouble, double>);
  check(name + ".rp.f64", rounded<FE_UPWARD, kDouble, double>);
}
template <auto kSingle>
void check_saturating(const std::string& name) {
  check(name + ".sat.f32", f32_sat<FE_TONEAREST, kSingle>);
  check(name + ".rm.sat.f32", f32_sat<FE_DOWNWARD, kSingle>);
  check(name + ".ftz.sat.f32", f32_ftz_sat<FE_TONEAREST, kSingle>);
  check(name + ".rp.ftz.sat.f32", f32_ftz_sat<FE_UPWARD, kSingle>);
}

TEST(FloatOperations, AddSubtractMultiplyInEveryRounding) {
  check_binary<plus<float>, plus<double>>("add");
  check_binary<minus<float>, minus<double>>("sub");
  check_binary<times<float>, times<double>>("mul");
  check_saturating<plus<float>>("add");
  check_saturating<minus<float>>("sub");
  check_saturating<times<float>>("mul");
}

TEST(FloatOperations, DivideInEveryRounding) {
  check_binary<over<float>, over<double>>("div");
}

template <int kMode, auto kFunction>
float unary32(float a) {
  return f32<kMode, kFunction>(0.0F, a);
}
template <int kMode, auto kFunction>
float unary32_ftz(float a) {
  return f32_ftz<kMode, kFunction>(0.0F, a);
}
template <int kMode, auto kFunction>
double unary64(double a) {
  return rounded<kMode, kFunction, double>(0.0, a);
}

template <auto kSingle, auto kDouble>
void check_unary(const std::string& name) {
  check(name + ".rn.f32", unary32<FE_TONEAREST, kSingle>);
  check(name + ".rz.f32", unary32<FE_TOWARDZERO, kSingle>);
  check(name + ".rm.f32", unary32<FE_DOWNWARD, kSingle>);
  check(name + ".rp.f32", unary32<FE_UPWARD, kSingle>);
  check(name + ".rn.ftz.f32", unary32_ftz<FE_TONEAREST, kSingle>);
  check(name + ".rp.ftz.f32", unary32_ftz<FE_UPWARD, kSingle>);
  check(name + ".rn.f64", unary64<FE_TONEAREST, kDouble>);
  check(name + ".rz.f64", unary64<FE_TOWARDZERO, kDouble>);
  check(name + ".rm.f64", unary64<FE_DOWNWARD, kDouble>);
  check(name + ".rp.f64", unary64<FE_UPWARD, kDouble>);
}

TEST(FloatOperations, ReciprocalAndRootInEveryRounding) {
  check_unary<one_over<float>, one_over<double>>("rcp");
  check_unary<root<float>, root<double>>("sqrt");
}

template <int kMode, class T>
T fused(T a, T b, T c) {
  volatile T x = a;
  volatile T y = b;
  volatile T z = c;
  std::fesetround(kMode);
  volatile T result = std::fma(x, y, z);
  std::fesetround(FE_TONEAREST);
  return result;
}
template <int kMode>
float fused32(float a, float b, float c) {
  return nan_fixed(fused<kMode, float>(a, b, c));
}
template <int kMode>
float fused32_ftz(float a, float b, float c) {
  return flush(fused32<kMode>(flush(a), flush(b), flush(c)));
}
template <int kMode>
float fused32_sat(float a, float b, float c) {
  return clamp01(fused32<kMode>(a, b, c));
}

TEST(FloatOperations, FusedMultiplyAddRoundsOnce) {
  for (const std::string name : {"fma", "mad"}) {
    check(name + ".rn.f32", fused32<FE_TONEAREST>);
    check(name + ".rz.f32", fused32<FE_TOWARDZERO>);
    check(name + ".rm.f32", fused32<FE_DOWNWARD>);
    check(name + ".rp.f32", fused32<FE_UPWARD>);
    check(name + ".rn.ftz.f32", fused32_ftz<FE_TONEAREST>);
    check(name + ".rm.ftz.f32", fused32_ftz<FE_DOWNWARD>);
    check(name + ".rn.sat.f32", fused32_sat<FE_TONEAREST>);
    check(name + ".rz.sat.f32", fused32_sat<FE_TOWARDZERO>);
    check(name + ".rn.f64", fused<FE_TONEAREST, double>);
    check(name + ".rz.f64", fused<FE_TOWARDZERO, double>);
    check(name + ".rm.f64", fused<FE_DOWNWARD, double>);
    check(name + ".rp.f64", fused<FE_UPWARD, double>);
  }
  // 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: rounding the product first would lose the 2^-24.
  const float x = 1 + 0x1p-12F;
  EXPECT_EQ(fused32<FE_TONEAREST>(x, x, -1 - 0x1p-11F), 0x1p-24F);
}

// --- sign, order, classes ------------------------------------------------------------------------

float smaller(float a, float b) {
  if (std::isnan(a)) return nan_fixed(b);
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
float larger(float a, float b) {
  if (std::isnan(a)) return nan_fixed(b);
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
double smaller64(double a, double b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
double larger64(double a, double b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <auto kOrder>
float nan_wins(float a, float b) {
  return std::isnan(a) || std::isnan(b) ? kNan : kOrder(a, b);
}
template <auto kOrder>
float flushed(float a, float b) {
  return flush(kOrder(flush(a), flush(b)));
}
template <auto kOrder>
float xor_sign(float a, float b) {
  const float magnitude = kOrder(std::abs(a), std::abs(b));
  if (std::isnan(magnitude)) return kNan;
  return std::signbit(a) != std::signbit(b) ? -magnitude : magnitude;
}

TEST(FloatOperations, MinimumAndMaximum) {
  check("min.f32", smaller);
  check("max.f32", larger);
  check("min.f64", smaller64);
  check("max.f64", larger64);
  check("min.ftz.f32", flushed<smaller>);
  check("max.ftz.f32", flushed<larger>);
  check("min.NaN.f32", nan_wins<smaller>);
  check("max.NaN.f32", nan_wins<larger>);
  check("max.ftz.NaN.f32", flushed<nan_wins<larger>>);
  check("min.xorsign.abs.f32", xor_sign<smaller>);
  check("max.xorsign.abs.f32", xor_sign<larger>);
  check("max.NaN.xorsign.abs.f32", xor_sign<nan_wins<larger>>);
}

TEST(FloatOperations, SignBits) {
  check("neg.f32", +[](U32 a) { return a ^ 0x80000000U; });
  check("abs.f32", +[](U32 a) { return a & 0x7fffffffU; });
  check("neg.ftz.f32", +[](float a) { return -flush(a); });
  check("abs.ftz.f32", +[](float a) { return std::abs(flush(a)); });
  check("neg.f64", +[](U64 a) { return a ^ (U64{1} << 63); });
  check("abs.f64", +[](U64 a) { return a & ~(U64{1} << 63); });
  check("copysign.f32", +[](U32 a, U32 b) { return (a & 0x80000000U) + (b & 0x7fffffffU); });
  check("copysign.f64", +[](double a, double b) { return std::copysign(b, a); });
}

TEST(FloatOperations, ClassesOfNumbers) {
  check("testp.finite.f32", +[](float a) { return std::isfinite(a); });
  check("testp.infinite.f32", +[](float a) { return std::isinf(a); });
  check("testp.number.f32", +[](float a) { return !std::isnan(a); });
  check("testp.notanumber.f32", +[](float a) { return std::isnan(a); });
  check("testp.normal.f32", +[](float a) { return a == 0 || std::fpclassify(a) == FP_NORMAL; });
  check("testp.subnormal.f32", +[](float a) { return std::fpclassify(a) == FP_SUBNORMAL; });
  check("testp.finite.f64", +[](double a) { return std::isfinite(a); });
  check("testp.infinite.f64", +[](double a) { return std::isinf(a); });
  check("testp.number.f64", +[](double a) { return !std::isnan(a); });
  check("testp.notanumber.f64", +[](double a) { return std::isnan(a); });
  check("testp.normal.f64", +[](double a) { return a == 0 || std::fpclassify(a) == FP_NORMAL; });
  check("testp.subnormal.f64", +[](double a) { return std::fpclassify(a) == FP_SUBNORMAL; });
}

// --- approximations ------------------------------------------------------------------------------

// One lane through the functions of `mnemonic`.
float single_lane(const HostSet& set, std::string_view mnemonic, std::vector<float> arguments) {
  ptx::Instruction instruction = instruction_named(mnemonic);
  instruction.destinations = 1;
  instruction.operands.resize(1 + arguments.size());
  const auto choice = set.compute_for(instruction);
  EXPECT_TRUE(choice.has_value()) << mnemonic;
  if (!choice) return 0;
  Frame frame(1);
  Operation operation;
  operation.immediate = choice->immediate;
  for (unsigned i = 0; i <= arguments.size(); ++i)
    operation.slots[i] = Frame::slot(SlotClass::k32, i);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    frame.write(SlotClass::k32, i + 1, 7, std::bit_cast<U32>(arguments[i]));
  }
  choice->compute.masked(frame.bytes(), operation, 1U << 7);
  return std::bit_cast<float>(static_cast<U32>(frame.read(SlotClass::k32, 0, 7)));
}

struct Approximation {
  const char* mnemonic;
  long double (*exact)(long double);
};

constexpr Approximation kApproximations[] = {
    {"rcp.approx.f32",   [](long double a) { return 1 / a; }           },
    {"sqrt.approx.f32",  [](long double a) { return std::sqrt(a); }    },
    {"rsqrt.approx.f32", [](long double a) { return 1 / std::sqrt(a); }},
    {"sin.approx.f32",   [](long double a) { return std::sin(a); }     },
    {"cos.approx.f32",   [](long double a) { return std::cos(a); }     },
    {"lg2.approx.f32",   [](long double a) { return std::log2(a); }    },
    {"ex2.approx.f32",   [](long double a) { return std::exp2(a); }    },
    {"tanh.approx.f32",  [](long double a) { return std::tanh(a); }    },
};

TEST(FloatOperations, ApproximationsAreRoundedToNearestOrAlmost) {
  std::mt19937 random(3);
  for (const Approximation& row : kApproximations) {
    SCOPED_TRACE(row.mnemonic);
    for (const HostSet& set : host_sets()) {
      for (unsigned i = 0; i < 400 && !HasFailure(); ++i) {
        const auto& edges = float_edges();
        const auto bits =
            i < edges.size() ? static_cast<U32>(edges[i]) : static_cast<U32>(random());
        const auto a = std::bit_cast<float>(bits);
        const float actual = single_lane(set, row.mnemonic, {a});
        const long double exact = row.exact(a);
        if (std::isnan(exact)) {
          EXPECT_EQ(std::bit_cast<U32>(actual), 0x7fffffffU) << a;
          continue;
        }
        const auto nearest = static_cast<float>(exact);
        if (!std::isfinite(nearest)) {
          EXPECT_EQ(actual, nearest) << a;
          continue;
        }
        const float ulp = std::nextafter(std::abs(nearest), INFINITY) - std::abs(nearest);
        EXPECT_LE(std::abs(static_cast<long double>(actual) - exact), 0.51L * ulp) << a;
        EXPECT_EQ(std::signbit(actual), std::signbit(nearest)) << a;
      }
    }
  }
}

struct SpecialCase {
  const char* mnemonic;
  std::vector<float> arguments;
  float result;
};

TEST(FloatOperations, SpecialArgumentsOfApproximations) {
  const float inf = INFINITY;
  const SpecialCase cases[] = {
      {"rcp.approx.ftz.f32",  {-0.0F},              -inf     },
      {"rcp.approx.ftz.f32",  {0x1p127F},           0.0F     }, // the result is subnormal
      {"rcp.approx.ftz.f32",  {0x1p-130F},          inf      }, // so is the operand
      {"rcp.approx.f32",      {0x1p127F},           0x1p-127F},
      {"sqrt.approx.ftz.f32", {-0.0F},              -0.0F    },
      {"sqrt.approx.f32",     {-1.0F},              kNan     },
      {"rsqrt.approx.f32",    {-0.0F},              -inf     },
      {"rsqrt.approx.f32",    {inf},                0.0F     },
      {"sin.approx.f32",      {inf},                kNan     },
      {"sin.approx.ftz.f32",  {-0x1p-130F},         -0.0F    },
      {"cos.approx.ftz.f32",  {0x1p-130F},          1.0F     },
      {"lg2.approx.f32",      {0.0F},               -inf     },
      {"lg2.approx.ftz.f32",  {0x1p-130F},          -inf     },
      {"lg2.approx.f32",      {-1.0F},              kNan     },
      {"lg2.approx.f32",      {8.0F},               3.0F     },
      {"ex2.approx.ftz.f32",  {-inf},               0.0F     },
      {"ex2.approx.ftz.f32",  {-127.0F},            0.0F     },
      {"ex2.approx.f32",      {-127.0F},            0x1p-127F},
      {"ex2.approx.f32",      {0x1p-130F},          1.0F     },
      {"tanh.approx.f32",     {-inf},               -1.0F    },
      {"div.approx.f32",      {6.0F, 3.0F},         2.0F     },
      {"div.approx.f32",      {1.0F, 0x1.8p126F},   0.0F     }, // 1/b is taken as 0
      {"div.approx.f32",      {-1.0F, 0x1p127F},    -0.0F    },
      {"div.approx.f32",      {inf, 0x1p127F},      kNan     },
      {"div.approx.f32",      {1.0F, 0x1p126F},     0x1p-126F},
      {"div.full.f32",        {0x1p127F, 0x1p127F}, 1.0F     },
      {"div.full.ftz.f32",    {1.0F, 0x1p-130F},    inf      },
      {"div.approx.ftz.f32",  {0.0F, 0.0F},         kNan     },
  };
  for (const SpecialCase& row : cases) {
    for (const HostSet& set : host_sets()) {
      EXPECT_EQ(std::bit_cast<U32>(single_lane(set, row.mnemonic, row.arguments)),
                std::bit_cast<U32>(row.result))
          << row.mnemonic << " of " << row.arguments[0];
    }
  }
}

double upper(double a) {
  auto bits = std::bit_cast<U64>(a) & 0xffffffff00000000;
  if ((bits & 0x7ff0000000000000) == 0) bits &= U64{1} << 63;
  return std::bit_cast<double>(bits);
}

TEST(FloatOperations, DoubleApproximationsWorkOnUpperWords) {
  check("rcp.approx.ftz.f64", +[](double a) { return upper(1 / upper(a)); });
  check("rsqrt.approx.ftz.f64", +[](double a) { return upper(1 / std::sqrt(upper(a))); });
  check("rsqrt.approx.f64", +[](double a) { return 1 / std::sqrt(a); });
}

}  // namespace
}  // namespace smemlens::simt
