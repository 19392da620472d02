#pragma once

// Calls that pass registers or numbers, and functions that take or return registers, the only way
// before PTX 2.0 (PTX ISA, "call", ".func"), rewritten to the one form that everything behind the
// parser knows: values in .param variables.
//
//   .func (.reg .f32 r) f (.reg .f32 a)      .func (.param .f32 r$0) f (.param .f32 a$0)
//   {                                        {
//                                       →      ld.param.f32 a, [a$0];
//     add.f32 r, a, a;                         add.f32 r, a, a;
//                                              st.param.f32 [r$0], r;
//     ret;                                     ret;
//   }                                        }
//
//   call (x), f, (y);                   →    st.param.f32 [argument$0], y;
//                                            call (result$0), f, (argument$0);
//                                            ld.param.f32 x, [result$0];

#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

// Of a variable of a vector type: 2 or 4; else 1.
unsigned elements_of(const Variable& variable);

void pass_registers_in_memory(Module& module);

}  // namespace smemlens::ptx
