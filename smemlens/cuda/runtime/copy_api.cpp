// Copies and fills. Everything is done at once; both ends are checked first.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;
using smemlens::cuda::RegisteredVariable;

namespace {

struct Ends {
  bool to_is_device;
  bool from_is_device;
};

// Indexed by cudaMemcpyKind; cudaMemcpyDefault takes either kind of pointer.
constexpr Ends kEnds[] = {
    {false, false},
    {true,  false},
    {false, true },
    {true,  true },
    {false, false},
};

// One row after the other; `bytes` of each pitch.
struct Copy {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t bytes;
  std::size_t rows;
  cudaMemcpyKind kind;
};

// Bytes from the first of the first row to the last of the last; false if that overflows.
bool span_of(std::size_t pitch, std::size_t bytes, std::size_t rows, std::size_t& span) {
  return !__builtin_mul_overflow(pitch, rows - 1, &span) &&
         !__builtin_add_overflow(span, bytes, &span);
}

cudaError_t copy(Process& process, const Copy& job) {
  if (job.bytes == 0 || job.rows == 0) return cudaSuccess;
  if (job.kind < cudaMemcpyHostToHost || job.kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (job.to == nullptr || job.from == nullptr) return cudaErrorInvalidValue;
  if (job.rows > 1 && (job.to_pitch < job.bytes || job.from_pitch < job.bytes)) {
    return cudaErrorInvalidPitchValue;
  }
  const Ends ends = kEnds[job.kind];
  std::size_t to_span = 0;
  std::size_t from_span = 0;
  if (!span_of(job.to_pitch, job.bytes, job.rows, to_span) ||
      !span_of(job.from_pitch, job.bytes, job.rows, from_span) ||
      !process.memory.may_copy(job.to, to_span, ends.to_is_device) ||
      !process.memory.may_copy(job.from, from_span, ends.from_is_device)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t row = 0; row < job.rows; ++row) {
    std::memmove(static_cast<std::byte*>(job.to) + (row * job.to_pitch),
                 static_cast<const std::byte*>(job.from) + (row * job.from_pitch), job.bytes);
  }
  return cudaSuccess;
}

cudaError_t copy_bytes(Process& process, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
  return copy(process, {.to = to,
                        .to_pitch = bytes,
                        .from = from,
                        .from_pitch = bytes,
                        .bytes = bytes,
                        .rows = 1,
                        .kind = kind});
}

cudaError_t fill(Process& process, void* pointer, std::size_t pitch, int value, std::size_t bytes,
                 std::size_t rows) {
  if (bytes == 0 || rows == 0) return cudaSuccess;
  std::size_t span = 0;
  if (!span_of(pitch, bytes, rows, span) || !process.memory.may_copy(pointer, span, true)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::memset(static_cast<std::byte*>(pointer) + (row * pitch), value, bytes);
  }
  return cudaSuccess;
}

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

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return as_call([&](Process& process) { return copy_bytes(process, to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t /*stream*/) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemcpyPeer(void* to, int /*toDevice*/, const void* from, int /*fromDevice*/,
                           std::size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice,
                                std::size_t bytes, cudaStream_t /*stream*/) {
  return cudaMemcpyPeer(to, toDevice, from, fromDevice, bytes);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return as_call([&](Process& process) {
    return copy(process, {.to = to,
                          .to_pitch = toPitch,
                          .from = from,
                          .from_pitch = fromPitch,
                          .bytes = width,
                          .rows = height,
                          .kind = kind});
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from,
                              std::size_t fromPitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t /*stream*/) {
  return cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return as_call([&](Process& process) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    const cudaMemcpy3DParms& job = *parameters;
    if (job.srcArray != nullptr || job.dstArray != nullptr) return cudaErrorNotSupported;
    const auto row = [](const cudaPitchedPtr& base, const cudaPos& position, std::size_t slice) {
      return static_cast<std::byte*>(base.ptr) + position.x +
             ((position.y + (position.z + slice) * base.ysize) * base.pitch);
    };
    for (std::size_t slice = 0; slice < job.extent.depth; ++slice) {
      const cudaError_t error = copy(process, {.to = row(job.dstPtr, job.dstPos, slice),
                                               .to_pitch = job.dstPtr.pitch,
                                               .from = row(job.srcPtr, job.srcPos, slice),
                                               .from_pitch = job.srcPtr.pitch,
                                               .bytes = job.extent.width,
                                               .rows = job.extent.height,
                                               .kind = job.kind});
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t /*stream*/) {
  return cudaMemcpy3D(parameters);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return as_call([&](Process& process) { return fill(process, pointer, bytes, value, bytes, 1); });
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t /*stream*/) {
  return cudaMemset(pointer, value, bytes);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return as_call(
      [&](Process& process) { return fill(process, pointer, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t /*stream*/) {
  return cudaMemset2D(pointer, pitch, value, width, height);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return as_call([&](Process& process) {
    for (std::size_t slice = 0; slice < extent.depth; ++slice) {
      std::byte* const start =
          static_cast<std::byte*>(pointer.ptr) + (slice * pointer.ysize * pointer.pitch);
      const cudaError_t error =
          fill(process, start, pointer.pitch, value, extent.width, extent.height);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t /*stream*/) {
  return cudaMemset3D(pointer, value, extent);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return with_symbol(symbol, [&](Process& process, std::byte* address, std::size_t size) {
    if (!lies_within(offset, bytes, size)) return cudaErrorInvalidValue;
    return copy_bytes(process, address + offset, from, bytes, kind);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t /*stream*/) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return with_symbol(symbol, [&](Process& process, std::byte* address, std::size_t size) {
    if (!lies_within(offset, bytes, size)) return cudaErrorInvalidValue;
    return copy_bytes(process, to, address + offset, bytes, kind);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t /*stream*/) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
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
