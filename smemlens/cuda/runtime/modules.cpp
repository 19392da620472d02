#include "smemlens/cuda/runtime/modules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/fat_binary.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::cuda {
namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243b1;
constexpr std::size_t kHeaderBytes = 16;

struct Wrapper {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  const std::byte* container = nullptr;
  const std::byte* const* list = nullptr;  // version 2: containers, ended by a null pointer
};

std::span<const std::byte> container_at(const std::byte* start) {
  return {start, container_bytes(std::span<const std::byte, kHeaderBytes>(start, kHeaderBytes))};
}

// A program built with -rdc=true has one container a translation unit, the first one twice.
Expected<std::vector<const std::byte*>> containers_of(const void* pointer) {
  Wrapper wrapper;
  std::memcpy(&wrapper, pointer, sizeof wrapper);
  if (wrapper.magic != kWrapperMagic || wrapper.container == nullptr) {
    return tl::unexpected(Diagnostic{
        .code = "fat-binary", .message = "the program's device code has an unknown wrapper"});
  }
  std::vector<const std::byte*> containers{wrapper.container};
  if (wrapper.version != 2 || wrapper.list == nullptr) return containers;
  for (const std::byte* const* next = wrapper.list; *next != nullptr; ++next) {
    if (std::ranges::find(containers, *next) == containers.end()) containers.push_back(*next);
  }
  return containers;
}

std::optional<Diagnostic> first_error(const ptx::ParseResult& parsed) {
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    if (diagnostic.severity == Severity::kError) return diagnostic;
  }
  return std::nullopt;
}

Expected<std::unique_ptr<CodeUnit>> read_unit(const std::byte* container,
                                              std::uint32_t architecture) {
  const auto chosen = read_container(container_at(container))
                          .and_then([architecture](const std::vector<FatEntry>& entries) {
                            return choose_ptx(entries, architecture);
                          });
  if (!chosen) return tl::unexpected(chosen.error());
  auto unit = std::make_unique<CodeUnit>();
  unit->ptx = {"embedded.ptx", chosen->text};
  unit->note = chosen->note;
  ptx::ParseResult parsed = ptx::parse_module(unit->ptx);
  if (const auto error = first_error(parsed)) return tl::unexpected(*error);
  unit->module = std::move(parsed.module);
  return unit;
}

// Of several units, one that is only there for newer GPUs is the toolkit's device runtime.
void drop_device_runtime(std::vector<std::unique_ptr<CodeUnit>>& units) {
  const auto is_newer = [](const auto& unit) { return !unit->note.empty(); };
  if (std::ranges::all_of(units, is_newer)) return;
  std::erase_if(units, is_newer);
}

std::optional<Diagnostic> read_units(FatModule& module, std::uint32_t architecture) {
  const auto containers = containers_of(module.wrapper);
  if (!containers) return containers.error();
  std::optional<Diagnostic> problem;
  for (const std::byte* const container : *containers) {
    auto unit = read_unit(container, architecture);
    if (unit) {
      module.units.push_back(std::move(*unit));
    } else if (!problem) {
      problem = unit.error();
    }
  }
  drop_device_runtime(module.units);
  return module.units.empty() ? problem : std::nullopt;
}

}  // namespace

FatModule* Modules::add_module(const void* wrapper) {
  modules_.push_back(std::make_unique<FatModule>());
  modules_.back()->wrapper = wrapper;
  return modules_.back().get();
}

void Modules::remove_module(FatModule* module, simt::GlobalMemory& memory) {
  std::erase_if(kernels_, [&](const auto& entry) {
    if (entry.second->module != module) return false;
    handles_.erase(entry.second.get());
    return true;
  });
  std::erase_if(variables_, [&](const auto& entry) { return entry.second.module == module; });
  for (const auto& unit : module->units) {
    const std::optional<simt::ModuleImage>& image = unit->image;
    if (image) image->unload(memory);
  }
  std::erase_if(modules_, [&](const auto& owned) { return owned.get() == module; });
}

void Modules::add_kernel(const void* host_function, RegisteredKernel kernel) {
  auto owned = std::make_unique<RegisteredKernel>(std::move(kernel));
  handles_[owned.get()] = owned.get();
  kernels_[host_function] = std::move(owned);
}

void Modules::add_variable(const void* host_variable, RegisteredVariable variable) {
  variables_[host_variable] = std::move(variable);
}

RegisteredKernel* Modules::kernel_of(const void* function) {
  if (const auto found = kernels_.find(function); found != kernels_.end()) {
    return found->second.get();
  }
  const auto handle = handles_.find(function);
  return handle == handles_.end() ? nullptr : handle->second;
}

const RegisteredVariable* Modules::variable_of(const void* host_variable) const {
  const auto found = variables_.find(host_variable);
  return found == variables_.end() ? nullptr : &found->second;
}

const std::optional<Diagnostic>& Modules::load(FatModule& module, std::uint32_t architecture,
                                               simt::GlobalMemory& memory) const {
  if (module.is_loaded) return module.problem;
  module.is_loaded = true;
  module.problem = read_units(module, architecture);
  for (const auto& unit : module.units) {
    Expected<simt::ModuleImage> image = simt::ModuleImage::load(unit->module, memory);
    if (image) {
      unit->image = std::move(*image);
    } else if (!module.problem) {
      module.problem = image.error();
    }
  }
  if (!module.problem) bind_managed(module);
  return module.problem;
}

Expected<FoundKernel> Modules::find(const RegisteredKernel& kernel) {
  for (const auto& unit : kernel.module->units) {
    const bool is_here = std::ranges::any_of(unit->module.functions, [&](const auto& function) {
      return function.is_entry && function.name == kernel.name;
    });
    const std::optional<simt::ModuleImage>& image = unit->image;
    if (!is_here || !image) continue;
    auto found = unit->kernels.find(kernel.name);
    if (found == unit->kernels.end()) {
      auto prepared = simt::prepare(*image, kernel.name, simt::best_host_isa(), &unit->ptx);
      found = unit->kernels.emplace(kernel.name, std::move(prepared)).first;
    }
    if (!found->second) return tl::unexpected(found->second.error());
    return FoundKernel{&*found->second, unit.get()};
  }
  return tl::unexpected(Diagnostic{.code = "no-kernel",
                                   .message = "the program's PTX holds no kernel " + kernel.name});
}

std::uint64_t Modules::address_of(const RegisteredVariable& variable) {
  for (const auto& unit : variable.module->units) {
    const std::optional<simt::ModuleImage>& image = unit->image;
    const std::uint64_t address = image ? image->address_of(variable.name) : 0;
    if (address != 0) return address;
  }
  return 0;
}

void Modules::bind_managed(const FatModule& module) const {
  for (const auto& [host, variable] : variables_) {
    if (variable.module != &module || variable.managed_pointer == nullptr) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): global memory is host memory
    *variable.managed_pointer = reinterpret_cast<void*>(address_of(variable));
  }
}

}  // namespace smemlens::cuda
