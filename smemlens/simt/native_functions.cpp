#include "smemlens/simt/native_functions.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>
#include <type_traits>

#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// --- functions that <cmath> lacks ----------------------------------------------------------------

double exp10(double a) {
  return std::pow(10.0, a);
}
double rsqrt(double a) {
  return 1 / std::sqrt(a);
}
double rcbrt(double a) {
  return 1 / std::cbrt(a);
}
double rhypot(double a, double b) {
  return 1 / std::hypot(a, b);
}
double norm3d(double a, double b, double c) {
  return std::hypot(a, b, c);
}
double rnorm3d(double a, double b, double c) {
  return 1 / norm3d(a, b, c);
}
double norm4d(double a, double b, double c, double d) {
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}
double rnorm4d(double a, double b, double c, double d) {
  return 1 / norm4d(a, b, c, d);
}
double normcdf(double a) {
  return std::erfc(-a * std::sqrt(0.5)) / 2;
}
double fdivide(double a, double b) {
  return a / b;
}
// The argument is reduced exactly, so that whole and half numbers give exact results.
double sinpi(double a) {
  const double r = std::remainder(a, 2.0);
  if (r == 0 || r == 1 || r == -1) return std::copysign(0.0, a);
  return std::abs(r) <= 0.5 ? std::sin(std::numbers::pi * r)
                            : std::copysign(std::sin(std::numbers::pi * (1 - std::abs(r))), r);
}
double cospi(double a) {
  const double r = std::abs(std::remainder(a, 2.0));
  if (r == 0.5) return 0;
  return r < 0.25 || r > 0.75 ? std::cos(std::numbers::pi * r)
                              : std::sin(std::numbers::pi * (0.5 - r));
}
// exp(a²) erfc(a); for large a by its asymptotic series, where the factors would overflow.
double erfcx(double a) {
  if (a < 26) return std::exp(a * a) * std::erfc(a);
  const double inverse = 1 / (2 * a * a);
  double series = 1;
  for (int k = 13; k > 0; k -= 2) series = 1 - k * inverse * series;
  return series / (a * std::sqrt(std::numbers::pi));
}

float saturatef(float a) {
  return saturate(a);
}
float nextafterf(float a, float b) {
  return std::nextafter(a, b);
}
float half2float(U16 a) {
  return float_from_half(a);
}
U16 float2half_rn(float a) {
  return small_from_double<Half>(static_cast<double>(a), RoundingMode::kNearest);
}

// --- result types that aren't the argument's -----------------------------------------------------

// As cvt does: clamped, NaN → the most negative.
S64 to_s64(double a) {
  if (a != a || a < -0x1p63) return std::numeric_limits<S64>::min();
  return a >= 0x1p63 ? std::numeric_limits<S64>::max() : static_cast<S64>(a);
}
template <class T>
S64 llrint(T a) {
  return to_s64(std::nearbyint(static_cast<double>(a)));
}
template <class T>
S64 llround(T a) {
  return to_s64(std::round(static_cast<double>(a)));
}
template <class T>
S32 ilogb(T a) {
  if (a == 0 || a != a) return std::numeric_limits<S32>::min();
  return std::isinf(a) ? std::numeric_limits<S32>::max() : std::ilogb(a);
}
template <class T>
T ldexp(T a, S32 b) {
  return std::ldexp(a, b);
}
template <class T>
T powi(T a, S32 b) {
  return static_cast<T>(std::pow(static_cast<double>(a), b));
}
template <class T>
S32 is_nan(T a) {
  return a != a ? 1 : 0;
}
template <class T>
S32 is_infinite(T a) {
  return std::isinf(a) ? 1 : 0;
}
template <class T>
S32 is_finite(T a) {
  return std::isfinite(a) ? 1 : 0;
}
template <class T>
S32 sign_bit(T a) {
  return std::signbit(a) ? 1 : 0;
}

// --- integers ------------------------------------------------------------------------------------

