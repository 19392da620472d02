// Video instructions (PTX ISA "Scalar Video Instructions", "SIMD Video Instructions"): on one word,
// two half words or four bytes, with a second operation on c, or c's parts beside the new ones.

#include <array>
#include <span>

#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"
#include "smemlens/simt/video.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

__extension__ typedef __int128 S128;  // NOLINT(modernize-use-using): __extension__

// Part `index` of `bits` bits.
S64 part_of(U32 word, unsigned index, unsigned bits, bool is_signed) {
  const U32 shifted = word << (32 - bits - (index * bits));
  return is_signed ? S64{static_cast<S32>(shifted) >> (32 - bits)} : S64{shifted >> (32 - bits)};
}

S64 clamped(S64 value, unsigned bits, bool is_signed) {
  const S64 high = (S64{1} << (is_signed ? bits - 1 : bits)) - 1;
  const S64 low = is_signed ? -high - 1 : 0;
  const S64 at_most = value > high ? high : value;
  return at_most < low ? low : at_most;
}

// --- the first operation -------------------------------------------------------------------------

using First = S64 (*)(S64 a, S64 b, const VideoForm& form);

S64 add(S64 a, S64 b, const VideoForm& /*form*/) {
  return a + b;
}
S64 subtract(S64 a, S64 b, const VideoForm& /*form*/) {
  return a - b;
}
S64 difference(S64 a, S64 b, const VideoForm& /*form*/) {
  return a < b ? b - a : a - b;
}
S64 minimum(S64 a, S64 b, const VideoForm& /*form*/) {
  return b < a ? b : a;
}
S64 maximum(S64 a, S64 b, const VideoForm& /*form*/) {
  return a < b ? b : a;
}
// Halves are rounded away from zero above it, and down below it.
S64 average(S64 a, S64 b, const VideoForm& /*form*/) {
  const S64 sum = a + b;
  return sum >= 0 ? (sum + 1) >> 1 : sum >> 1;
}
S64 compare(S64 a, S64 b, const VideoForm& form) {
  const bool is_equal = a == b;
  switch (form.comparison) {
    case VideoComparison::kEqual:
      return is_equal ? 1 : 0;
    case VideoComparison::kNotEqual:
      return is_equal ? 0 : 1;
    case VideoComparison::kLess:
      return a < b ? 1 : 0;
    case VideoComparison::kLessEqual:
      return a <= b ? 1 : 0;
    case VideoComparison::kGreater:
      return a > b ? 1 : 0;
    case VideoComparison::kGreaterEqual:
      return a >= b ? 1 : 0;
  }
  return 0;
}
S64 amount_of(S64 b, const VideoForm& form) {
  if (form.wraps) return b & 31;
  return b > 32 ? 32 : b;
}
// At most 65 bits: what an S64 can't hold is beyond every clamp anyhow.
S64 shift_left(S64 a, S64 b, const VideoForm& form) {
  const S128 shifted = static_cast<S128>(a) * (S128{1} << amount_of(b, form));
  constexpr S128 kMost = S128{1} << 62;
  if (shifted >= kMost) return static_cast<S64>(kMost | (shifted & 0x1ffffffff));
  return static_cast<S64>(shifted);
}
S64 shift_right(S64 a, S64 b, const VideoForm& form) {
  return a >> amount_of(b, form);
}

// --- the second ----------------------------------------------------------------------------------

U32 mask_of(const VideoForm& form) {
  U32 mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((form.new_bytes >> byte & 1U) != 0) mask |= 0xffU << (8 * byte);
  }
  return mask;
}

// The manual's .s33, which the second operation gets.
S64 as_33_bits(S64 value) {
  return static_cast<S64>(static_cast<U64>(value) << 31) >> 31;
}

// Scalar. The result is clamped to what the part of the destination holds.
template <First kFirst>
U32 scalar(U32 a, U32 b, U32 c, Immediate immediate) {
  const VideoForm form = decoded_form(immediate.value);
  S64 value =
      kFirst(part_of(a, 0, 32, form.is_a_signed), part_of(b, 0, 32, form.is_b_signed), form);
  const U32 mask = mask_of(form);
  const auto bits = static_cast<unsigned>(__builtin_popcount(mask));
  if (form.saturates) value = clamped(value, bits, form.is_result_signed);
  value = as_33_bits(value);
  const S64 addend = part_of(c, 0, 32, form.is_result_signed);
  switch (form.second) {
    case VideoSecond::kAdd:
      return static_cast<U32>(value + addend);
    case VideoSecond::kMin:
      return static_cast<U32>(value < addend ? value : addend);
    case VideoSecond::kMax:
      return static_cast<U32>(value < addend ? addend : value);
    case VideoSecond::kMerge:
      break;
  }
  const auto placed = static_cast<unsigned>(mask == 0 ? 0 : __builtin_ctz(mask));
  return ((static_cast<U32>(value) << placed) & mask) | (c & ~mask);
}

