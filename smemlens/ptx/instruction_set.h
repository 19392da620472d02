#pragma once

// The vocabulary of PTX: opcodes, modifiers, types, state spaces, special registers; and the table
// of forms that says which of them go together (PTX ISA manual, chapter "Instruction Set").

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace smemlens::ptx {

enum class Type : std::uint8_t {
  kNone,
  kPred,
  kB8,
  kB16,
  kB32,
  kB64,
  kB128,
  kU8,
  kU16,
  kU32,
  kU64,
  kS8,
  kS16,
  kS32,
  kS64,
  kF16,
  kF16x2,
  kBf16,
  kBf16x2,
  kTf32,
  kF32,
  kF64,
};

enum class StateSpace : std::uint8_t {
  kGeneric,  // none written
  kRegister,
  kSpecialRegister,
  kConst,
  kGlobal,
  kLocal,
  kParam,
  kShared,
  kSharedCluster,
};
