#pragma once

// Which source line an instruction belongs to: the innermost inlined frame that lies in a user's
// file, so that an `atomicAdd` of a toolkit header belongs to the line that calls it.

#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

struct SiteLocation {
  Location where;
  std::string function;              // mangled; of the frame `where` lies in
  std::vector<Location> inlined_at;  // the calls around it, innermost first
  std::vector<Location> headers;     // of others, that were inlined there, innermost first
};

// `function` is the PTX function that holds `instruction`. Without line information `where` has an
// empty file and line 0; line 0 of a .loc stays 0.
SiteLocation site_location_of(const Module& module, const Function& function,
                              const Instruction& instruction);

// False for headers of a CUDA toolkit, of the system and of smemlens itself.
bool is_user_file(std::string_view path);

}  // namespace smemlens::ptx
