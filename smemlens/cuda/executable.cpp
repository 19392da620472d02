#include "smemlens/cuda/executable.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/elf_file.h"

namespace smemlens::cuda {
namespace {

constexpr std::string_view kRuntime = "libcudart.so.13";
constexpr std::string_view kDriver = "libcuda.so.1";
constexpr std::string_view kAnyRuntime = "libcudart.so.";

void read_dynamic(std::span<const ElfSection> sections, const ElfSection& dynamic,
                  ExecutableFacts& facts) {
  const std::span<const std::byte> strings = linked_content(sections, dynamic);
  for (std::uint64_t at = 0;; at += sizeof(Elf64_Dyn)) {
    const auto entry = read_at<Elf64_Dyn>(dynamic.content, at);
    if (!entry || entry->d_tag == DT_NULL) return;
    if (entry->d_tag != DT_NEEDED) continue;
    facts.needed_libraries.emplace_back(text_at(strings, entry->d_un.d_val));
  }
}

// CUDA 13's start-up code asks for kernels with __cudaGetKernel; until CUDA 12 there was a second
// version of cudaGetDeviceProperties.
StaticRuntime static_runtime_of(std::span<const ElfSymbol> symbols) {
  const auto defines = [symbols](std::string_view name) {
    return std::ranges::any_of(symbols, [name](const ElfSymbol& symbol) {
      return symbol.is_function && symbol.name == name;
    });
  };
  if (!defines("__cudaRegisterFatBinary") && !defines("cudaLaunchKernel")) {
    return StaticRuntime::kNone;
  }
  const bool is_cuda_13 = defines("__cudaGetKernel") && !defines("cudaGetDeviceProperties_v2");
  return is_cuda_13 ? StaticRuntime::kSupported : StaticRuntime::kOther;
}

Diagnostic refusal(const std::string& path, std::string what, std::string hint) {
  return {.code = "program", .message = path + ' ' + std::move(what), .hint = std::move(hint)};
}

Diagnostic no_elf(const std::string& path, std::span<const std::byte> bytes) {
  const bool is_script =
      text_at(bytes, 0).starts_with("#!") ||
      (bytes.size() >= 2 && bytes[0] == std::byte{'#'} && bytes[1] == std::byte{'!'});
  if (is_script) {
    return refusal(path, "is a script", "give the CUDA program that it starts instead");
  }
  return refusal(path, "is neither a CUDA source nor a 64-bit x86 executable",
                 "give a .cu file, or a program built with CUDA 13");
}

std::optional<Diagnostic> why_without_runtime(const std::string& path,
                                              const ExecutableFacts& facts) {
  for (const std::string& library : facts.needed_libraries) {
    if (!library.starts_with(kAnyRuntime)) continue;
    return refusal(path, "is linked to " + library + ", and only CUDA 13's runtime is supported",
                   "rebuild it with CUDA 13: nvcc -lineinfo -arch compute_80");
  }
  if (facts.static_runtime == StaticRuntime::kOther) {
    return refusal(path, "has a CUDA runtime linked in that is not CUDA 13's",
                   "rebuild it with CUDA 13");
  }
  if (facts.has_device_code) {
    return refusal(path, "has the CUDA runtime linked in statically and no symbols to find it by",
                   "link it without -s and don't strip it, or relink it with nvcc -cudart shared "
                   "(CMake: CUDA_RUNTIME_LIBRARY Shared)");
  }
  return refusal(path, "has no CUDA in it: it is linked neither to libcudart nor to libcuda",
                 "give a .cu file, or a program built with CUDA 13");
}

}  // namespace

std::optional<ExecutableFacts> facts_of(std::span<const std::byte> bytes) {
  const auto sections = elf_sections(bytes);
  if (!sections) return std::nullopt;
  ExecutableFacts facts;
  for (const ElfSection& section : *sections) {
    if (section.type == SHT_DYNAMIC) read_dynamic(*sections, section, facts);
    if (section.name == ".nv_fatbin") facts.has_device_code = true;
  }
  facts.static_runtime = static_runtime_of(elf_symbols(*sections));
  return facts;
}

std::optional<Diagnostic> why_unrunnable(const std::string& path) {
  const MappedFile file(path);
  if (file.error() != 0) {
    return Diagnostic{.code = "program",
                      .message = "cannot read " + path + ": " + std::strerror(file.error())};
  }
  const auto facts = facts_of(file.bytes());
  if (!facts) return no_elf(path, file.bytes());
  const auto needs = [&facts](std::string_view library) {
    return std::ranges::find(facts->needed_libraries, library) != facts->needed_libraries.end();
  };
  // The static runtime in a program that calls the driver must be one that can be redirected.
  const bool only_driver =
      needs(kDriver) && !facts->has_device_code && facts->static_runtime == StaticRuntime::kNone;
  if (!needs(kRuntime) && !only_driver && facts->static_runtime != StaticRuntime::kSupported) {
    return why_without_runtime(path, *facts);
  }
  if (facts->needed_libraries.empty()) {
    return refusal(path, "is linked statically as a whole, so nothing can be loaded into it",
                   "link it without -static");
  }
  if (access(path.c_str(), X_OK) != 0) {
    return refusal(path, "may not be executed", "chmod +x " + path);
  }
  return std::nullopt;
}

bool has_static_runtime(const std::string& path) {
  const MappedFile file(path);
  const auto facts = file.error() == 0 ? facts_of(file.bytes()) : std::nullopt;
  return facts && facts->static_runtime == StaticRuntime::kSupported;
}

}  // namespace smemlens::cuda
