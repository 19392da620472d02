// setp and set of integers, f32 and f64.

#include "smemlens/simt/operations_compare.h"

#include <span>

#include "smemlens/simt/operations_float.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
constexpr auto equalities(TypeSet types) {
  return concatenated(comparison<equal<T>>(Mod::kEq, types),
                      comparison<negation<equal<T>, T>>(Mod::kNe, types));
}

template <class T>
constexpr auto orders(TypeSet types) {
  return concatenated(
      comparison<less<T>>(Mod::kLt, types), comparison<less_or_equal<T>>(Mod::kLe, types),
      comparison<greater<T>>(Mod::kGt, types), comparison<greater_or_equal<T>>(Mod::kGe, types));
}

template <class T>
constexpr auto unsigned_orders(TypeSet types) {
  return concatenated(
      comparison<less<T>>(Mod::kLo, types), comparison<less_or_equal<T>>(Mod::kLs, types),
      comparison<greater<T>>(Mod::kHi, types), comparison<greater_or_equal<T>>(Mod::kHs, types));
}

struct SingleForm {
  using Value = float;
  template <auto kCompare>
  static constexpr auto rows(Mod name) {
    return comparison<kCompare>(name, Ty::kF32);
  }
};

struct DoubleForm {
  using Value = double;
  template <auto kCompare>
  static constexpr auto rows(Mod name) {
    return comparison<kCompare>(name, Ty::kF64);
  }
};

template <auto kCompare>
bool flushed(float a, float b) {
  return kCompare(flush_subnormal(a), flush_subnormal(b));
}
struct FlushedForm {
  using Value = float;
  template <auto kCompare>
  static constexpr auto rows(Mod name) {
    return comparison<flushed<kCompare>>(name, Ty::kF32, {Mod::kFtz});
  }
};

constexpr auto kRows = concatenated(
    equalities<U16>({Ty::kB16, Ty::kU16, Ty::kS16}),
    equalities<U32>({Ty::kB32, Ty::kU32, Ty::kS32}),
    equalities<U64>({Ty::kB64, Ty::kU64, Ty::kS64}), orders<U16>(Ty::kU16), orders<U32>(Ty::kU32),
    orders<U64>(Ty::kU64), orders<S16>(Ty::kS16), orders<S32>(Ty::kS32), orders<S64>(Ty::kS64),
    unsigned_orders<U16>(Ty::kU16), unsigned_orders<U32>(Ty::kU32), unsigned_orders<U64>(Ty::kU64),
    float_comparisons<SingleForm>(), float_comparisons<FlushedForm>(),
    float_comparisons<DoubleForm>());

}  // namespace

std::span<const Row> compare_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
