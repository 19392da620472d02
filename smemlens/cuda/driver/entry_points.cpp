#include "smemlens/cuda/driver/entry_points.h"

#include <dlfcn.h>

#include <string>

#include "cuda.h"
#include "smemlens/cuda/runtime/not_supported.h"

namespace smemlens::cuda {
namespace {

constexpr const char* kVersions[] = {"_v4", "_v3", "_v2", ""};

// This library, to look up functions in.
void* own_handle() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&driver_function), &info) == 0) return nullptr;
  return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

}  // namespace

void* driver_function(const char* name) {
  void* const self = own_handle();
  const std::string base(name);
  if (self == nullptr || !base.starts_with("cu") || base.starts_with("cuda")) return nullptr;
  for (const char* const version : kVersions) {
    if (void* const found = dlsym(self, (base + version).c_str())) return found;
  }
  return nullptr;
}

}  // namespace smemlens::cuda

extern "C" {

CUresult cuGetProcAddress(const char* symbol, void** function, int /*version*/,
                          cuuint64_t /*flags*/, CUdriverProcAddressQueryResult* status) {
  if (symbol == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = smemlens::cuda::driver_function(symbol);
  const bool is_found = *function != nullptr;
  if (status != nullptr) {
    *status = is_found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  }
  return is_found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// The way into the driver of NVIDIA's own libraries, each with a runtime of its own inside.
CUresult cuGetExportTable(const void** /*table*/, const CUuuid* /*id*/) {
  return static_cast<CUresult>(
      smemlens_not_supported("cuGetExportTable (NVIDIA's libraries such as cuBLAS need it)"));
}

}  // extern "C"
