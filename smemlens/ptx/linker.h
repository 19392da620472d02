#pragma once

// Several translation units as one module, as nvlink would see them (nvcc -rdc=true): an .extern
// function or variable of one unit is the .visible one of that name of another.
//
//   a.ptx: .extern .func (.param .b32 r) twice(.param .b32 x);   ⎫
//   b.ptx: .visible .func (.param .b32 r) twice(.param .b32 x)   ⎬ → one module, one `twice`
//
// What is .weak or .common may be defined in several units: the first one counts. What has no
// linkage stays its unit's own; a variable whose name is taken gets a new one: "table$2".

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

struct Unit {
  std::string text;
  Module module;  // of `text`
};

struct LinkedModule {
  std::string text;  // of all units, one after the other: what the module's spans point into
  Module module;
};

// No answer: two units define the same function or variable. What no unit defines stays external:
// the executor may know it (vprintf), or refuses the kernel that uses it.
Expected<LinkedModule> link(std::vector<Unit> units);

}  // namespace smemlens::ptx
