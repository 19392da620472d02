#pragma once

// Reads PTX text: as nvcc and clang write it, as a person writes it, and squeezed as in a fat
// binary.
//
//   const ParseResult result = parse_module({"kernel.ptx", text});
//   if (has_errors(result)) …  // each diagnostic names the line, and the function it is in
//
// A kernel that isn't understood doesn't stop the others: an opcode, modifier or type that isn't in
// the table is a warning, and its instruction is kept as Opcode::kUnknown with its text, to be
// refused when that kernel is launched. What can't be PTX at all is an error.

#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

struct ParseResult {
  Module module;
  std::vector<Diagnostic> diagnostics;  // in order of place
};

// Any bytes are accepted and any nesting; the parser stops after 20 errors.
ParseResult parse_module(const SourceText& source);

bool has_errors(const ParseResult& result);

}  // namespace smemlens::ptx
