// Three launches of one kernel and two of another, eight blocks each.
#include <cuda_runtime.h>

namespace nested {
template <int N>
__global__ void fill(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = N;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
}  // namespace nested

__global__ void count(int* out) {
  atomicAdd(out, 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * 32 * sizeof(int));
  for (int i = 0; i < 3; ++i) {
    nested::fill<7><<<8, 32>>>(out);
    if (i < 2) count<<<8, 32>>>(out);
  }
  return cudaDeviceSynchronize();
}
