// setp and set of f16 and bf16. Of the packed types, setp writes p for the lower half and q for the
// upper one, and set writes a truth value into each half.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_compare.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

enum class Subnormals : std::uint8_t { kKept, kFlushed };

template <class Format, Subnormals kSubnormals, auto kCompare>
bool compare(U16 a, U16 b) {
  if constexpr (kSubnormals == Subnormals::kFlushed) {
    a = flushed_half<Format>(a);
    b = flushed_half<Format>(b);
  }
  return kCompare(float_from_small<Format>(a), float_from_small<Format>(b));
}

template <auto kCompare>
std::tuple<bool, bool> compare_halves(U32 a, U32 b) {
  return {kCompare(static_cast<U16>(a), static_cast<U16>(b)),
          kCompare(static_cast<U16>(a >> 16), static_cast<U16>(b >> 16))};
}

template <auto kCompare, unsigned kShift>
bool compare_half(U32 a, U32 b) {
  return kCompare(static_cast<U16>(a >> kShift), static_cast<U16>(b >> kShift));
}

// setp.lt.and.f16x2 p|q, a, b, c: p = lower half and c, q = upper half and c.
template <auto kCompare>
void set_combined_predicates(std::byte* frame, const Operation& operation, WarpMask mask) {
  const WarpMask c = read_predicate(frame, operation, 4);
  const WarpMask low = comparison_mask<compare_half<kCompare, 0>>(frame, operation, 2);
  const WarpMask high = comparison_mask<compare_half<kCompare, 16>>(frame, operation, 2);
  write_predicate(predicate_at(frame, operation, 0), combined(low, c, operation.immediate), mask);
  write_predicate(predicate_at(frame, operation, 1), combined(high, c, operation.immediate), mask);
}

template <auto kCompare>
constexpr WarpFunctions combined_functions() {
  constexpr SlotClass kBit = SlotClass::kPredicate;
  return {
      .compute = {set_combined_predicates<kCompare>, set_combined_predicates<kCompare>},
      .encoded = Encoded::kBoolean,
      .classes = {kBit, kBit, SlotClass::k32, SlotClass::k32, kBit},
      .slots = 5,
      .results = 2,
  };
}

template <auto kCompare, U32 kTruth>
U32 set_halves(U32 a, U32 b) {
  const auto [low, high] = compare_halves<kCompare>(a, b);
  return (low ? kTruth : 0U) | (high ? kTruth << 16 : 0U);
}

// set.lt.and.u32.f16x2 d, a, b, c: each half's comparison with c.
template <auto kCompare, U32 kTruth>
U32 set_combined_halves(U32 a, U32 b, bool c, Immediate immediate) {
  const auto [low, high] = compare_halves<kCompare>(a, b);
  const U32 holds = combined((low ? 1U : 0U) | (high ? 2U : 0U), c ? 3U : 0U, immediate.value);
  return ((holds & 1U) != 0 ? kTruth : 0U) | ((holds & 2U) != 0 ? kTruth << 16 : 0U);
}

template <auto kCompare, U32 kTruth>
constexpr WarpFunctions combined_set_functions() {
  WarpFunctions functions = kEachLane<set_combined_halves<kCompare, kTruth>>;
  functions.encoded = Encoded::kBoolean;
  return functions;
}

template <class Format, Subnormals kSubnormals>
struct SmallForm {
  using Value = float;
  static constexpr bool kIsHalf = std::is_same_v<Format, Half>;
  static constexpr Ty kType = kIsHalf ? Ty::kF16 : Ty::kBf16;
  static constexpr Ty kPackedType = kIsHalf ? Ty::kF16x2 : Ty::kBf16x2;
  static constexpr U32 kOne = kIsHalf ? 0x3c00 : 0x3f80;
  static constexpr TypeSet kResults = {Ty::kU16, Ty::kS16, Ty::kU32, Ty::kS32,
                                       Ty::kF32, Ty::kF16, Ty::kBf16};

  template <auto kCompare>
  static constexpr auto rows(Mod name) {
    constexpr auto kLane = compare<Format, kSubnormals, kCompare>;
    const ptx::ModifierSet more =
        kSubnormals == Subnormals::kFlushed ? ptx::ModifierSet{Mod::kFtz} : ptx::ModifierSet{};
    const ptx::ModifierSet required = ptx::ModifierSet{name} | more;
    const std::array<Row, 6> packed = {
        {
         {Op::kSetp, {kPackedType}, required, {}, kEachLane<compare_halves<kLane>>},
         {Op::kSetp, {kPackedType}, required, {}, combined_functions<kLane>()},
         {Op::kSet,
             {kPackedType, kPackedType},
             required,
             {},
             kEachLane<set_halves<kLane, kOne>>},
         {Op::kSet,
             {kInteger32, kPackedType},
             required,
             {},
             kEachLane<set_halves<kLane, 0xffff>>},
         {Op::kSet,
             {kPackedType, kPackedType},
             required,
             {},
             combined_set_functions<kLane, kOne>()},
         {Op::kSet,
             {kInteger32, kPackedType},
             required,
             {},
             combined_set_functions<kLane, 0xffff>()},
         }
    };
    return concatenated(comparison<kLane>(name, kType, more, kResults), packed);
  }
};

// bf16 has no .ftz.
constexpr auto kRows = concatenated(float_comparisons<SmallForm<Half, Subnormals::kKept>>(),
                                    float_comparisons<SmallForm<Half, Subnormals::kFlushed>>(),
                                    float_comparisons<SmallForm<Bfloat, Subnormals::kKept>>());

}  // namespace

std::span<const Row> compare_half_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
