#include "smemlens/simt/matrix_multiply.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "smemlens/simt/collective.h"
#include "smemlens/simt/fragment.h"
#include "smemlens/simt/fragment_layout.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_half.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

constexpr std::size_t kMostA = std::size_t{16} * 256;  // elements: m16n8k256 of b1
constexpr std::size_t kMostB = std::size_t{256} * 8;
constexpr std::size_t kMostC = std::size_t{16} * 16;  // also 8 × 32, and 4 of 8 × 8

// --- elements ------------------------------------------------------------------------------------

// e4m3: 4 bits of exponent, 3 of fraction; no infinity, and only the largest magnitude is a NaN
// (PTX ISA, "Alternate Floating-Point Data Formats").
double value_of_e4m3(std::uint32_t bits) {
  const std::uint32_t exponent = bits >> 3 & 15U;
  const std::uint32_t fraction = bits & 7U;
  if ((bits & 127U) == 127U) return std::numeric_limits<double>::quiet_NaN();
  const double magnitude = exponent == 0
                               ? fraction * 0x1p-9
                               : std::ldexp(8.0 + fraction, static_cast<int>(exponent) - 10);
  return (bits & 128U) != 0 ? -magnitude : magnitude;
}

std::int32_t sign_extended(std::uint32_t bits, unsigned width) {
  const unsigned shift = 32 - width;
  return static_cast<std::int32_t>(bits << shift) >> shift;
}

// Bits of one element, as a register holds it, to a number; higher bits are ignored.
template <MatrixElement kElement, class Number>
Number number_from(std::uint32_t bits) {
  if constexpr (kElement == MatrixElement::kF16) {
    return static_cast<double>(float_from_half(static_cast<std::uint16_t>(bits)));
  } else if constexpr (kElement == MatrixElement::kBf16) {
    return static_cast<double>(float_from_bfloat(static_cast<std::uint16_t>(bits)));
  } else if constexpr (kElement == MatrixElement::kTf32) {
    return static_cast<double>(std::bit_cast<float>(bits & 0xffffe000U));  // the rest doesn't count
  } else if constexpr (kElement == MatrixElement::kF32) {
    return static_cast<double>(std::bit_cast<float>(bits));
  } else if constexpr (kElement == MatrixElement::kE4m3) {
    return value_of_e4m3(bits);
  } else if constexpr (kElement == MatrixElement::kE5m2) {
    const auto upper = static_cast<std::uint16_t>(bits << 8);  // of an f16
    return static_cast<double>(float_from_half(upper));
  } else if constexpr (kElement == MatrixElement::kS8) {
    return sign_extended(bits, 8);
  } else if constexpr (kElement == MatrixElement::kU8) {
    return static_cast<std::int32_t>(bits & 0xffU);
  } else if constexpr (kElement == MatrixElement::kS4) {
    return sign_extended(bits, 4);
  } else if constexpr (kElement == MatrixElement::kU4) {
    return static_cast<std::int32_t>(bits & 0xfU);
  } else if constexpr (kElement == MatrixElement::kB1) {
    return static_cast<std::int32_t>(bits & 1U);
  } else {
    return static_cast<std::int32_t>(bits);
  }
}

// --- fragments to matrices and back --------------------------------------------------------------

// Calls `visit(register, lane, element, index in the matrices)` for each element of the fragment.
template <class Visit>
[[gnu::always_inline]] inline void for_each_element(const Fragment& fragment, Visit visit) {
  const unsigned packed = packed_in_register(fragment.element);
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    // Within a register the core layout is linear in group, thread and element: no divisions.
    const unsigned origin = index_of(fragment, reg, 0, 0);
    const unsigned by_group = index_of(fragment, reg, 4, 0) - origin;
    const unsigned by_thread = index_of(fragment, reg, 1, 0) - origin;
    const unsigned by_element = packed > 1 ? index_of(fragment, reg, 0, 1) - origin : 0;
    const bool is_linear = fragment.layout == FragmentLayout::kCore;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (unsigned i = 0; i < packed; ++i) {
        const unsigned index =
            is_linear ? origin + (lane / 4 * by_group) + (lane % 4 * by_thread) + (i * by_element)
                      : index_of(fragment, reg, lane, i);
        visit(reg, lane, i, index);
      }
    }
  }
}

