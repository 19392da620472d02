#pragma once

// Memory as programs ask for it, for the runtime's functions and the driver's.

#include <cstddef>
#include <initializer_list>

#include "cuda_runtime_api.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {

class Process;

// The name of the function that was called ("cudaMalloc") stands in reports.
cudaError_t allocate(void** pointer, std::size_t bytes, simt::RangeKind kind, const char* call);

// Device memory for a graph. It keeps its address for as long as the graph can be launched, so its
// bytes are there from now on; whether it is allocated, Process::graph_memory says.
cudaError_t allocate_for_graph(void** pointer, std::size_t bytes, const char* call);

// Device memory when the stream comes to it; for the stream's graph while it is captured.
cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream,
                               const char* call);

// Frees what was allocated as one of `kinds`. Anything else is named in the report: few programs
// look at the error.
cudaError_t release(void* pointer, std::initializer_list<simt::RangeKind> kinds, const char* call);

// The same as a piece of a stream's work, which no capture forbids.
cudaError_t release_now(Process& process, void* pointer,
                        std::initializer_list<simt::RangeKind> kinds, const char* call);

// The same of device memory, when the stream comes to it.
cudaError_t release_in_stream(void* pointer, cudaStream_t stream, const char* call);

// Rows of `width` bytes, each aligned as copies and textures want it; `pitch` bytes apart.
cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                          const char* call);

}  // namespace smemlens::cuda