U32 abs32(U32 a) {
  return (a & kSignBit) != 0 ? 0U - a : a;
}
U64 abs64(U64 a) {
  return a >> 63 != 0 ? 0U - a : a;
}
template <class T>
T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
U32 clz(T a) {
  return static_cast<U32>(std::countl_zero(a));
}
template <class T>
U32 popc(T a) {
  return static_cast<U32>(std::popcount(a));
}
template <class T>
U32 ffs(T a) {
  return a == 0 ? 0 : static_cast<U32>(std::countr_zero(a)) + 1;
}
S32 mulhi(S32 a, S32 b) {
  return static_cast<S32>(S64{a} * b >> 32);
}
U32 umulhi(U32 a, U32 b) {
  return static_cast<U32>(U64{a} * b >> 32);
}
U32 sad(S32 a, S32 b, U32 c) {
  return c + static_cast<U32>(a < b ? S64{b} - a : S64{a} - b);
}
U32 usad(U32 a, U32 b, U32 c) {
  return c + (a < b ? b - a : a - b);
}
S32 hadd(S32 a, S32 b) {
  return static_cast<S32>((S64{a} + b) >> 1);
}
U32 uhadd(U32 a, U32 b) {
  return static_cast<U32>((U64{a} + b) >> 1);
}
S32 rhadd(S32 a, S32 b) {
  return static_cast<S32>((S64{a} + b + 1) >> 1);
}
U32 urhadd(U32 a, U32 b) {
  return static_cast<U32>((U64{a} + b + 1) >> 1);
}

// --- the tables ----------------------------------------------------------------------------------

// A function of doubles as the functions of floats.
template <auto kFunction, class... Doubles>
float in_single(std::conditional_t<true, float, Doubles>... a) {
  return canonical(static_cast<float>(kFunction(static_cast<double>(a)...)));
}

struct Mathematics {
  std::string_view name;  // `sin`: the f64 form __nv_sin, the f32 form __nv_sinf
  WarpFunctions in_double;
  WarpFunctions in_single;
  bool has_fast_form = false;  // __nv_fast_sinf
};

using One = double (*)(double);
using Two = double (*)(double, double);
using Three = double (*)(double, double, double);
using Four = double (*)(double, double, double, double);

template <One kFunction>
constexpr Mathematics one(std::string_view name, bool has_fast_form = false) {
  return {name, kEachLane<kFunction>, kEachLane<in_single<kFunction, double>>, has_fast_form};
}
template <Two kFunction>
constexpr Mathematics two(std::string_view name, bool has_fast_form = false) {
  return {name, kEachLane<kFunction>, kEachLane<in_single<kFunction, double, double>>,
          has_fast_form};
}
template <Three kFunction>
constexpr Mathematics three(std::string_view name) {
  return {name, kEachLane<kFunction>, kEachLane<in_single<kFunction, double, double, double>>};
}
template <Four kFunction>
constexpr Mathematics four(std::string_view name) {
  return {name, kEachLane<kFunction>,
          kEachLane<in_single<kFunction, double, double, double, double>>};
}

constexpr bool kFast = true;

constexpr Mathematics kMathematics[] = {
    one<std::sin>("sin", kFast),     one<std::cos>("cos", kFast),  one<std::tan>("tan", kFast),
    one<std::exp>("exp", kFast),     one<exp10>("exp10", kFast),   one<std::exp2>("exp2"),
    one<std::expm1>("expm1"),        one<std::log>("log", kFast),  one<std::log2>("log2", kFast),
    one<std::log10>("log10", kFast), one<std::log1p>("log1p"),     two<std::pow>("pow", kFast),
    two<fdivide>("fdivide", kFast),  one<sinpi>("sinpi"),          one<cospi>("cospi"),
    one<std::asin>("asin"),          one<std::acos>("acos"),       one<std::atan>("atan"),
    two<std::atan2>("atan2"),        one<std::sinh>("sinh"),       one<std::cosh>("cosh"),
    one<std::tanh>("tanh"),          one<std::asinh>("asinh"),     one<std::acosh>("acosh"),
    one<std::atanh>("atanh"),        one<std::sqrt>("sqrt"),       one<rsqrt>("rsqrt"),
    one<std::cbrt>("cbrt"),          one<rcbrt>("rcbrt"),          two<std::hypot>("hypot"),
    two<rhypot>("rhypot"),           three<norm3d>("norm3d"),      three<rnorm3d>("rnorm3d"),
    four<norm4d>("norm4d"),          four<rnorm4d>("rnorm4d"),     one<std::erf>("erf"),
    one<std::erfc>("erfc"),          one<erfcx>("erfcx"),          one<normcdf>("normcdf"),
    one<std::tgamma>("tgamma"),      one<std::lgamma>("lgamma"),   one<absolute<double>>("fabs"),
    one<std::floor>("floor"),        one<std::ceil>("ceil"),       one<std::trunc>("trunc"),
    one<std::round>("round"),        one<std::nearbyint>("rint"),  one<std::nearbyint>("nearbyint"),
    one<std::logb>("logb"),          two<std::fmod>("fmod"),       two<std::remainder>("remainder"),
    two<std::fdim>("fdim"),          two<minimum<double>>("fmin"), two<maximum<double>>("fmax"),
    two<std::copysign>("copysign"),
};

