#include "operations_support.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

void add_part(ptx::Instruction& instruction, unsigned& types, std::string_view part) {
  if (const auto type = ptx::type_named(part)) {
    instruction.types.at(types++) = *type;
  } else if (const auto modifier = ptx::modifier_named(part)) {
    instruction.modifiers.add(*modifier);
  } else {
    ADD_FAILURE() << "no such modifier: " << part;
  }
}

}  // namespace

ptx::Instruction instruction_named(std::string_view mnemonic) {
  ptx::Instruction instruction;
  instruction.mnemonic = mnemonic;
  std::size_t dot = mnemonic.find('.');
  const auto opcode = ptx::opcode_named(mnemonic.substr(0, dot));
  EXPECT_TRUE(opcode.has_value()) << mnemonic;
  instruction.opcode = opcode.value_or(ptx::Opcode::kUnknown);
  unsigned types = 0;
  while (dot != std::string_view::npos) {
    const std::size_t next = mnemonic.find('.', dot + 1);
    add_part(instruction, types, mnemonic.substr(dot + 1, next - dot - 1));
    dot = next;
  }
  return instruction;
}

std::vector<HostSet> host_sets() {
  std::vector<HostSet> sets = {
      {"baseline", baseline::compute_for}
  };
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    sets.push_back({"avx2", avx2::compute_for});
  }
#endif
  return sets;
}

Frame::Frame(unsigned seed) {
  std::mt19937_64 random(seed);
  for (auto& byte : storage_.bytes) byte = static_cast<std::byte>(random());
}

SlotOffset Frame::slot(SlotClass kind, unsigned index) {
  switch (kind) {
    case SlotClass::k32:
      return 128 * index;
    case SlotClass::k64:
      return 128 * kMaxSlots + 256 * index;
    case SlotClass::kPredicate:
      return (128 + 256) * kMaxSlots + 4 * index;
    case SlotClass::k128:  // only moved, which no function of a table does
      break;
  }
  return 0;
}

U64 Frame::read(SlotClass kind, unsigned index, unsigned lane) const {
  const std::byte* at = storage_.bytes.data() + slot(kind, index);
  U32 word = 0;
  U64 wide = 0;
  switch (kind) {
    case SlotClass::k32:
      std::memcpy(&word, at + 4 * lane, 4);
      return word;
    case SlotClass::k64:
      std::memcpy(&wide, at + 8 * lane, 8);
      return wide;
    case SlotClass::kPredicate:
      std::memcpy(&word, at, 4);
      return word >> lane & 1U;
    case SlotClass::k128:
      break;
  }
  return 0;
}

void Frame::write(SlotClass kind, unsigned index, unsigned lane, U64 value) {
  std::byte* at = storage_.bytes.data() + slot(kind, index);
  auto word = static_cast<U32>(value);
  switch (kind) {
    case SlotClass::k32:
      std::memcpy(at + 4 * lane, &word, 4);
      return;
    case SlotClass::k64:
      std::memcpy(at + 8 * lane, &value, 8);
      return;
    case SlotClass::kPredicate: {
      U32 mask = 0;
      std::memcpy(&mask, at, 4);
      mask = (mask & ~(1U << lane)) | (word & 1U) << lane;
      std::memcpy(at, &mask, 4);
      return;
    }
    case SlotClass::k128:
      return;
  }
}

std::vector<U64> edge_values_of_bits(unsigned bits) {
  const U64 all = bits == 64 ? ~U64{0} : (U64{1} << bits) - 1;
  const U64 sign = U64{1} << (bits - 1);
  return {0,
          1,
          2,
          3,
          all,
          all - 1,
          sign,
          sign - 1,
          sign + 1,
          all >> 2,
          sign >> 16,
          all / 3,
          all / 3 * 2,
          (U64{1} << (bits / 2)),
          (U64{1} << (bits / 2)) - 1};
}

const std::vector<U64>& float_edges() {
  static const std::vector<U64> edges = [] {
    std::vector<U64> bits;
    for (const U32 magnitude :
         {0x00000000U, 0x00000001U, 0x00000002U, 0x00400000U, 0x007fffffU, 0x00800000U, 0x00800001U,
          0x00ffffffU, 0x01000000U, 0x33000000U, 0x33800000U, 0x34000000U, 0x3f000000U, 0x3effffffU,
          0x3f7fffffU, 0x3f800000U, 0x3f800001U, 0x3fc00000U, 0x40000000U, 0x40200000U, 0x40490fdbU,
          0x4b000000U, 0x4b000001U, 0x4b7fffffU, 0x4effffffU, 0x4f000000U, 0x4f7fffffU, 0x4f800000U,
          0x5effffffU, 0x5f000000U, 0x5f800000U, 0x42ff0000U, 0x437f0000U, 0x437f8000U, 0x46fffe00U,
          0x477fff00U, 0x477fe000U, 0x477ff000U, 0x7e800000U, 0x7f000000U, 0x7f7fffffU, 0x7f800000U,
          0x7fc00000U, 0x7fffffffU}) {
      bits.push_back(magnitude);
      bits.push_back(magnitude | 0x80000000U);
    }
    return bits;
  }();
  return edges;
}

const std::vector<U64>& double_edges() {
  static const std::vector<U64> edges = [] {
    std::vector<U64> bits = {0x1,
                             0xfffffffffffff,
                             0x10000000000000,
                             0x7fefffffffffffff,
                             0x7ff8000000000000,
                             0xfff8000000000000};
    for (const U64 single : float_edges()) {
      const double value = std::bit_cast<float>(static_cast<U32>(single));
      const auto exact = std::bit_cast<U64>(value);
      bits.push_back(exact);
      if (std::isfinite(value) && value != 0) {
        bits.push_back(exact + 1);
        bits.push_back(exact - 1);
        bits.push_back(std::bit_cast<U64>(value * 1.5));
      }
    }
    for (const double whole : {255.5, 256.0, 65535.5, 2147483647.5, 4294967295.5, 0.5, 1.5, 2.5}) {
      bits.push_back(std::bit_cast<U64>(whole));
      bits.push_back(std::bit_cast<U64>(-whole));
    }
    return bits;
  }();
  return edges;
}

const std::vector<U64>& half_edges() {
  static const std::vector<U64> edges = {
      0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x3c00, 0xbc00, 0x3c01, 0x3555,
      0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7fff, 0x3f80, 0xbf80, 0x007f, 0x0080,
      0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x4000, 0x4200, 0x3800, 0x3e00, 0x0002, 0x1400};
  return edges;
}

}  // namespace smemlens::simt
