#pragma once

// Modules without their places in the text, to compare one with what its printed text says.

#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

inline void forget_spans(std::vector<Variable>& variables) {
  for (Variable& variable : variables) variable.span = {};
}

inline void forget_spans(Function& function) {
  function.span = {};
  forget_spans(function.results);
  forget_spans(function.parameters);
  forget_spans(function.variables);
  for (Instruction& instruction : function.instructions) instruction.span = {};
  for (Prototype& prototype : function.prototypes) {
    forget_spans(prototype.results);
    forget_spans(prototype.parameters);
  }
}

inline Module without_spans(Module module) {
  forget_spans(module.variables);
  for (Function& function : module.functions) forget_spans(function);
  return module;
}

}  // namespace smemlens::ptx
