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

template <class R>
struct Results {
  using Tuple = std::tuple<R>;
  static Tuple tuple(R value) { return {value}; }
};
template <class... Rs>
struct Results<std::tuple<Rs...>> {
  using Tuple = std::tuple<Rs...>;
  static Tuple tuple(Tuple value) { return value; }
};

// The last argument and the last result are CC.CF.
enum class Carry : std::uint8_t { kNone, kLastSlot };

struct Options {
  Carry carry = Carry::kNone;
  unsigned rounds = 60;
  std::vector<U64> immediates = {};  // of the last source: the same value in every lane
};

template <class R, class... Args>
class Checker {
 public:
  using Reference = R (*)(Args...);
  using Tuple = typename Results<R>::Tuple;
  static constexpr unsigned kResults = std::tuple_size_v<Tuple>;
  static constexpr unsigned kArguments = sizeof...(Args);

  Checker(std::string_view mnemonic, Reference reference, const Options& options)
      : mnemonic_(mnemonic), reference_(reference), options_(options) {}

  void run(const HostSet& set) {
    SCOPED_TRACE(std::string(mnemonic_) + " on " + set.name);
    const auto choice = set.compute_for(make_instruction());
    ASSERT_TRUE(choice.has_value()) << "not in the table";
    if (!check_classes(*choice)) return;
    std::mt19937_64 random(std::hash<std::string_view>()(mnemonic_));
    for (unsigned round = 0; round < options_.rounds && !testing::Test::HasFailure(); ++round) {
      const WarpMask mask = round % 3 == 0 ? kAllLanes : static_cast<WarpMask>(random()) | 1U;
      const bool is_aliased = round % 5 == 4;
      run_once(*choice, random, mask, is_aliased);
    }
  }

 private:
  static constexpr bool kHasNoCarry = true;

  ptx::Instruction make_instruction() const {
    ptx::Instruction instruction = instruction_named(mnemonic_);
    const unsigned carry = options_.carry == Carry::kLastSlot ? 1 : 0;
    instruction.destinations = static_cast<std::uint8_t>(kResults - carry);
    instruction.operands.resize(kResults + kArguments - 2 * carry);
    for (auto& operand : instruction.operands) operand.kind = ptx::OperandKind::kRegister;
    return instruction;
  }

  template <std::size_t... I>
  static std::vector<SlotClass> result_classes(std::index_sequence<I...> /*results*/) {
    return {class_of<std::tuple_element_t<I, Tuple>>()...};
  }

  // Slots as written: results, sources, and the carry last.
  std::vector<SlotClass> written_classes() const {
    std::vector<SlotClass> classes = result_classes(std::make_index_sequence<kResults>());
    if (options_.carry == Carry::kLastSlot) classes.pop_back();
    for (const SlotClass source : {class_of<Args>()...}) classes.push_back(source);
    return classes;
  }

  bool check_classes(const ComputeChoice& choice) const {
    const auto expected = written_classes();
    EXPECT_EQ(choice.slots, expected.size());
    EXPECT_EQ(choice.has_carry, options_.carry == Carry::kLastSlot);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(choice.classes[i], expected[i]);
    return !testing::Test::HasFailure();
  }

  // Result r lies in slot r, source s in slot kResults + s (of its class), unless they share.
  unsigned slot_of_result(unsigned result, bool is_aliased) const {
    const auto classes = result_classes(std::make_index_sequence<kResults>());
    const SlotClass sources[] = {class_of<Args>()...};
    if (options_.carry == Carry::kLastSlot && result == kResults - 1) {
      return kResults + kArguments - 1;
    }
    if (!is_aliased || result != 0) return result;
    for (unsigned s = 0; s < kArguments; ++s) {
      if (sources[s] == classes[0] && (options_.immediates.empty() || s + 1 < kArguments)) {
        return kResults + s;
      }
    }
    return result;
  }

  void run_once(const ComputeChoice& choice, std::mt19937_64& random, WarpMask mask,
                bool is_aliased) {
    Frame frame(static_cast<unsigned>(random()));
    fill_sources(frame, random, std::index_sequence_for<Args...>());
    Operation operation;
    operation.immediate = choice.immediate;
    const auto classes = written_classes();
    const unsigned written_results = kResults - (options_.carry == Carry::kLastSlot ? 1 : 0);
    for (unsigned i = 0; i < classes.size(); ++i) {
      const unsigned index =
          i < written_results ? slot_of_result(i, is_aliased) : kResults + i - written_results;
      operation.slots[i] = Frame::slot(classes[i], index);
    }
    const Frame before = frame;
    const auto function = mask == kAllLanes ? choice.compute.full : choice.compute.masked;
    function(frame.bytes(), operation, mask);
    for (unsigned lane = 0; lane < kLanes && !testing::Test::HasFailure(); ++lane) {
      compare(before, frame, lane, (mask >> lane & 1U) != 0, is_aliased);
    }
  }

  template <std::size_t... I>
  void fill_sources(Frame& frame, std::mt19937_64& random, std::index_sequence<I...> /*args*/) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      (frame.write(class_of<Args>(), kResults + I, lane, interesting_value<Args>(random)), ...);
    }
    if (options_.immediates.empty()) return;
    const U64 immediate = options_.immediates[random() % options_.immediates.size()];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      frame.write(SlotClass::k32, kResults + kArguments - 1, lane, immediate);
    }
  }

  void compare(const Frame& before, const Frame& after, unsigned lane, bool is_active,
               bool is_aliased) {
    compare_results(before, after, lane, is_active, is_aliased, std::index_sequence_for<Args...>(),
                    std::make_index_sequence<kResults>());
  }

  template <std::size_t... A, std::size_t... I>
  void compare_results(const Frame& before, const Frame& after, unsigned lane, bool is_active,
                       bool is_aliased, std::index_sequence<A...> /*args*/,
                       std::index_sequence<I...> /*results*/) {
    const std::array<U64, kArguments> in = {before.read(class_of<Args>(), kResults + A, lane)...};
    const Tuple expected = Results<R>::tuple(reference_(from_slot_bits<Args>(in[A])...));
    const auto one = [&]<class T>(unsigned result, T value) {
      const unsigned index = slot_of_result(result, is_aliased);
      const U64 actual = after.read(class_of<T>(), index, lane);
      const U64 wanted = is_active ? slot_bits(value) : before.read(class_of<T>(), index, lane);
      if (is_same<T>(actual, wanted)) return;
      ADD_FAILURE() << "lane " << lane << (is_active ? "" : " (inactive)") << " result " << result
                    << std::hex << " is 0x" << actual << ", expected 0x" << wanted << " of "
                    << testing::PrintToString(in);
    };
    (one(I, std::get<I>(expected)), ...);
  }

  std::string_view mnemonic_;
  Reference reference_;
  Options options_;
};

template <class R, class... Args>
void check(std::string_view mnemonic, R (*reference)(Args...), const Options& options = {}) {
  for (const HostSet& set : host_sets()) {
    Checker<R, Args...>(mnemonic, reference, options).run(set);
  }
}

}  // namespace smemlens::simt
