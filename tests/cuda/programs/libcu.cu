// libcu++'s atomics, its part of the standard library, and alignment written as nvcc takes it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <typename T>
constexpr T largest() {
  static_assert(cuda::std::is_unsigned<T>::value, "");
  return cuda::std::numeric_limits<T>::max();
}

// The last block to arrive adds up what all have left.
__global__ void sum(const int* in, int* partial, int* out, unsigned int* arrived) {
  __shared__ alignas(16) int words[64];
  __shared__ alignas(float4) float fours[4];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> total;
  __shared__ bool is_last;
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x < 4) fours[threadIdx.x] = 1;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const int4 four = reinterpret_cast<const int4*>(words)[threadIdx.x / 4];
  const float4 ones = *reinterpret_cast<const float4*>(fours);
  if (threadIdx.x % 4 == 0) total.fetch_add(four.x + four.y + four.z + four.w);
  total += static_cast<int>(ones.w) - 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = total.load();
    cuda::atomic_ref<unsigned int, cuda::thread_scope_device> count(*arrived);
    is_last = count.fetch_add(1, cuda::std::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x > 0) return;
  int all = 0;
  for (unsigned int i = 0; i < gridDim.x; ++i) all += partial[i];
  cuda::atomic_ref<int, cuda::thread_scope_system> result(*out);
  int expected = -1;
  if (result.compare_exchange_strong(expected, 5)) all = -1;  // it is 0
  result.store(all + expected);
}

int main() {
  constexpr int kBlocks = 10;
  int *in, *partial, *out;
  unsigned int* arrived;
  cudaMallocManaged(&in, kBlocks * 64 * sizeof(int));
  cudaMallocManaged(&partial, kBlocks * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  cudaMallocManaged(&arrived, sizeof(unsigned int));
  cuda::std::int32_t expected = 0;
  for (int i = 0; i < kBlocks * 64; ++i) expected += in[i] = i * 5 % 23;
  *out = 0;
  *arrived = 0;
  sum<<<kBlocks, 64>>>(in, partial, out, arrived);
  const bool is_right =
      cudaDeviceSynchronize() == cudaSuccess && *out == expected && largest<unsigned char>() == 255;
  printf("%s\n", is_right ? "right" : "wrong");
  return is_right ? 0 : 1;
}
