#pragma once

// Variables: `.shared .align 4 .b8 tile[4096]`, `.global .f32 table[2] = {1.0, 0f40000000}`,
// parameters of kernels and functions.

#include <optional>
#include <vector>

#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/module_context.h"

namespace smemlens::ptx {

// What all the names of one declaration share. Empty, and reported, if it isn't one.
//   at  the state space's directive
struct DeclarationHead {
  Variable variable;  // without name
  unsigned vector_width = 1;
};
std::optional<DeclarationHead> parse_declaration_head(ModuleContext& context);

// At a name: "tile[32][33] = {…}".
std::optional<Variable> parse_declarator(ModuleContext& context, const DeclarationHead& head);

// At '(': "(.param .u64 a, .reg .b32 %r)" up to its ')'. False if that was reported as wrong.
bool parse_parameters(ModuleContext& context, std::vector<Variable>& parameters);

// Reads "= …" of `variable`, at the first token after the '='. `extents`: of the array, outermost
// first (0: open), and of its vector type last.
bool parse_initial(ModuleContext& context, Variable& variable,
                   const std::vector<std::uint64_t>& extents);

// After .attribute: "(.managed)", "(.unified(1, 2))". `is_managed` is set if one of them says so.
bool parse_attributes(Cursor& cursor, bool& is_managed);

// Space that a directive names: .shared, .param::entry …
std::optional<StateSpace> space_of_directive(const Token& token);

}  // namespace smemlens::ptx
