#pragma once

// One row of the table of operations:
//
//   opcode      types                    required    harmless  functions
//   {kMul,      {kU32},                  {kHi},      {},       kEachLane<multiply_high<uint32_t>>}
//   {kShl,      {kB32},                  {},         {},       kEachLane<shift_left<uint32_t>>}
//
// An instruction fits a row if its opcode is the row's, each type is in the row's set, it has all
// required modifiers and no other but harmless ones, and its operands fill the functions' slots.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/operations_lanes.h"

namespace smemlens::simt::SMEMLENS_ISA {

using Op = ptx::Opcode;
using Mod = ptx::Modifier;
using Ty = ptx::Type;

class TypeSet {
 public:
  constexpr TypeSet() : TypeSet(Ty::kNone) {}
  constexpr TypeSet(Ty type) : bits_(bit_of(type)) {}  // NOLINT(google-explicit-constructor): rows
  constexpr TypeSet(std::initializer_list<Ty> types) {
    for (const Ty type : types) bits_ |= bit_of(type);
  }
  constexpr bool has(Ty type) const { return (bits_ & bit_of(type)) != 0; }

 private:
  static constexpr std::uint64_t bit_of(Ty type) {
    return std::uint64_t{1} << static_cast<unsigned>(type);
  }
  static_assert(ptx::kTypeCount <= 64);

  std::uint64_t bits_ = 0;
};

inline constexpr TypeSet kPred = Ty::kPred;
inline constexpr TypeSet kB16 = Ty::kB16;
inline constexpr TypeSet kB32 = Ty::kB32;
inline constexpr TypeSet kB64 = Ty::kB64;
inline constexpr TypeSet kU16 = Ty::kU16;
inline constexpr TypeSet kU32 = Ty::kU32;
inline constexpr TypeSet kU64 = Ty::kU64;
inline constexpr TypeSet kS16 = Ty::kS16;
inline constexpr TypeSet kS32 = Ty::kS32;
inline constexpr TypeSet kS64 = Ty::kS64;
inline constexpr TypeSet kU16x2 = Ty::kU16x2;
inline constexpr TypeSet kS16x2 = Ty::kS16x2;
inline constexpr TypeSet kF32 = Ty::kF32;
inline constexpr TypeSet kF64 = Ty::kF64;

inline constexpr TypeSet kInteger16 = {Ty::kU16, Ty::kS16};
inline constexpr TypeSet kInteger32 = {Ty::kU32, Ty::kS32};
inline constexpr TypeSet kInteger64 = {Ty::kU64, Ty::kS64};
inline constexpr TypeSet kBits16 = {Ty::kB16, Ty::kU16};
inline constexpr TypeSet kBits32 = {Ty::kB32, Ty::kU32};
inline constexpr TypeSet kBits64 = {Ty::kB64, Ty::kU64};
inline constexpr TypeSet kInteger16x2 = {Ty::kU16x2, Ty::kS16x2};
inline constexpr TypeSet kAny16 = {Ty::kB16, Ty::kU16, Ty::kS16, Ty::kF16, Ty::kBf16};
inline constexpr TypeSet kAny32 = {Ty::kB32,   Ty::kU32,    Ty::kS32,   Ty::kF32,
                                   Ty::kF16x2, Ty::kBf16x2, Ty::kU16x2, Ty::kS16x2};
inline constexpr TypeSet kAny64 = {Ty::kB64, Ty::kU64, Ty::kS64, Ty::kF64, Ty::kF32x2};

struct Row {
  Op opcode = Op::kUnknown;
  std::array<TypeSet, 4> types{};
  ptx::ModifierSet required;
  ptx::ModifierSet harmless;
  WarpFunctions functions;
  std::uint32_t immediate = 0;
};

template <std::size_t... kSizes>
constexpr auto concatenated(const std::array<Row, kSizes>&... parts) {
  std::array<Row, (kSizes + ...)> rows;
  auto* next = rows.data();
  ((next = std::copy(parts.begin(), parts.end(), next)), ...);
  return rows;
}

// The rows of each family.
std::span<const Row> integer_rows();
std::span<const Row> bit_rows();
std::span<const Row> logic_rows();
std::span<const Row> move_rows();
std::span<const Row> compare_rows();
std::span<const Row> compare_half_rows();
std::span<const Row> select_rows();
std::span<const Row> float_rows();
std::span<const Row> convert_rows();
std::span<const Row> half_rows();
std::span<const Row> video_rows();
std::span<const Row> warp_rows();

}  // namespace smemlens::simt::SMEMLENS_ISA
