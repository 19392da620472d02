// Sums 262144 integers, 256 a block, in four ways. All four end with a partial sum per block, which
// the host adds up.
//
// A block has 256 threads = 8 warps, and there are 1024 blocks. A request counts only if some lane
// of its warp is active, and only the active lanes can conflict. "a += b" on shared memory is three
// accesses: load a, load b, store a. Thread t adds element i + s to element i; what i is makes the
// difference.

#include "device_array.h"

constexpr int kBlock = 256;
constexpr int kBlocks = 1024;

// i = t for every t that is a multiple of 2s. No conflict, as the active lanes of a warp use
// different banks, but few lanes of many warps work: the warps diverge.
//
//   steps s = 1, 2, 4, 8, 16   all 8 warps have an active lane     5·8 = 40 requests an access
//   steps s = 32, 64, 128      warps with t mod 2s = 0: 4, 2, 1          7
//   sum                        47 a block · 1024 blocks = 48128 requests an access, three accesses
//
//   smemlens: @interleaved_fill 8192 requests, 8192 wavefronts, 8192 ideal
//   smemlens: @interleaved_add 144384 requests, 144384 wavefronts, 144384 ideal
//   smemlens: @interleaved_result 1024 requests, 1024 wavefronts, 1024 ideal
__global__ void reduce_interleaved(int* out, const int* in) {
  __shared__ int sum[kBlock];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * kBlock + t];  // @interleaved_fill
  __syncthreads();
  for (int s = 1; s < kBlock; s *= 2) {
    if (t % (2 * s) == 0) {
      sum[t] += sum[t + s];  // @interleaved_add
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];  // @interleaved_result
}

// i = 2·s·t: the active threads are the first 128/s ones, so whole warps go idle. But neighbouring
// lanes are now 2s words apart, and 32 lanes at a stride of 2s words meet gcd(2s, 32) to a bank.
//
//   s     active threads   warps   bank conflict                     wavefronts an access
//   1     128              4       stride 2: 2 lanes a bank          4·2 = 8
//   2     64               2       stride 4: 4 lanes a bank          2·4 = 8
//   4     32               1       stride 8: 8 lanes a bank          8
//   8     16               1       stride 16: 16 lanes on 2 banks    8
//   16    8                1       stride 32: 8 lanes on 1 bank      8
//   32    4                1       4 lanes on 1 bank                 4
//   64    2                1       2 lanes on 1 bank                 2
//   128   1                1                                         1
//   sum                    12                                        47 a block
//
//   three accesses: 3 · 12 · 1024 = 36864 requests, 3 · 47 · 1024 = 144384 wavefronts,
//   as many as the interleaved form: what idle warps save, conflicts eat up
//
//   smemlens: @strided_fill 8192 requests, 8192 wavefronts, 8192 ideal
//   smemlens: @strided_add 36864 requests, 144384 wavefronts, 36864 ideal
//   smemlens: @strided_result 1024 requests, 1024 wavefronts, 1024 ideal
__global__ void reduce_strided(int* out, const int* in) {
  __shared__ int sum[kBlock];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * kBlock + t];  // @strided_fill
  __syncthreads();
  for (int s = 1; s < kBlock; s *= 2) {
    const int i = 2 * s * t;
    if (i < kBlock) {
      sum[i] += sum[i + s];  // @strided_add
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];  // @strided_result
}

// i = t for t < s, with s going down: whole warps go idle and neighbouring lanes use neighbouring
// words. The 12 requests of the strided form, one wavefront each.
//
//   three accesses: 3 · 12 · 1024 = 36864
//
//   smemlens: @sequential_fill 8192 requests, 8192 wavefronts, 8192 ideal
//   smemlens: @sequential_add 36864 requests, 36864 wavefronts, 36864 ideal
//   smemlens: @sequential_result 1024 requests, 1024 wavefronts, 1024 ideal
__global__ void reduce_sequential(int* out, const int* in) {
  __shared__ int sum[kBlock];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * kBlock + t];  // @sequential_fill
  __syncthreads();
  for (int s = kBlock / 2; s > 0; s /= 2) {
    if (t < s) {
      sum[t] += sum[t + s];  // @sequential_add
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];  // @sequential_result
}

__device__ int sum_of_warp(int value) {
  for (int s = 16; s > 0; s /= 2) value += __shfl_down_sync(0xffffffffu, value, s);
  return value;
}

// Lanes hand their values to each other through registers. Shared memory only carries one sum a
// warp: 8 stores of one lane each, and one load of 8 lanes by the first warp.
//
//   store  8 · 1024 = 8192 requests      load  1 · 1024 = 1024 requests
//
//   smemlens: @shuffle_store 8192 requests, 8192 wavefronts, 8192 ideal
//   smemlens: @shuffle_load 1024 requests, 1024 wavefronts, 1024 ideal
__global__ void reduce_shuffle(int* out, const int* in) {
  constexpr int kWarps = kBlock / 32;
  __shared__ int warp_sum[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int sum = sum_of_warp(in[blockIdx.x * kBlock + t]);
  if (lane == 0) {
    warp_sum[warp] = sum;  // @shuffle_store
  }
  __syncthreads();
  if (warp > 0) return;
  int partial = 0;
  if (lane < kWarps) {
    partial = warp_sum[lane];  // @shuffle_load
  }
  partial = sum_of_warp(partial);
  if (lane == 0) out[blockIdx.x] = partial;
}

int main() {
  std::vector<int> in(kBlock * kBlocks), expected(kBlocks);
  for (int i = 0; i < kBlock * kBlocks; ++i) {
    in[i] = i % 1000 - 300;
    expected[i / kBlock] += in[i];
  }

  DeviceArray<int> device_in(in);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel) {
    DeviceArray<int> out(kBlocks);
    kernel<<<kBlocks, kBlock>>>(out.data(), device_in.data());
    failures += compare(name, out.to_host(), expected);
  };
  test("reduce_interleaved", reduce_interleaved);
  test("reduce_strided", reduce_strided);
  test("reduce_sequential", reduce_sequential);
  test("reduce_shuffle", reduce_shuffle);
  return failures;
}