struct OtherFunction {
  std::string_view name;
  WarpFunctions functions;
};

float fmaf(float a, float b, float c) {
  return canonical(std::fma(a, b, c));
}
double fma(double a, double b, double c) {
  return std::fma(a, b, c);
}
double nextafter(double a, double b) {
  return std::nextafter(a, b);
}

constexpr OtherFunction kOthers[] = {
    {"fmaf",          kEachLane<fmaf>               },
    {"fma",           kEachLane<fma>                },
    {"nextafterf",    kEachLane<nextafterf>         },
    {"nextafter",     kEachLane<nextafter>          },
    {"saturatef",     kEachLane<saturatef>          },
    {"half2float",    kEachLane<half2float>         },
    {"float2half_rn", kEachLane<float2half_rn>      },
    {"ldexpf",        kEachLane<ldexp<float>>       },
    {"ldexp",         kEachLane<ldexp<double>>      },
    {"scalbnf",       kEachLane<ldexp<float>>       },
    {"scalbn",        kEachLane<ldexp<double>>      },
    {"powif",         kEachLane<powi<float>>        },
    {"powi",          kEachLane<powi<double>>       },
    {"llrintf",       kEachLane<llrint<float>>      },
    {"llrint",        kEachLane<llrint<double>>     },
    {"llroundf",      kEachLane<llround<float>>     },
    {"llround",       kEachLane<llround<double>>    },
    {"ilogbf",        kEachLane<ilogb<float>>       },
    {"ilogb",         kEachLane<ilogb<double>>      },
    {"isnanf",        kEachLane<is_nan<float>>      },
    {"isnand",        kEachLane<is_nan<double>>     },
    {"isinff",        kEachLane<is_infinite<float>> },
    {"isinfd",        kEachLane<is_infinite<double>>},
    {"finitef",       kEachLane<is_finite<float>>   },
    {"isfinited",     kEachLane<is_finite<double>>  },
    {"signbitf",      kEachLane<sign_bit<float>>    },
    {"signbitd",      kEachLane<sign_bit<double>>   },
    {"abs",           kEachLane<abs32>              },
    {"llabs",         kEachLane<abs64>              },
    {"min",           kEachLane<smaller<S32>>       },
    {"max",           kEachLane<larger<S32>>        },
    {"umin",          kEachLane<smaller<U32>>       },
    {"umax",          kEachLane<larger<U32>>        },
    {"llmin",         kEachLane<smaller<S64>>       },
    {"llmax",         kEachLane<larger<S64>>        },
    {"ullmin",        kEachLane<smaller<U64>>       },
    {"ullmax",        kEachLane<larger<U64>>        },
    {"clz",           kEachLane<clz<U32>>           },
    {"clzll",         kEachLane<clz<U64>>           },
    {"popc",          kEachLane<popc<U32>>          },
    {"popcll",        kEachLane<popc<U64>>          },
    {"ffs",           kEachLane<ffs<U32>>           },
    {"ffsll",         kEachLane<ffs<U64>>           },
    {"mulhi",         kEachLane<mulhi>              },
    {"umulhi",        kEachLane<umulhi>             },
    {"sad",           kEachLane<sad>                },
    {"usad",          kEachLane<usad>               },
    {"hadd",          kEachLane<hadd>               },
    {"uhadd",         kEachLane<uhadd>              },
    {"rhadd",         kEachLane<rhadd>              },
    {"urhadd",        kEachLane<urhadd>             },
};

ComputeChoice choice_of(const WarpFunctions& functions) {
  return {.compute = functions.compute, .classes = functions.classes, .slots = functions.slots};
}

bool take_prefix(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

bool is_float_form(std::string_view name, const Mathematics& row) {
  return name.size() == row.name.size() + 1 && name.starts_with(row.name) && name.ends_with('f');
}

}  // namespace

std::optional<ComputeChoice> native_function(std::string_view name) {
  if (!take_prefix(name, "__nv_")) return std::nullopt;
  const bool is_fast = take_prefix(name, "fast_");
  for (const Mathematics& row : kMathematics) {
    if (is_float_form(name, row) && (!is_fast || row.has_fast_form)) {
      return choice_of(row.in_single);
    }
    if (name == row.name && !is_fast) return choice_of(row.in_double);
  }
  if (is_fast) return std::nullopt;
  for (const OtherFunction& row : kOthers) {
    if (name == row.name) return choice_of(row.functions);
  }
  return std::nullopt;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
