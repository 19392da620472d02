#pragma once

// From a function of one lane to the functions of a warp. The lane loop of the project is here.
//
//   std::int32_t maximum(std::int32_t a, std::int32_t b);
//   kEachLane<maximum<std::int32_t>>    → compute.full, compute.masked, classes {k32, k32, k32}
//
// The signature says how slots are read and written:
//
//   type of a value        slot        read as             written as
//   u8 s8 u16 s16          32 bits     the low bits        zero- or sign-extended by its type
//   u32 s32 float          32 bits     the element         the element
//   u64 s64 double         64 bits     the element         the element
//   bool                   predicate   bit of the lane     bit of the lane
//   Immediate              none        Operation::immediate, always the last parameter
//   std::tuple<A, B, …>    several     –                   one slot each (d|p, unpacked vectors)
//
// A 16-bit register's upper half is never read, so a sign there does no harm; a 32-bit register
// that a narrow cvt writes needs it (PTX ISA "Operand Size Exceeding Instruction-Type Size").

#include <array>
#include <bit>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "smemlens/simt/operation.h"

namespace smemlens::simt::SMEMLENS_ISA {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S8 = std::int8_t;
using S16 = std::int16_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

struct Immediate {
  std::uint32_t value;
};

// Operation::immediate keeps its upper byte for `!%p`: bit 24 + i negates the predicate in slot i.
inline constexpr unsigned kNegationShift = 24;

// What memory holds of a value: always an unsigned word, so that no two types alias.
template <class T>
using Element = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class E>
inline constexpr std::array<E, kLanes> kLaneBits = [] {
  std::array<E, kLanes> bits{};
  for (unsigned lane = 0; lane < kLanes; ++lane) bits[lane] = E{1} << lane;
  return bits;
}();

template <class T>
[[gnu::always_inline]] inline T value_of(Element<T> element) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>(element);
  } else {
    return static_cast<T>(element);
  }
}

template <class T>
[[gnu::always_inline]] inline Element<T> element_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<Element<T>>(value);
  } else {
    return static_cast<Element<T>>(value);
  }
}

template <class E>
E* slot_at(std::byte* frame, const Operation& operation, unsigned slot) {
  return std::assume_aligned<64>(reinterpret_cast<E*>(frame + operation.slots[slot]));
}

inline WarpMask* predicate_at(std::byte* frame, const Operation& operation, unsigned slot) {
  return reinterpret_cast<WarpMask*>(frame + operation.slots[slot]);
}

inline WarpMask read_predicate(std::byte* frame, const Operation& operation, unsigned slot) {
  const WarpMask negation = 0U - ((operation.immediate >> (kNegationShift + slot)) & 1U);
  return *predicate_at(frame, operation, slot) ^ negation;
}

inline void write_predicate(WarpMask* predicate, WarpMask bits, WarpMask mask) {
  *predicate = (*predicate & ~mask) | (bits & mask);
}

// --- one operand ---------------------------------------------------------------------------------

template <class T>
class Source {
 public:
  Source(std::byte* frame, const Operation& operation, unsigned slot)
      : elements_(slot_at<Element<T>>(frame, operation, slot)) {}
  [[gnu::always_inline]] T operator[](unsigned lane) const { return value_of<T>(elements_[lane]); }

 private:
  const Element<T>* elements_;
};

template <>
class Source<bool> {
 public:
  Source(std::byte* frame, const Operation& operation, unsigned slot)
      : bits_(read_predicate(frame, operation, slot)) {}
  [[gnu::always_inline]] bool operator[](unsigned lane) const {
    return (bits_ & kLaneBits<std::uint32_t>[lane]) != 0;
  }

 private:
  WarpMask bits_;
};

template <>
class Source<Immediate> {
 public:
  Source(std::byte* /*frame*/, const Operation& operation, unsigned /*slot*/)
      : immediate_{operation.immediate} {}
  [[gnu::always_inline]] Immediate operator[](unsigned /*lane*/) const { return immediate_; }

 private:
  Immediate immediate_;
};

// Where results go. kFull: every lane is written, so that the old value needn't be read.
template <class T, bool kFull>
class Destination {
 public:
  Destination(std::byte* frame, const Operation& operation, unsigned slot, WarpMask mask)
      : elements_(slot_at<Element<T>>(frame, operation, slot)), mask_(mask) {}
  [[gnu::always_inline]] void store(unsigned lane, T value) {
    const Element<T> element = element_of(value);
    if constexpr (kFull) {
      elements_[lane] = element;
    } else {
      // Not `active ? element : old`: the compiler would make computing the element conditional.
      const bool is_active = (Element<T>{mask_} & kLaneBits<Element<T>>[lane]) != 0;
      const Element<T> keep = is_active ? Element<T>{0} : ~Element<T>{0};
      elements_[lane] = (element & ~keep) | (elements_[lane] & keep);
    }
  }
  void finish() {}

