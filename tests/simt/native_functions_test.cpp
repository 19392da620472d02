// The device library's functions: names, argument classes, and values of the host's mathematics.

#include "smemlens/simt/native_functions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "operations_support.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

template <class T>
T call(std::string_view name, std::vector<T> arguments) {
  const auto choice = baseline::native_function(name);
  EXPECT_TRUE(choice.has_value()) << name;
  if (!choice) return T{};
  EXPECT_EQ(choice->slots, arguments.size() + 1) << name;
  constexpr SlotClass kClass = class_of<T>();
  Frame frame(1);
  Operation operation;
  for (unsigned i = 0; i <= arguments.size(); ++i) {
    EXPECT_EQ(choice->classes[i], kClass) << name;
    operation.slots[i] = Frame::slot(kClass, i);
  }
  for (unsigned i = 0; i < arguments.size(); ++i) {
    frame.write(kClass, i + 1, 3, slot_bits(arguments[i]));
  }
  const U64 other = frame.read(kClass, 0, 4);
  choice->compute.masked(frame.bytes(), operation, 1U << 3);
  EXPECT_EQ(frame.read(kClass, 0, 4), other) << name << ": an inactive lane was written";
  return from_slot_bits<T>(frame.read(kClass, 0, 3));
}

struct Value {
  const char* name;  // without f
  std::vector<double> arguments;
  double result;
};

const Value kValues[] = {
    {"sin", {0.5}, std::sin(0.5)},
    {"cos", {0.5}, std::cos(0.5)},
    {"tan", {0.5}, std::tan(0.5)},
    {"exp", {1.5}, std::exp(1.5)},
    {"exp2", {-3}, 0.125},
    {"exp10", {2}, 100},
    {"expm1", {0.25}, std::expm1(0.25)},
    {"log", {2.5}, std::log(2.5)},
    {"log2", {32}, 5},
    {"log10", {1000}, 3},
    {"log1p", {0.25}, std::log1p(0.25)},
    {"pow", {1.5, 3}, 3.375},
    {"pow", {-2, 3}, -8},
    {"asin", {0.5}, std::asin(0.5)},
    {"acos", {0.5}, std::acos(0.5)},
    {"atan", {0.5}, std::atan(0.5)},
    {"atan2", {1, -1}, std::atan2(1., -1.)},
    {"sinh", {0.5}, std::sinh(0.5)},
    {"cosh", {0.5}, std::cosh(0.5)},
    {"tanh", {0.5}, std::tanh(0.5)},
    {"asinh", {0.5}, std::asinh(0.5)},
    {"acosh", {1.5}, std::acosh(1.5)},
    {"atanh", {0.5}, std::atanh(0.5)},
    {"sinpi", {0.5}, 1},
    {"sinpi", {3}, 0},
    {"sinpi", {1.25}, -std::sqrt(0.5)},
    {"cospi", {1}, -1},
    {"cospi", {1.5}, 0},
    {"sqrt", {2.25}, 1.5},
    {"rsqrt", {0.25}, 2},
    {"cbrt", {27}, 3},
    {"rcbrt", {8}, 0.5},
    {"hypot", {3, 4}, 5},
    {"rhypot", {3, 4}, 0.2},
    {"norm3d", {2, 3, 6}, 7},
    {"norm4d", {1, 1, 1, 1}, 2},
    {"erf", {0.5}, std::erf(0.5)},
    {"erfc", {0.5}, std::erfc(0.5)},
    {"erfcx", {0}, 1},
    {"normcdf", {0}, 0.5},
    {"tgamma", {5}, 24},
    {"lgamma", {3}, std::log(2.0)},
    {"fabs", {-2.5}, 2.5},
    {"floor", {-2.5}, -3},
    {"ceil", {-2.5}, -2},
    {"trunc", {-2.5}, -2},
    {"round", {2.5}, 3},
    {"rint", {2.5}, 2},
    {"nearbyint", {3.5}, 4},
    {"fmod", {-7.5, 2}, -1.5},
    {"remainder", {7.5, 2}, -0.5},
    {"fdim", {3, 1}, 2},
    {"fmin", {2, 1}, 1},
    {"fmax", {2, NAN}, 2},
    {"copysign", {2, -1}, -2},
    {"fma", {2, 3, 4}, 10},
    {"logb", {10}, 3},
};

