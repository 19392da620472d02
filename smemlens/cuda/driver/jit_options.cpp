#include "smemlens/cuda/driver/jit_options.h"

#include <algorithm>
#include <span>

#include "cuda.h"

namespace smemlens::cuda {
namespace {

struct Log {
  CUjit_option buffer;
  CUjit_option bytes;
};

constexpr Log kLogs[] = {
    {CU_JIT_INFO_LOG_BUFFER,  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES },
    {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES},
};

// Where the value of `option` stands; null pointer: it wasn't given.
void** value_of(std::span<const CUjit_option> options, void** values, CUjit_option option) {
  const auto found = std::ranges::find(options, option);
  return found == options.end() ? nullptr : values + (found - options.begin());
}

}  // namespace

void answer_jit_options(unsigned count, const CUjit_option* options, void** values) {
  if (options == nullptr || values == nullptr) return;
  const std::span given(options, count);
  if (void** const time = value_of(given, values, CU_JIT_WALL_TIME)) *time = nullptr;
  for (const Log& log : kLogs) {
    void** const buffer = value_of(given, values, log.buffer);
    void** const bytes = value_of(given, values, log.bytes);
    if (bytes == nullptr) continue;
    if (buffer != nullptr && *buffer != nullptr && *bytes != nullptr) {
      *static_cast<char*>(*buffer) = '\0';
    }
    *bytes = nullptr;  // how much was written
  }
}

}  // namespace smemlens::cuda