 private:
  Element<T>* elements_;
  WarpMask mask_;
};

template <bool kFull>
class Destination<bool, kFull> {
 public:
  Destination(std::byte* frame, const Operation& operation, unsigned slot, WarpMask mask)
      : predicate_(predicate_at(frame, operation, slot)), mask_(mask) {}
  [[gnu::always_inline]] void store(unsigned lane, bool value) {
    bits_ |= value ? kLaneBits<std::uint32_t>[lane] : 0U;
  }
  void finish() { write_predicate(predicate_, bits_, kFull ? kAllLanes : mask_); }

 private:
  WarpMask* predicate_;
  WarpMask mask_;
  WarpMask bits_ = 0;
};

template <class... Ts, bool kFull>
class Destination<std::tuple<Ts...>, kFull> {
 public:
  template <std::size_t... kSlots>
  Destination(std::byte* frame, const Operation& operation, WarpMask mask,
              std::index_sequence<kSlots...> /*slots*/)
      : parts_(Destination<Ts, kFull>(frame, operation, kSlots, mask)...) {}
  [[gnu::always_inline]] void store(unsigned lane, const std::tuple<Ts...>& values) {
    store_parts(lane, values, std::index_sequence_for<Ts...>());
  }
  void finish() {
    std::apply([](auto&... part) { (part.finish(), ...); }, parts_);
  }

 private:
  template <std::size_t... kParts>
  [[gnu::always_inline]] void store_parts(unsigned lane, const std::tuple<Ts...>& values,
                                          std::index_sequence<kParts...> /*parts*/) {
    (std::get<kParts>(parts_).store(lane, std::get<kParts>(values)), ...);
  }

  std::tuple<Destination<Ts, kFull>...> parts_;
};

// --- the lane loop -------------------------------------------------------------------------------

#ifdef __clang__
// Not every kFunction can be vectorised. (Reported at the function that holds the loop: no pop.)
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

template <auto kFunction, class Results, class... Sources>
[[gnu::always_inline]] inline void for_each_lane(Results results, const Sources... sources) {
  // Slots are equal or disjoint, so lanes don't depend on each other.
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    results.store(lane, kFunction(sources[lane]...));
  }
  results.finish();
}

// --- what a table row holds ----------------------------------------------------------------------

// Modifiers that go to Operation::immediate instead of to a row of their own.
enum class Encoded : std::uint8_t {
  kNothing,
  kRounding,  // .rn .rz .rm .rp: a RoundingMode; none means .rn
  kBoolean,   // .and .or .xor: a BooleanOperation; there must be one
};

enum class RoundingMode : std::uint8_t { kNearest, kZero, kDown, kUp };
enum class BooleanOperation : std::uint8_t { kAnd, kOr, kXor };

// What set writes for "true", by the type of its result; in Operation::immediate from kTruthShift.
enum class TruthValue : std::uint8_t { kAllBits, kAllBits16, kFloatOne, kHalfOne, kBfloatOne };
inline constexpr unsigned kTruthShift = 4;

struct WarpFunctions {
  Compute compute;
  Compute rounded{};  // with a RoundingMode other than kNearest
  Encoded encoded = Encoded::kNothing;
  bool encodes_truth = false;  // a TruthValue goes to Operation::immediate, too
  std::array<SlotClass, kMaxSlots> classes{};
  std::uint8_t slots = 0;
  std::uint8_t results = 0;  // the first slots
  bool has_carry = false;
  bool reads_other_lanes = false;
};

template <class T>
inline constexpr SlotClass kClassOf = sizeof(T) == 8 ? SlotClass::k64 : SlotClass::k32;
template <>
inline constexpr SlotClass kClassOf<bool> = SlotClass::kPredicate;

template <class T>
struct ResultTypes {
  using Tuple = std::tuple<T>;
};
template <class... Ts>
struct ResultTypes<std::tuple<Ts...>> {
  using Tuple = std::tuple<Ts...>;
};

// kCarry: (a…, carry) → (result, carry); both carries are the last slot.
enum class SlotOrder : std::uint8_t { kWritten, kCarry };

template <auto kFunction, SlotOrder kOrder, class Signature = decltype(kFunction)>
struct EachLane;

