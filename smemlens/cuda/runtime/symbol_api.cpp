// Variables of the device, by their names on the host.

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::as_call;
using smemlens::cuda::copy_of_bytes;
using smemlens::cuda::Process;
using smemlens::cuda::RegisteredVariable;

namespace {

// Calls `use(process, address, bytes of the variable)`.
template <typename Function>
cudaError_t with_symbol(const void* symbol, Function use) {
  return as_call([&](Process& process) {
    const RegisteredVariable* const variable = process.modules.variable_of(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    smemlens::cuda::require_loaded(process, *variable->module);
    const std::uint64_t address = smemlens::cuda::Modules::address_of(*variable);
    if (address == 0) return cudaErrorInvalidSymbol;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): global memory is host memory
    return use(process, reinterpret_cast<std::byte*>(address), variable->bytes);
  });
}

bool lies_within(std::size_t offset, std::size_t bytes, std::size_t size) {
  return offset <= size && bytes <= size - offset;
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return with_symbol(symbol, [&](Process& process, std::byte* address, std::size_t size) {
    if (!lies_within(offset, bytes, size)) return cudaErrorInvalidValue;
    return submit(process, stream, copy_of_bytes(address + offset, from, bytes, kind));
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return with_symbol(symbol, [&](Process& process, std::byte* address, std::size_t size) {
    if (!lies_within(offset, bytes, size)) return cudaErrorInvalidValue;
    return submit(process, stream, copy_of_bytes(to, address + offset, bytes, kind));
  });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return with_symbol(symbol, [&](Process&, std::byte* address, std::size_t) {
    *pointer = address;
    return cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return with_symbol(symbol, [&](Process&, std::byte*, std::size_t size) {
    *bytes = size;
    return cudaSuccess;
  });
}

}  // extern "C"
