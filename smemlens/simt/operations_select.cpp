// selp, slct, testp: a value by a predicate or a sign, and the class of a number (PTX ISA
// "Comparison and Selection Instructions").

#include <cmath>
#include <span>

#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// --- selection -----------------------------------------------------------------------------------

template <class T>
T select(T a, T b, bool c) {
  return c ? a : b;
}

// NaN is not ≥ 0; -0 is.
template <class T, class Selector>
T select_by_sign(T a, T b, Selector c) {
  return c >= 0 ? a : b;
}
template <class T>
T select_by_flushed_sign(T a, T b, float c) {
  return select_by_sign<T, float>(a, b, flush_subnormal(c));
}

// --- classes of numbers --------------------------------------------------------------------------

template <class T>
bool is_finite(T a) {
  return std::isfinite(a);
}
template <class T>
bool is_infinite(T a) {
  return std::isinf(a);
}
template <class T>
bool is_number(T a) {
  return a == a;
}
template <class T>
bool is_not_a_number(T a) {
  return a != a;
}
// PTX counts zeros among the normal numbers.
template <class T>
bool is_normal(T a) {
  return std::isnormal(a) || a == T{0};
}
template <class T>
bool is_subnormal(T a) {
  return std::fpclassify(a) == FP_SUBNORMAL;
}

// clang-format off
constexpr Row kRows[] = {
    {Op::kSelp,  {kAny16},       {},                 {}, kEachLane<select<U16>>                },
    {Op::kSelp,  {kAny32},       {},                 {}, kEachLane<select<U32>>                },
    {Op::kSelp,  {kAny64},       {},                 {}, kEachLane<select<U64>>                },
    {Op::kSlct,  {kAny16, kS32}, {},                 {}, kEachLane<select_by_sign<U16, S32>>   },
    {Op::kSlct,  {kAny32, kS32}, {},                 {}, kEachLane<select_by_sign<U32, S32>>   },
    {Op::kSlct,  {kAny64, kS32}, {},                 {}, kEachLane<select_by_sign<U64, S32>>   },
    {Op::kSlct,  {kAny16, kF32}, {},                 {}, kEachLane<select_by_sign<U16, float>> },
    {Op::kSlct,  {kAny32, kF32}, {},                 {}, kEachLane<select_by_sign<U32, float>> },
    {Op::kSlct,  {kAny64, kF32}, {},                 {}, kEachLane<select_by_sign<U64, float>> },
    {Op::kSlct,  {kAny16, kF32}, {Mod::kFtz},        {}, kEachLane<select_by_flushed_sign<U16>>},
    {Op::kSlct,  {kAny32, kF32}, {Mod::kFtz},        {}, kEachLane<select_by_flushed_sign<U32>>},
    {Op::kSlct,  {kAny64, kF32}, {Mod::kFtz},        {}, kEachLane<select_by_flushed_sign<U64>>},
    {Op::kTestp, {kF32},         {Mod::kFinite},     {}, kEachLane<is_finite<float>>           },
    {Op::kTestp, {kF64},         {Mod::kFinite},     {}, kEachLane<is_finite<double>>          },
    {Op::kTestp, {kF32},         {Mod::kInfinite},   {}, kEachLane<is_infinite<float>>         },
    {Op::kTestp, {kF64},         {Mod::kInfinite},   {}, kEachLane<is_infinite<double>>        },
    {Op::kTestp, {kF32},         {Mod::kNumber},     {}, kEachLane<is_number<float>>           },
    {Op::kTestp, {kF64},         {Mod::kNumber},     {}, kEachLane<is_number<double>>          },
    {Op::kTestp, {kF32},         {Mod::kNotanumber}, {}, kEachLane<is_not_a_number<float>>     },
    {Op::kTestp, {kF64},         {Mod::kNotanumber}, {}, kEachLane<is_not_a_number<double>>    },
    {Op::kTestp, {kF32},         {Mod::kNormal},     {}, kEachLane<is_normal<float>>           },
    {Op::kTestp, {kF64},         {Mod::kNormal},     {}, kEachLane<is_normal<double>>          },
    {Op::kTestp, {kF32},         {Mod::kSubnormal},  {}, kEachLane<is_subnormal<float>>        },
    {Op::kTestp, {kF64},         {Mod::kSubnormal},  {}, kEachLane<is_subnormal<double>>       },
};
// clang-format on

}  // namespace

std::span<const Row> select_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
