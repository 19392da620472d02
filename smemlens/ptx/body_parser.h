#pragma once

// The body of a function: declarations, labels and instructions between its braces.

#include "smemlens/ptx/module.h"
#include "smemlens/ptx/module_context.h"

namespace smemlens::ptx {

// At '{': past the matching '}'. What is wrong is reported; the rest is read on.
void parse_body(ModuleContext& context, Function& function);

}  // namespace smemlens::ptx
