#pragma once

// Runs a form of an instruction on a warp and compares each lane with a reference of one lane.
//
//   check("mul.hi.s32", +[](S32 a, S32 b) { return S32(S64{a} * b >> 32); });
//
// The reference's signature says how operands lie in slots and which values are worth trying: edge
// values and seeded random ones. Every form runs in both instruction sets, with a full and with
// partial masks (other lanes must keep their value), and with its result in a source's register.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations.h"

namespace smemlens::simt {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S8 = std::int8_t;
using S16 = std::int16_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

// Operands that are more than an integer of their size.
struct Amount {  // a count of bits, mostly small
  U32 value;
};
struct HalfBits {  // an f16 or bf16
  U16 value;
};
struct HalfPair {  // an f16x2 or bf16x2
  U32 value;
};

// .ftz: a subnormal number is a zero of its sign.
inline float flush(float x) {
  return std::abs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0F, x) : x;
}

// "setp.lt.s32" → its opcode, modifiers and types; operands are filled in by the caller.
ptx::Instruction instruction_named(std::string_view mnemonic);

using ComputeFor = std::optional<ComputeChoice> (*)(const ptx::Instruction&);

struct HostSet {
  const char* name;
  ComputeFor compute_for;
};
// The instruction sets that this host can run.
std::vector<HostSet> host_sets();

// One warp's registers, eight slots of each class.
class Frame {
 public:
  explicit Frame(unsigned seed);

  std::byte* bytes() { return storage_.bytes.data(); }
  static SlotOffset slot(SlotClass kind, unsigned index);
  U64 read(SlotClass kind, unsigned index, unsigned lane) const;
  void write(SlotClass kind, unsigned index, unsigned lane, U64 value);

 private:
  struct alignas(64) Storage {
    std::array<std::byte, kMaxSlots * (128 + 256 + 64)> bytes;
  };
  Storage storage_;
};

template <class T>
constexpr SlotClass class_of() {
  if constexpr (std::is_same_v<T, bool>) return SlotClass::kPredicate;
  return sizeof(T) == 8 ? SlotClass::k64 : SlotClass::k32;
}

// A value as its slot holds it.
template <class T>
U64 slot_bits(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? 1 : 0;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) < 4) {
    return static_cast<U32>(value);  // extended by its type
  } else if constexpr (sizeof(T) == 2) {
    return std::bit_cast<U16>(value);
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<U32>(value);
  } else {
    return std::bit_cast<U64>(value);
  }
}

template <class T>
T from_slot_bits(U64 bits) {
  if constexpr (std::is_same_v<T, bool>) {
    return bits != 0;
  } else if constexpr (sizeof(T) == 1) {
    return std::bit_cast<T>(static_cast<U8>(bits));
  } else if constexpr (sizeof(T) == 2) {
    return std::bit_cast<T>(static_cast<U16>(bits));
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(static_cast<U32>(bits));
  } else {
    return std::bit_cast<T>(bits);
  }
}

// Edge values of T, by the bits of its slot.
std::vector<U64> edge_values_of_bits(unsigned bits);
const std::vector<U64>& float_edges();
const std::vector<U64>& double_edges();
const std::vector<U64>& half_edges();

template <class T>
U64 interesting_value(std::mt19937_64& random) {
  const auto pick = [&](const std::vector<U64>& edges, U64 otherwise) {
    return random() % 2 == 0 ? edges[random() % edges.size()] : otherwise;
  };
  if constexpr (std::is_same_v<T, bool>) {
    return random() & 1U;
  } else if constexpr (std::is_same_v<T, Amount>) {
    return random() % 8 != 0 ? random() % 70 : static_cast<U32>(random());
  } else if constexpr (std::is_same_v<T, float>) {
    return pick(float_edges(), static_cast<U32>(random()));
  } else if constexpr (std::is_same_v<T, double>) {
    return pick(double_edges(), random());
  } else if constexpr (std::is_same_v<T, HalfBits>) {
    return pick(half_edges(), static_cast<U16>(random()));
  } else if constexpr (std::is_same_v<T, HalfPair>) {
    return pick(half_edges(), static_cast<U16>(random())) << 16 |
           pick(half_edges(), static_cast<U16>(random()));
  } else {
    static const std::vector<U64> edges = edge_values_of_bits(8 * sizeof(T));
    // A narrow operand's register may hold more bits; the operation must not look at them.
    const U64 above = sizeof(T) < 4 && random() % 4 == 0 ? random() << (8 * sizeof(T)) : 0;
    const U64 slot = sizeof(T) == 8 ? ~U64{0} : 0xffffffff;
    return (pick(edges, random()) | above) & slot;
  }
}

// NaNs of f64 keep no promise but that they are NaN.
template <class T>
bool is_same(U64 actual, U64 expected) {
  if constexpr (std::is_same_v<T, double>) {
    const double a = std::bit_cast<double>(actual);
    const double b = std::bit_cast<double>(expected);
    if (a != a && b != b) return true;
  }
  return actual == expected;
}

// What the check must know of an operand's or a result's type.
struct ValueKind {
  SlotClass slot;
  U64 (*interesting)(std::mt19937_64&);
  bool (*is_same)(U64 actual, U64 expected);
};
template <class T>
constexpr ValueKind kKindOf{class_of<T>(), interesting_value<T>, is_same<T>};

template <class R>
struct Results {
  using Tuple = std::tuple<R>;
  static std::vector<ValueKind> kinds() { return {kKindOf<R>}; }
};
template <class... Rs>
struct Results<std::tuple<Rs...>> {
  using Tuple = std::tuple<Rs...>;
  static std::vector<ValueKind> kinds() { return {kKindOf<Rs>...}; }
};

// The last argument and the last result are CC.CF.
enum class Carry : std::uint8_t { kNone, kLastSlot };

struct Options {
  Carry carry = Carry::kNone;
  unsigned rounds = 60;
  std::vector<U64> immediates = {};  // of the last source: the same value in every lane
};

// A form of an instruction and what it computes for one lane, of the bits in the slots.
struct Form {
  std::string_view mnemonic;
  std::vector<ValueKind> results;
  std::vector<ValueKind> arguments;
  std::function<void(const std::vector<U64>& arguments, std::vector<U64>& results)> reference;
};
void check(const Form& form, const Options& options);

template <class R, class... Args>
void check(std::string_view mnemonic, const std::function<R(Args...)>& reference,
           const Options& options = {}) {
  const auto on_bits = [&reference]<std::size_t... I>(const std::vector<U64>& in,
                                                      std::index_sequence<I...> /*arguments*/) {
    return typename Results<R>::Tuple{reference(from_slot_bits<Args>(in[I])...)};
  };
  const auto erased = [&on_bits](const std::vector<U64>& in, std::vector<U64>& out) {
    const auto put = [&out](auto... values) { out = {slot_bits(values)...}; };
    std::apply(put, on_bits(in, std::index_sequence_for<Args...>()));
  };
  check({mnemonic, Results<R>::kinds(), {kKindOf<Args>...}, erased}, options);
}
template <class R, class... Args>
void check(std::string_view mnemonic, R (*reference)(Args...), const Options& options = {}) {
  check(mnemonic, std::function<R(Args...)>(reference), options);
}

}  // namespace smemlens::simt
