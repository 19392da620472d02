#pragma once

// One line of `fix --problem`: a layout problem in JSON.
//
//   {"id":"t01","array":{"shape":[32,32],"elem_bytes":4},
//    "accesses":[{"name":"ld","kind":"load","width_bytes":4,"index":["lane","k"],
//                 "loops":{"k":[0,32]},"active":null,"weight":1}],
//    "limits":{"max_extra_bytes":128,"families":["row_pad","swizzle"]}}
//
// The form is docs/schema/fix.schema.json. Unknown keys of the problem itself are ignored, unless
// they are nearly one of its own; within array, accesses and limits they are refused.

#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/solve/problem_text.h"

namespace smemlens {

// The id as JSON text ("null" if there is none) is kept in ProblemText::id. An error names the key
// and the access; its place is a column of `line`.
Expected<ProblemText> parse_problem_line(std::string_view line);

}  // namespace smemlens