template <First kFirst, unsigned kBits>
U32 simd(U32 a, U32 b, U32 c, Immediate immediate) {
  const VideoForm form = decoded_form(immediate.value);
  const U32 mask = mask_of(form);
  U32 merged = 0;
  U32 sum = c;
  for (unsigned i = 0; i < 32 / kBits; ++i) {
    S64 value = kFirst(part_of(a, i, kBits, form.is_a_signed),
                       part_of(b, i, kBits, form.is_b_signed), form);
    if (form.saturates) value = clamped(value, kBits, form.is_result_signed);
    const auto low = static_cast<U32>(value & ((S64{1} << kBits) - 1));
    merged |= low << (i * kBits);
    if ((mask >> (i * kBits) & 1U) != 0) sum += static_cast<U32>(value);
  }
  return form.second == VideoSecond::kAdd ? sum : (merged & mask) | (c & ~mask);
}

// (a * b) + c; `~` and one more negate.
U32 multiply_add(U32 a, U32 b, U32 c, Immediate immediate) {
  const VideoForm form = decoded_form(immediate.value);
  const bool is_signed =
      form.is_a_signed || form.is_b_signed || form.negates_product || form.negates_addend;
  S128 product =
      static_cast<S128>(part_of(a, 0, 32, form.is_a_signed)) * part_of(b, 0, 32, form.is_b_signed);
  if (form.negates_product) product = ~product;
  const U32 addend = form.negates_addend ? ~c : c;
  const bool adds_one = form.adds_one || form.negates_product || form.negates_addend;
  const S128 total = product + part_of(addend, 0, 32, is_signed) + (adds_one ? 1 : 0);
  const auto scaled = static_cast<S64>(total >> form.scale);
  if (!form.saturates) return static_cast<U32>(scaled);
  if (is_signed) return static_cast<U32>(clamped(scaled, 32, true));
  return static_cast<U64>(scaled) > 0xffffffff ? 0xffffffff : static_cast<U32>(scaled);
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    {Op::kVadd,      {}, {}, {}, kEachLane<scalar<add>>        },
    {Op::kVsub,      {}, {}, {}, kEachLane<scalar<subtract>>   },
    {Op::kVabsdiff,  {}, {}, {}, kEachLane<scalar<difference>> },
    {Op::kVmin,      {}, {}, {}, kEachLane<scalar<minimum>>    },
    {Op::kVmax,      {}, {}, {}, kEachLane<scalar<maximum>>    },
    {Op::kVshl,      {}, {}, {}, kEachLane<scalar<shift_left>> },
    {Op::kVshr,      {}, {}, {}, kEachLane<scalar<shift_right>>},
    {Op::kVset,      {}, {}, {}, kEachLane<scalar<compare>>    },
    {Op::kVmad,      {}, {}, {}, kEachLane<multiply_add>       },
    {Op::kVadd2,     {}, {}, {}, kEachLane<simd<add, 16>>       },
    {Op::kVsub2,     {}, {}, {}, kEachLane<simd<subtract, 16>>  },
    {Op::kVavrg2,    {}, {}, {}, kEachLane<simd<average, 16>>   },
    {Op::kVabsdiff2, {}, {}, {}, kEachLane<simd<difference, 16>>},
    {Op::kVmin2,     {}, {}, {}, kEachLane<simd<minimum, 16>>   },
    {Op::kVmax2,     {}, {}, {}, kEachLane<simd<maximum, 16>>   },
    {Op::kVset2,     {}, {}, {}, kEachLane<simd<compare, 16>>   },
    {Op::kVadd4,     {}, {}, {}, kEachLane<simd<add, 8>>        },
    {Op::kVsub4,     {}, {}, {}, kEachLane<simd<subtract, 8>>   },
    {Op::kVavrg4,    {}, {}, {}, kEachLane<simd<average, 8>>    },
    {Op::kVabsdiff4, {}, {}, {}, kEachLane<simd<difference, 8>> },
    {Op::kVmin4,     {}, {}, {}, kEachLane<simd<minimum, 8>>    },
    {Op::kVmax4,     {}, {}, {}, kEachLane<simd<maximum, 8>>    },
    {Op::kVset4,     {}, {}, {}, kEachLane<simd<compare, 8>>    },
});
// clang-format on

}  // namespace

std::span<const Row> video_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
