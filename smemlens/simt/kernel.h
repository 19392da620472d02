#pragma once

// A kernel made ready to run: decoded, with slots, branches and shared memory laid out.
// Immutable, so that any number of threads can run it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/module_image.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {

// The host's instruction set that compute functions are chosen for. Results are the same.
enum class HostIsa : std::uint8_t { kBaseline, kAvx2 };

// The best that this computer can run.
HostIsa best_host_isa();

// A kernel parameter's place in Launch::parameters.
struct Parameter {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

struct Kernel {
  const ptx::Module* module = nullptr;  // must outlive the kernel
  // The module's PTX, which lines are told in where it has no line information. Null pointer: not
  // at hand; else it must outlive the kernel.
  const SourceText* source = nullptr;
  ptx::Index entry = 0;               // into Module::functions
  std::vector<Parameter> parameters;  // in order
  std::uint32_t parameter_bytes = 0;
  SharedLayout shared;
  std::vector<DecodedFunction> functions;  // the entry first, then what it calls
  std::uint32_t site_count = 0;            // memory instructions of all functions
  HostIsa isa = HostIsa::kBaseline;
  // Its result can depend on the order of blocks: it uses the result of a global atomic, adds
  // floats atomically, loads global memory volatile or relaxed or acquire, or prints.
  bool is_order_dependent = false;

  const std::string& name() const { return module->functions[entry].name; }  // mangled
};

// The kernel (.entry) called `name` of the image's module.
// No answer: no such kernel (notes list those there are); an instruction that isn't supported,
// code "unsupported-instruction", named with its PTX line, source line and kernel.
//   source  Kernel::source
Expected<Kernel> prepare(const ModuleImage& image, std::string_view name,
                         HostIsa isa = best_host_isa(), const SourceText* source = nullptr);

}  // namespace smemlens::simt