template <MatrixElement kElement, class Number>
void unpack_as(const CollectiveSite& site, const Fragment& fragment, Number* matrix) {
  const SlotOffset* slots = site.collective.registers.data() + fragment.first;
  for_each_element(fragment, [&](unsigned reg, unsigned lane, unsigned i, unsigned index) {
    if constexpr (kElement == MatrixElement::kF64) {
      matrix[index] = slot_elements<const double>(site.frame, slots[reg])[lane];
    } else {
      const std::uint32_t word = slot_elements<const std::uint32_t>(site.frame, slots[reg])[lane];
      matrix[index] = number_from<kElement, Number>(word >> (i * bits_of(kElement)));
    }
  });
}

template <class Number>
struct Unpacker {
  MatrixElement element;
  void (*function)(const CollectiveSite& site, const Fragment& fragment, Number* matrix);
};

template <MatrixElement kElement>
constexpr Unpacker<double> kToDouble = {kElement, unpack_as<kElement, double>};
template <MatrixElement kElement>
constexpr Unpacker<std::int32_t> kToInteger = {kElement, unpack_as<kElement, std::int32_t>};

constexpr Unpacker<double> kDoubleUnpackers[] = {
    kToDouble<MatrixElement::kF16>,  kToDouble<MatrixElement::kBf16>,
    kToDouble<MatrixElement::kTf32>, kToDouble<MatrixElement::kE4m3>,
    kToDouble<MatrixElement::kE5m2>, kToDouble<MatrixElement::kF32>,
    kToDouble<MatrixElement::kF64>,
};
constexpr Unpacker<std::int32_t> kIntegerUnpackers[] = {
    kToInteger<MatrixElement::kS8>, kToInteger<MatrixElement::kU8>, kToInteger<MatrixElement::kS4>,
    kToInteger<MatrixElement::kU4>, kToInteger<MatrixElement::kB1>, kToInteger<MatrixElement::kS32>,
};

template <class Number>
void unpack(const CollectiveSite& site, const Fragment& fragment, Number* matrix) {
  const auto unpack_with = [&](const auto& unpackers) {
    for (const auto& unpacker : unpackers) {
      if (unpacker.element == fragment.element) unpacker.function(site, fragment, matrix);
    }
  };
  if constexpr (std::is_same_v<Number, double>) {
    unpack_with(kDoubleUnpackers);
  } else {
    unpack_with(kIntegerUnpackers);
  }
}

// .satfinite of a float: NaN becomes 0, what is too large the largest number.
double saturated(double value, double largest) {
  if (std::isnan(value)) return 0;
  return std::fmin(std::fmax(value, -largest), largest);
}

// NaNs are canonical (PTX ISA, "Floating-Point Instructions").
std::uint32_t bits_from(double value, MatrixElement element, bool is_saturated) {
  constexpr std::uint32_t kNan = 0x7fffffff;
  if (element == MatrixElement::kF16) {
    return small_from_double<Half>(is_saturated ? saturated(value, 65504.0) : value,
                                   RoundingMode::kNearest);
  }
  const auto narrow = static_cast<float>(
      is_saturated ? saturated(value, static_cast<double>(std::numeric_limits<float>::max()))
                   : value);
  return std::isnan(narrow) ? kNan : std::bit_cast<std::uint32_t>(narrow);
}

std::uint32_t bits_from(std::int64_t value, bool is_saturated) {
  constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  if (is_saturated && value < kLowest) value = kLowest;
  if (is_saturated && value > kLargest) value = kLargest;
  return static_cast<std::uint32_t>(value);
}