TEST(NativeFunctions, BothPrecisions) {
  for (const Value& row : kValues) {
    const std::string name = std::string("__nv_") + row.name;
    EXPECT_NEAR(call<double>(name, row.arguments), row.result, 1e-14) << name;
    const std::vector<float> arguments(row.arguments.begin(), row.arguments.end());
    EXPECT_FLOAT_EQ(call<float>(name + "f", arguments), static_cast<float>(row.result)) << name;
  }
}

TEST(NativeFunctions, LargeArgumentsAreReducedExactly) {
  EXPECT_EQ(call<float>("__nv_sinf", {1e22F}),
            static_cast<float>(std::sin(static_cast<double>(1e22F))));
  EXPECT_EQ(std::bit_cast<U32>(call<float>("__nv_sinf", {INFINITY})), 0x7fffffffU);
  EXPECT_NEAR(call<double>("__nv_erfcx", {30}), 0.018795888861416751, 1e-15);
}

TEST(NativeFunctions, FastForms) {
  EXPECT_FLOAT_EQ(call<float>("__nv_fast_expf", {1.0F}), std::exp(1.0F));
  EXPECT_FLOAT_EQ(call<float>("__nv_fast_powf", {2.0F, 0.5F}), std::sqrt(2.0F));
  EXPECT_EQ(call<float>("__nv_fast_fdividef", {6.0F, 3.0F}), 2.0F);
  for (const char* name : {"sinf", "cosf", "tanf", "exp10f", "logf", "log2f", "log10f"}) {
    EXPECT_TRUE(baseline::native_function(std::string("__nv_fast_") + name)) << name;
  }
}

TEST(NativeFunctions, Integers) {
  EXPECT_EQ(call<S32>("__nv_abs", {-5}), 5);
  EXPECT_EQ(call<S32>("__nv_min", {-5, 3}), -5);
  EXPECT_EQ(call<U32>("__nv_umin", {0xfffffffb, 3}), 3U);
  EXPECT_EQ(call<S32>("__nv_max", {-5, 3}), 3);
  EXPECT_EQ(call<U32>("__nv_umax", {0xfffffffb, 3}), 0xfffffffbU);
  EXPECT_EQ(call<S64>("__nv_llmin", {-5, 3}), -5);
  EXPECT_EQ(call<U64>("__nv_ullmax", {5, 3}), 5U);
  EXPECT_EQ(call<U32>("__nv_clz", {1}), 31U);
  EXPECT_EQ(call<U32>("__nv_popc", {0xff}), 8U);
  EXPECT_EQ(call<U32>("__nv_ffs", {0x10}), 5U);
  EXPECT_EQ(call<U32>("__nv_ffs", {0}), 0U);
  EXPECT_EQ(call<S32>("__nv_mulhi", {1 << 20, -(1 << 20)}), -256);
  EXPECT_EQ(call<U32>("__nv_umulhi", {1U << 20, 1U << 20}), 256U);
  EXPECT_EQ(call<S32>("__nv_sad", {-5, 3, 1}), 9);
  EXPECT_EQ(call<S32>("__nv_hadd", {-5, 2}), -2);
  EXPECT_EQ(call<S32>("__nv_rhadd", {-5, 2}), -1);
}

TEST(NativeFunctions, UnknownNamesAreRefused) {
  for (const char* name : {"", "sinf", "__nv_", "__nv_f", "__nv_sinff", "__nv_fast_sin",
                           "__nv_fast_erff", "__nv_fast_abs", "__nv_sincosf", "vprintf"}) {
    EXPECT_FALSE(baseline::native_function(name)) << name;
  }
}

}  // namespace
}  // namespace smemlens::simt
