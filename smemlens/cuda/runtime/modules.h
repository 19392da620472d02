#pragma once

// The device code of the program: fat binaries, kernels and variables as its start-up code
// registers them, parsed and decoded when they are first used.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::cuda {

// The PTX of a module, placed in memory: of one translation unit, or of several, linked.
struct CodeUnit {
  SourceText ptx;
  std::string note;  // about the choice of PTX, for the report
  ptx::Module module;
  std::optional<simt::ModuleImage> image;
  std::map<std::string, Expected<simt::Kernel>> kernels;  // prepared, by name
};

// One registered fat binary, or a module that the program has loaded.
struct FatModule {
  const void* wrapper = nullptr;  // of a registered one
  bool is_loaded = false;
  std::unique_ptr<CodeUnit> code;
  std::optional<Diagnostic> problem;  // why it cannot be used
};

struct RegisteredKernel {
  FatModule* module = nullptr;
  std::string name;                              // mangled
  std::uint32_t max_dynamic_bytes = 48U << 10U;  // cudaFuncAttributeMaxDynamicSharedMemorySize
};

struct RegisteredVariable {
  FatModule* module = nullptr;
  std::string name;
  std::size_t bytes = 0;
  void** managed_pointer = nullptr;  // of a managed variable: where the host keeps its address
};

// Where a variable of a module lies in host memory.
struct PlacedVariable {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

// A kernel and the code it comes from.
struct FoundKernel {
  const simt::Kernel* kernel = nullptr;
  const CodeUnit* code = nullptr;
};

class Modules {
 public:
  FatModule* add_module(const void* wrapper);
  void remove_module(FatModule* module, simt::GlobalMemory& memory);
  bool knows(const FatModule* module) const;

  // A module that the program brings while it runs: `image` is PTX, ended by a NUL, or a fat binary
  // or its wrapper. Its variables are placed.
  Expected<FatModule*> load_image(const void* image, std::uint32_t architecture,
                                  simt::GlobalMemory& memory);
  // The handle of the kernel `name` of a module that was loaded so, always the same one; null
  // pointer: there is none.
  RegisteredKernel* kernel_named(FatModule& module, std::string_view name);
  // The handles of all its kernels, in the order of the PTX.
  std::vector<RegisteredKernel*> kernels_of(FatModule& module);

  void add_kernel(const void* host_function, RegisteredKernel kernel);
  void add_variable(const void* host_variable, RegisteredVariable variable);

  // By the host's function, or by the handle that is the RegisteredKernel's own address.
  RegisteredKernel* kernel_of(const void* function);
  const RegisteredVariable* variable_of(const void* host_variable) const;

  // Reads the PTX for compute capability `architecture` and places its variables, once.
  const std::optional<Diagnostic>& load(FatModule& module, std::uint32_t architecture,
                                        simt::GlobalMemory& memory) const;
  // The decoded kernel; its module must be loaded.
  static Expected<FoundKernel> find(const RegisteredKernel& kernel);
  // Host address of a variable's bytes; 0 if no unit defines it. Its module must be loaded.
  static std::uint64_t address_of(const RegisteredVariable& variable);
  // The same by name, of a module that was loaded with load_image.
  static std::optional<PlacedVariable> variable_named(const FatModule& module,
                                                      std::string_view name);
  // Gives the host the addresses of the managed variables of `module`, which must be loaded.
  void bind_managed(const FatModule& module) const;

 private:
  static void place(FatModule& module, Expected<std::unique_ptr<CodeUnit>> code,
                    simt::GlobalMemory& memory);

  std::vector<std::unique_ptr<FatModule>> modules_;
  std::unordered_map<const void*, std::unique_ptr<RegisteredKernel>> kernels_;
  std::unordered_map<const void*, RegisteredKernel*> handles_;
  std::unordered_map<const void*, RegisteredVariable> variables_;
};

}  // namespace smemlens::cuda