// Writes the result; registers that repeat others (wmma, f16) are no accumulators'.
template <class Sum>
void pack(const CollectiveSite& site, const Fragment& fragment, const Sum* matrix) {
  const SlotOffset* slots = site.collective.registers.data() + fragment.first;
  const unsigned bits = bits_of(fragment.element);
  for_each_element(fragment, [&](unsigned reg, unsigned lane, unsigned i, unsigned index) {
    if constexpr (std::is_same_v<Sum, double>) {
      if (fragment.element == MatrixElement::kF64) {
        slot_elements<double>(site.frame, slots[reg])[lane] = matrix[index];
        return;
      }
    }
    std::uint32_t value = 0;
    if constexpr (std::is_same_v<Sum, double>) {
      value = bits_from(matrix[index], fragment.element, site.collective.is_saturated);
    } else {
      value = bits_from(matrix[index], site.collective.is_saturated);
    }
    std::uint32_t& word = slot_elements<std::uint32_t>(site.frame, slots[reg])[lane];
    word = i == 0 ? value : word | value << (i * bits);
  });
}

// --- the product ---------------------------------------------------------------------------------

struct ProductSize {
  std::size_t rows, depth, columns;
};

// All matrices row by row; `sum` starts as C.
template <class Number, class Sum, class Add>
[[gnu::always_inline]] inline void accumulate(const ProductSize& size, const Number* a,
                                              const Number* b, Sum* sum, Add add) {
  for (std::size_t i = 0; i < size.rows; ++i) {
    for (std::size_t k = 0; k < size.depth; ++k) {
      const Number left = a[(i * size.depth) + k];
      const Number* const right = b + (k * size.columns);
      Sum* const to = sum + (i * size.columns);
      for (std::size_t j = 0; j < size.columns; ++j) to[j] = add(to[j], left, right[j]);
    }
  }
}

template <class Number, class Sum, class Add>
bool multiply_with(const CollectiveSite& site, Add add) {
  const Collective& collective = site.collective;
  std::array<Number, kMostA> a;    // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::array<Number, kMostB> b;    // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::array<Number, kMostC> c;    // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::array<Sum, kMostC> result;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  unpack(site, collective.fragments[1], a.data());
  unpack(site, collective.fragments[2], b.data());
  unpack(site, collective.fragments[3], c.data());
  const Fragment& d = collective.fragments[0];
  const std::size_t count = std::size_t{d.rows} * d.columns * d.matrices;
  for (std::size_t i = 0; i < count; ++i) result[i] = c[i];
  const ProductSize size = {d.rows, collective.fragments[1].columns, d.columns};
  for (std::size_t i = 0; i < d.matrices; ++i) {
    accumulate(size, a.data() + (i * size.rows * size.depth),
               b.data() + (i * size.depth * size.columns),
               result.data() + (i * size.rows * size.columns), add);
  }
  pack(site, d, result.data());
  return true;
}

}  // namespace

bool multiply(const CollectiveSite& site) {
  using std::int32_t;
  using std::int64_t;
  switch (site.collective.arithmetic) {
    case Arithmetic::kFloat:
      return multiply_with<double, double>(
          site, [](double sum, double a, double b) { return sum + (a * b); });
    case Arithmetic::kDouble:
      return multiply_with<double, double>(
          site, [](double sum, double a, double b) { return std::fma(a, b, sum); });
    case Arithmetic::kInteger:
      return multiply_with<int32_t, int64_t>(
          site, [](int64_t sum, int32_t a, int32_t b) { return sum + (int64_t{a} * b); });
    case Arithmetic::kBitAnd:
      return multiply_with<int32_t, int64_t>(
          site, [](int64_t sum, int32_t a, int32_t b) { return sum + (a & b); });
    case Arithmetic::kBitXor:
      return multiply_with<int32_t, int64_t>(
          site, [](int64_t sum, int32_t a, int32_t b) { return sum + (a ^ b); });
  }
  return false;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
