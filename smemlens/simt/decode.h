#pragma once

// From PTX instructions to operations, function by function.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/module_image.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {

struct Parameter;

// Why an instruction can't be executed.
struct Unsupported {
  ptx::Index function = 0;  // into Module::functions
  ptx::Index instruction = 0;
  std::string reason;  // e.g. "the special register %envreg1"; empty: the instruction itself
};

// What decoding reads of the kernel, and what it adds up over its functions.
struct DecodeContext {
  const ModuleImage& image;
  const IsaFunctions& isa;
  const SharedLayout& shared;
  std::span<const ptx::Index> functions;  // that the kernel reaches; itself first
  std::span<const ptx::Index> addressed;  // those of them whose address a call may get
  std::span<const Parameter> parameters;  // of the kernel
  std::uint32_t site_count = 0;           // memory instructions so far
  bool is_order_dependent = false;        // see Kernel
  std::vector<Unsupported> unsupported;
};

// Decodes the `index`-th of the context's functions. What isn't supported is noted, never executed.
DecodedFunction decode(DecodeContext& context, std::uint32_t index);

}  // namespace smemlens::simt
