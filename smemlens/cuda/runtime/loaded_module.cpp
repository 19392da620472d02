#include "smemlens/cuda/runtime/loaded_module.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <ios>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/fat_binary.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"

namespace smemlens::cuda {
namespace {

cudaError_t tell_no_ptx(Process& process, Diagnostic problem) {
  problem.severity = Severity::kWarning;
  problem.message += ": the call returned an error";
  Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.problems.push_back(std::move(problem));
  hand_over(process, analysis);
  return cudaErrorNoKernelImageForDevice;
}

// Of a file the end is known, which a program's memory doesn't tell: a fat binary that was cut off
// is no image, and neither is a wrapper, whose pointers lead nowhere.
bool is_image(const std::string& file) {
  std::uint32_t magic = 0;
  if (file.size() < sizeof magic) return true;
  std::memcpy(&magic, file.data(), sizeof magic);
  if (magic == kContainerMagic) return read_container(std::as_bytes(std::span(file))).has_value();
  return magic != kWrapperMagic;
}

}  // namespace

cudaError_t load_module(FatModule*& module, const void* image) {
  return as_call([&](Process& process) {
    if (image == nullptr) return cudaErrorInvalidValue;
    const auto loaded = process.modules.load_image(image, process.architecture().compute_capability,
                                                   process.memory.ranges());
    if (loaded) {
      module = *loaded;
      return cudaSuccess;
    }
    if (loaded.error().code != "no-ptx") give_up(process, loaded.error());
    return tell_no_ptx(process, loaded.error());
  });
}

cudaError_t load_module_file(FatModule*& module, const char* path) {
  if (path == nullptr) return remember(cudaErrorInvalidValue);
  std::ifstream file(path, std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(file), {}};
  if (!file) return remember(cudaErrorFileNotFound);
  if (!is_image(image)) return remember(cudaErrorInvalidKernelImage);
  return load_module(module, image.c_str());
}

cudaError_t unload_module(FatModule* module) {
  return as_call([&](Process& process) {
    if (!process.modules.knows(module)) return cudaErrorInvalidResourceHandle;
    process.repeats.clear();  // it knows kernels by their addresses
    process.modules.remove_module(module, process.memory.ranges());
    return cudaSuccess;
  });
}

cudaError_t find_kernel(RegisteredKernel*& kernel, FatModule* module, const char* name) {
  return as_call([&](Process& process) {
    if (!process.modules.knows(module)) return cudaErrorInvalidResourceHandle;
    if (name == nullptr) return cudaErrorInvalidValue;
    kernel = process.modules.kernel_named(*module, name);
    return kernel != nullptr ? cudaSuccess : cudaErrorSymbolNotFound;
  });
}

cudaError_t count_kernels(unsigned& count, FatModule* module) {
  return as_call([&](Process& process) {
    if (!process.modules.knows(module)) return cudaErrorInvalidResourceHandle;
    count = static_cast<unsigned>(process.modules.kernels_of(*module).size());
    return cudaSuccess;
  });
}

cudaError_t list_kernels(RegisteredKernel** kernels, unsigned most, FatModule* module) {
  return as_call([&](Process& process) {
    if (!process.modules.knows(module)) return cudaErrorInvalidResourceHandle;
    if (kernels == nullptr || most == 0) return cudaErrorInvalidValue;
    const std::vector<RegisteredKernel*> found = process.modules.kernels_of(*module);
    std::copy_n(found.begin(), std::min<std::size_t>(most, found.size()), kernels);
    return cudaSuccess;
  });
}

cudaError_t find_variable(PlacedVariable& variable, FatModule* module, const char* name) {
  return as_call([&](Process& process) {
    if (!process.modules.knows(module)) return cudaErrorInvalidResourceHandle;
    if (name == nullptr) return cudaErrorInvalidValue;
    const auto found = Modules::variable_named(*module, name);
    if (!found) return cudaErrorSymbolNotFound;
    variable = *found;
    return cudaSuccess;
  });
}

}  // namespace smemlens::cuda