template <auto kFunction, SlotOrder kOrder, class Result, class... Arguments>
struct EachLane<kFunction, kOrder, Result (*)(Arguments...)> {
  using Tuple = typename ResultTypes<Result>::Tuple;
  static constexpr bool kHasCarry = kOrder == SlotOrder::kCarry;
  static constexpr unsigned kResults = std::tuple_size_v<Tuple> - (kHasCarry ? 1 : 0);
  static constexpr unsigned kArguments =
      sizeof...(Arguments) - (std::is_same_v<Immediate, Arguments> + ... + 0);
  static constexpr unsigned kSlots = kResults + kArguments;
  static_assert(kSlots <= kMaxSlots);

  template <bool kFull>
  static void run(std::byte* frame, const Operation& operation, WarpMask mask) {
    run_slots<kFull>(frame, operation, mask, std::index_sequence_for<Arguments...>());
  }

  template <bool kFull, std::size_t... kSources>
  [[gnu::always_inline]] static void run_slots(std::byte* frame, const Operation& operation,
                                               WarpMask mask,
                                               std::index_sequence<kSources...> /*sources*/) {
    if constexpr (std::is_same_v<Tuple, Result>) {
      for_each_lane<kFunction>(Destination<Result, kFull>(frame, operation, mask, result_slots()),
                               Source<Arguments>(frame, operation, kResults + kSources)...);
    } else {
      for_each_lane<kFunction>(Destination<Result, kFull>(frame, operation, 0, mask),
                               Source<Arguments>(frame, operation, kResults + kSources)...);
    }
  }

  static constexpr auto result_slots() {
    if constexpr (kHasCarry) {
      static_assert(kResults == 1);
      return std::index_sequence<0, kSlots - 1>();
    } else {
      return std::make_index_sequence<kResults>();
    }
  }

  static constexpr WarpFunctions functions() {
    WarpFunctions functions;
    // A predicate is blended once, not a lane at a time: one version does for both.
    functions.compute = {run<!std::is_same_v<Result, bool>>, run<false>};
    functions.slots = kSlots;
    functions.results = kResults;
    functions.has_carry = kHasCarry;
    constexpr bool kIsImmediate[] = {std::is_same_v<Immediate, Arguments>..., true};
    constexpr SlotClass kSourceClasses[] = {kClassOf<Arguments>..., SlotClass::k32};
    set_result_classes(functions, std::make_index_sequence<kResults>());
    for (unsigned i = 0, slot = kResults; i < sizeof...(Arguments); ++i) {
      if (!kIsImmediate[i]) functions.classes[slot++] = kSourceClasses[i];
    }
    return functions;
  }

  template <std::size_t... kIndex>
  static constexpr void set_result_classes(WarpFunctions& functions,
                                           std::index_sequence<kIndex...> /*results*/) {
    ((functions.classes[kIndex] = kClassOf<std::tuple_element_t<kIndex, Tuple>>), ...);
  }
};

// The functions of a warp whose lanes each compute kFunction.
template <auto kFunction>
inline constexpr WarpFunctions kEachLane = EachLane<kFunction, SlotOrder::kWritten>::functions();

// The same for kFunction(a…, carry) → (result, carry).
template <auto kFunction>
inline constexpr WarpFunctions kEachLaneWithCarry =
    EachLane<kFunction, SlotOrder::kCarry>::functions();

// The functions of a warp that kFunction computes as a whole.
//   classes  of its slots, results first
template <ComputeFunction kFunction, unsigned kResults, SlotClass... kClasses>
inline constexpr WarpFunctions kWholeWarp = {
    .compute = {kFunction, kFunction},
    .classes = {kClasses...},
    .slots = sizeof...(kClasses),
    .results = kResults,
};

// --- rounding ------------------------------------------------------------------------------------

// Only IEEE basic operations and conversions may be rounded so: their results follow the host's
// rounding mode. The loop's loads and stores cannot move across fesetround, so nothing else can.
inline constexpr std::array<int, 4> kHostRounding = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                                     FE_UPWARD};

template <ComputeFunction kCompute>
void run_rounded(std::byte* frame, const Operation& operation, WarpMask mask) {
  std::fesetround(kHostRounding[operation.immediate & 3U]);
  kCompute(frame, operation, mask);
  std::fesetround(FE_TONEAREST);
}

// The functions of kFunction with .rn (or nothing) and with .rz, .rm, .rp.
template <auto kFunction>
inline constexpr WarpFunctions kEachLaneRounded = [] {
  using Lanes = EachLane<kFunction, SlotOrder::kWritten>;
  WarpFunctions functions = Lanes::functions();
  functions.encoded = Encoded::kRounding;
  functions.rounded = {run_rounded<Lanes::template run<true>>,
                       run_rounded<Lanes::template run<false>>};
  return functions;
}();

}  // namespace smemlens::simt::SMEMLENS_ISA
