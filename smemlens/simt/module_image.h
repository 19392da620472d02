#pragma once

// A module's .global and .const variables, placed in host memory with their initial values; those
// of .const lie together, apart from all else, so that an address tells its state space.
//
//   auto image = ModuleImage::load(module, memory);
//   image->address_of("table")  →  host address of `__device__ int table[4]`, already {1, 2, 3, 4}

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::simt {

class ModuleImage {
 public:
  // Places every module-scope .global and .const variable of `module`, writes initial values and
  // relocations, and announces the ranges to `memory`. `module` must outlive the image.
  // No answer: a relocation that names an unknown symbol, or variables of more than 4 GiB.
  static Expected<ModuleImage> load(const ptx::Module& module, GlobalMemory& memory);

  // Forgets the variables' ranges; call it before the image is destroyed.
  void unload(GlobalMemory& memory) const;

  // Host address of the variable at `index` of Module::variables; 0 for a .shared one.
  std::uint64_t address_of(ptx::Index index) const { return addresses_[index]; }
  // By name; 0 if there is no such .global or .const variable.
  std::uint64_t address_of(std::string_view name) const;

  const ptx::Module& module() const { return *module_; }

 private:
  // Gives the variables of a state space their places, from byte `begin` of the image on. Returns
  // the end of the last one; more than kMostBytes: they are too large.
  std::uint64_t place(ptx::StateSpace space, std::uint64_t begin);
  // Writes initial values; the problem, if any.
  std::optional<Diagnostic> initialise();
  void announce(GlobalMemory& memory) const;

  const ptx::Module* module_ = nullptr;
  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;  // from calloc: pages that nobody touches cost nothing
  std::vector<std::uint64_t> addresses_;
  std::uint64_t constants_begin_ = 0;  // the module's constant bank
  std::uint64_t constants_bytes_ = 0;
};

}  // namespace smemlens::simt
