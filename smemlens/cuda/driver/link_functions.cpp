// The driver's linker: PTX and fat binaries are collected, and linked when what cuLinkComplete
// gives is loaded. That is a fat binary's wrapper with a list of containers, as nvcc -rdc=true
// makes it (fat_binary.h).

#include <cstddef>
#include <fstream>
#include <ios>
#include <iterator>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda.h"
#include "smemlens/cuda/driver/jit_options.h"
#include "smemlens/cuda/fat_binary.h"
#include "smemlens/cuda/runtime/not_supported.h"
#include "smemlens/cuda/runtime/process.h"

struct CUlinkState_st {
  std::list<std::vector<std::byte>> containers;
  std::vector<const std::byte*> list;  // of them, ended by a null pointer
  smemlens::cuda::FatWrapper wrapper;  // of the list
};

namespace {

using smemlens::cuda::Process;

// The bytes of PTX end where the text does: their count may include the NUL.
std::vector<std::byte> container_of(std::string_view ptx) {
  return smemlens::cuda::write_container(ptx.substr(0, ptx.find('\0')),
                                         Process::instance().architecture().compute_capability);
}

CUresult add(CUlinkState state, CUjitInputType type, std::string_view input) {
  if (state == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (type == CU_JIT_INPUT_PTX) {
    state->containers.push_back(container_of(input));
    return CUDA_SUCCESS;
  }
  if (type == CU_JIT_INPUT_FATBINARY) {
    const auto bytes = std::as_bytes(std::span(input));
    if (!smemlens::cuda::read_container(bytes)) return CUDA_ERROR_INVALID_IMAGE;
    state->containers.emplace_back(bytes.begin(), bytes.end());
    return CUDA_SUCCESS;
  }
  return static_cast<CUresult>(
      smemlens_not_supported("cuLinkAddData of what is neither PTX nor a fat binary"));
}

}  // namespace

extern "C" {

CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values,
                      CUlinkState* state) {
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  smemlens::cuda::answer_jit_options(count, options, values);
  *state = std::make_unique<CUlinkState_st>().release();
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, std::size_t bytes,
                       const char* /*name*/, unsigned int /*count*/, CUjit_option* /*options*/,
                       void** /*values*/) {
  if (data == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return add(state, type, {static_cast<const char*>(data), bytes});
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                       unsigned int /*count*/, CUjit_option* /*options*/, void** /*values*/) {
  if (path == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(path, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return add(state, type, content);
}

CUresult cuLinkComplete(CUlinkState state, void** image, std::size_t* bytes) {
  if (state == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (image == nullptr || state->containers.empty()) return CUDA_ERROR_INVALID_VALUE;
  state->list.clear();
  for (const auto& container : state->containers) state->list.push_back(container.data());
  state->list.push_back(nullptr);
  state->wrapper = {.version = 2, .container = state->list.front(), .list = state->list.data()};
  *image = &state->wrapper;
  if (bytes != nullptr) *bytes = sizeof state->wrapper;
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
  const std::unique_ptr<CUlinkState_st> owned(state);
  return owned != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

}  // extern "C"
