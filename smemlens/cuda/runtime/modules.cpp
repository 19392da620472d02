#include "smemlens/cuda/runtime/modules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/fat_binary.h"
#include "smemlens/ptx/linker.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::cuda {
namespace {

constexpr std::uint32_t kElfMagic = 0x464c457f;
constexpr std::size_t kHeaderBytes = 16;
constexpr const char* kPtxName = "embedded.ptx";

std::span<const std::byte> container_at(const std::byte* start) {
  return {start, container_bytes(std::span<const std::byte, kHeaderBytes>(start, kHeaderBytes))};
}

// A program built with -rdc=true has one container a translation unit, the first one twice.
Expected<std::vector<const std::byte*>> containers_of(const void* pointer) {
  FatWrapper wrapper;
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

struct ParsedUnit {
  ptx::Unit unit;
  std::string note;  // about the choice of its PTX
};

Expected<ParsedUnit> parse_unit(const std::string& text, const std::string& note) {
  ptx::ParseResult parsed = ptx::parse_module({kPtxName, text});
  if (const auto error = first_error(parsed)) return tl::unexpected(*error);
  return ParsedUnit{
      {text, std::move(parsed.module)},
      note
  };
}

Expected<ParsedUnit> read_unit(const std::byte* container, std::uint32_t architecture) {
  const auto chosen = read_container(container_at(container))
                          .and_then([architecture](const std::vector<FatEntry>& entries) {
                            return choose_ptx(entries, architecture);
                          });
  if (!chosen) return tl::unexpected(chosen.error());
  return parse_unit(chosen->text, chosen->note);
}

// Of several units, one that is only there for newer GPUs is the toolkit's device runtime.
void drop_device_runtime(std::vector<ParsedUnit>& units) {
  const auto is_newer = [](const ParsedUnit& unit) { return !unit.note.empty(); };
  if (std::ranges::all_of(units, is_newer)) return;
  std::erase_if(units, is_newer);
}

Expected<std::unique_ptr<CodeUnit>> link_units(std::vector<ParsedUnit> parsed) {
  auto code = std::make_unique<CodeUnit>();
  std::vector<ptx::Unit> units;
  for (ParsedUnit& each : parsed) {
    if (code->note.empty()) code->note = each.note;
    units.push_back(std::move(each.unit));
  }
  if (units.size() == 1) {
    code->ptx = {kPtxName, std::move(units.front().text)};
    code->module = std::move(units.front().module);
    return code;
  }
  auto linked = ptx::link(std::move(units));
  if (!linked) return tl::unexpected(linked.error());
  code->ptx = {kPtxName, std::move(linked->text)};
  code->module = std::move(linked->module);
  return code;
}

// Units without PTX count only if there is no other.
Expected<std::unique_ptr<CodeUnit>> read_code(const void* wrapper, std::uint32_t architecture) {
  const auto containers = containers_of(wrapper);
  if (!containers) return tl::unexpected(containers.error());
  std::optional<Diagnostic> problem;
  std::vector<ParsedUnit> units;
  for (const std::byte* const container : *containers) {
    auto unit = read_unit(container, architecture);
    if (unit) {
      units.push_back(std::move(*unit));
    } else if (!problem) {
      problem = unit.error();
    }
  }
  if (units.empty()) return tl::unexpected(problem.value_or(Diagnostic{}));
  drop_device_runtime(units);
  return link_units(std::move(units));
}

// What a program gives to cuModuleLoadData.
Expected<std::unique_ptr<CodeUnit>> read_image(const void* image, std::uint32_t architecture) {
  std::uint32_t magic = 0;
  // PTX may be shorter than a number, but is ended by a NUL.
  const auto* const text = static_cast<const char*>(image);
  const auto* const end = std::find(text, text + sizeof magic, 0);
  std::memcpy(&magic, text, static_cast<std::size_t>(end - text));
  if (magic == kWrapperMagic) return read_code(image, architecture);
  if (magic == kElfMagic) {
    return tl::unexpected(
        Diagnostic{.code = "no-ptx",
                   .message = "the program has loaded machine code (a cubin)",
                   .hint = "kernels are executed from PTX: load that instead (nvcc -ptx; of NVRTC, "
                           "--gpu-architecture=compute_80 and nvrtcGetPTX)"});
  }
  std::vector<ParsedUnit> units;
  if (magic == kContainerMagic) {
    auto unit = read_unit(static_cast<const std::byte*>(image), architecture);
    if (!unit) return tl::unexpected(unit.error());
    units.push_back(std::move(*unit));
  } else {
    auto unit = parse_unit(static_cast<const char*>(image), {});
    if (!unit) return tl::unexpected(unit.error());
    units.push_back(std::move(*unit));
  }
  return link_units(std::move(units));
}

bool has_entry(const FatModule& module, std::string_view name) {
  return module.code != nullptr &&
         std::ranges::any_of(module.code->module.functions, [name](const ptx::Function& function) {
           return function.is_entry && function.name == name;
         });
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
  if (const CodeUnit* const code = module->code.get(); code != nullptr) {
    const std::optional<simt::ModuleImage>& image = code->image;
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
  place(module, read_code(module.wrapper, architecture), memory);
  if (!module.problem) bind_managed(module);
  return module.problem;
}

void Modules::place(FatModule& module, Expected<std::unique_ptr<CodeUnit>> code,
                    simt::GlobalMemory& memory) {
  module.is_loaded = true;
  if (!code) {
    module.problem = code.error();
    return;
  }
  module.code = std::move(*code);
  Expected<simt::ModuleImage> image = simt::ModuleImage::load(module.code->module, memory);
  if (!image) {
    module.problem = image.error();
    return;
  }
  module.code->image = std::move(*image);
}

Expected<FatModule*> Modules::load_image(const void* image, std::uint32_t architecture,
                                         simt::GlobalMemory& memory) {
  auto module = std::make_unique<FatModule>();
  place(*module, read_image(image, architecture), memory);
  const std::optional<Diagnostic>& problem = module->problem;
  if (problem) return tl::unexpected(*problem);
  modules_.push_back(std::move(module));
  return modules_.back().get();
}

RegisteredKernel* Modules::kernel_named(FatModule& module, std::string_view name) {
  if (!has_entry(module, name)) return nullptr;
  for (const auto& [handle, kernel] : handles_) {
    if (kernel->module == &module && kernel->name == name) return kernel;
  }
  auto owned = std::make_unique<RegisteredKernel>(
      RegisteredKernel{.module = &module, .name = std::string(name)});
  RegisteredKernel* const kernel = owned.get();
  handles_[kernel] = kernel;
  kernels_[kernel] = std::move(owned);
  return kernel;
}

std::vector<RegisteredKernel*> Modules::kernels_of(FatModule& module) {
  std::vector<RegisteredKernel*> kernels;
  if (module.code == nullptr) return kernels;
  for (const ptx::Function& function : module.code->module.functions) {
    if (function.is_entry) kernels.push_back(kernel_named(module, function.name));
  }
  return kernels;
}

std::optional<PlacedVariable> Modules::variable_named(const FatModule& module,
                                                      std::string_view name) {
  const CodeUnit& code = *module.code;
  const auto& variables = code.module.variables;
  const auto found = std::ranges::find(variables, name, &ptx::Variable::name);
  if (found == variables.end() || !code.image) return std::nullopt;
  const std::uint64_t address = code.image->address_of(name);
  if (address == 0) return std::nullopt;
  return PlacedVariable{.address = address, .bytes = found->bytes};
}

bool Modules::knows(const FatModule* module) const {
  return std::ranges::any_of(modules_, [module](const auto& each) { return each.get() == module; });
}

Expected<FoundKernel> Modules::find(const RegisteredKernel& kernel) {
  CodeUnit* const code = kernel.module->code.get();
  if (!has_entry(*kernel.module, kernel.name) || !code->image) {
    return tl::unexpected(Diagnostic{
        .code = "no-kernel", .message = "the program's PTX holds no kernel " + kernel.name});
  }
  auto found = code->kernels.find(kernel.name);
  if (found == code->kernels.end()) {
    auto prepared = simt::prepare(*code->image, kernel.name, simt::best_host_isa(), &code->ptx);
    found = code->kernels.emplace(kernel.name, std::move(prepared)).first;
  }
  if (!found->second) return tl::unexpected(found->second.error());
  return FoundKernel{&*found->second, code};
}

std::uint64_t Modules::address_of(const RegisteredVariable& variable) {
  const CodeUnit* const code = variable.module->code.get();
  return code != nullptr && code->image ? code->image->address_of(variable.name) : 0;
}

void Modules::bind_managed(const FatModule& module) const {
  for (const auto& [host, variable] : variables_) {
    if (variable.module != &module || variable.managed_pointer == nullptr) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): global memory is host memory
    *variable.managed_pointer = reinterpret_cast<void*>(address_of(variable));
  }
}

}  // namespace smemlens::cuda
