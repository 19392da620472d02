#pragma once

// What one instruction computes for one thread, written once more from the PTX ISA manual, chapter
// "Instruction Set": one value at a time, in 128 bits, with no thought of speed. Shares with
// smemlens/simt only what the parser made of the text.

#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "tests/oracle/ptx_numbers.h"

namespace smemlens::testing {

using Bits = std::uint64_t;

// One thread's turn at an instruction.
struct Work {
  const ptx::Instruction* instruction = nullptr;
  // As registers hold them, vectors flattened; a predicate is 0 or 1, after its `!`.
  std::vector<Bits> sources;
  bool carry = false;  // CC.CF

  bool has(ptx::Modifier modifier) const { return instruction->modifiers.has(modifier); }
  ptx::Type type(std::size_t index = 0) const { return instruction->types[index]; }
  unsigned bits() const { return ptx::bits_of(type()); }
};

struct Answer {
  std::vector<Bits> results;  // one a destination, cut to the first type
  bool carry = false;
};

// Nullopt: this second implementation doesn't have the form.
std::optional<Answer> answer_to(const Work& work);

// --- the families, by file -----------------------------------------------------------------------

using AnswerFunction = Answer (*)(const Work& work);
AnswerFunction integer_function(const Work& work);
AnswerFunction bit_function(const Work& work);
AnswerFunction float_function(const Work& work);
AnswerFunction compare_function(const Work& work);
AnswerFunction convert_function(const Work& work);
AnswerFunction video_function(const Work& work);

// --- what they share -----------------------------------------------------------------------------

// The value that `bits` mean in an integer type; untyped bits are unsigned.
Whole whole_from(Bits bits, ptx::Type type);
Bits low_bits(Whole value, unsigned bits);
Answer one_result(const Work& work, Whole value);

// Of f16, bf16, f32 and f64; nullopt for others.
std::optional<NumberFormat> format_of(ptx::Type type);
Rounding rounding_of(const Work& work);
// Under .ftz a subnormal number is a zero.
Bits flushed(const Work& work, const NumberFormat& format, Bits bits);
// Rounded, then .ftz, .sat, .relu.
Bits finished(const Work& work, const NumberFormat& format, Exact number);

// A packed instruction's scalar twin, on each half in turn: add.f16x2 → add.f16.
std::optional<Answer> each_half(const Work& work, ptx::Type scalar);

}  // namespace smemlens::testing
