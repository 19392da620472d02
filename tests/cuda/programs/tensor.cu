// What nvcc makes of the library's own wrappers: wmma in all types, barriers, pipelines and copies.
#include <cstdio>
#include <type_traits>
#include <utility>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace cg = cooperative_groups;
namespace wmma = nvcuda::wmma;
#pragma nv_diag_suppress static_var_with_dynamic_init

template <typename T>
T* managed(int count) {
  void* data = nullptr;
  cudaMallocManaged(&data, count * sizeof(T));
  return static_cast<T*>(data);
}

bool failed(const char* name, int wrong) {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess && wrong == 0) return false;
  std::printf("%s: %d wrong, %s\n", name, wrong, cudaGetErrorString(error));
  return true;
}

// c = 2 a b through shared memory; tf32 is loaded as float.
template <typename Type, typename Memory, typename Sum, int kM, int kN, int kK>
__global__ void multiply(const Memory* a, const Memory* b, Sum* c) {
  __shared__ __align__(128) Memory left[kM * kK], right[kK * kN];
  __shared__ __align__(128) Sum result[kM * kN];
  for (int i = threadIdx.x; i < kM * kK; i += 32) left[i] = a[i];
  for (int i = threadIdx.x; i < kK * kN; i += 32) right[i] = b[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, kM, kN, kK, Type, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, kM, kN, kK, Type, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, kM, kN, kK, Sum> sum;
  wmma::load_matrix_sync(x, left, kK);
  wmma::load_matrix_sync(y, right, kK);
  wmma::fill_fragment(sum, Sum(0));
  wmma::mma_sync(sum, x, y, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(result, sum, kM, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x; i < kM * kN; i += 32) c[i] = result[i];
}

template <typename Type, typename Memory, typename Sum, int kM, int kN, int kK>
int test_product(const char* name) {
  Memory *a = managed<Memory>(kM * kK), *b = managed<Memory>(kK * kN);
  Sum* c = managed<Sum>(kM * kN);
  for (int i = 0; i < kM * kK; ++i) a[i] = Memory(float(i % 7));
  for (int i = 0; i < kK * kN; ++i) b[i] = Memory(float(i % 5));
  multiply<Type, Memory, Sum, kM, kN, kK><<<1, 32>>>(a, b, c);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < kM; ++i) {
    for (int j = 0; j < kN; ++j) {
      float sum = 0;
      for (int k = 0; k < kK; ++k) sum += float(a[i * kK + k]) * float(b[j * kK + k]);
      wrong += float(c[j * kM + i]) != 2 * sum;
    }
  }
  return failed(name, wrong);
}

// Warp 0 copies, the others add up: a pipeline of two stages.
__global__ void specialised(float* out, const float* in, int stages) {
  __shared__ float buffer[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cg::this_thread_block();
  const bool is_producer = block.thread_rank() < 32;
  auto pipe = cuda::make_pipeline(
      block, &state,
      is_producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  float sum = 0;
  for (int i = 0; i < stages; ++i) {
    if (is_producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(cg::tiled_partition<32>(block), buffer[i % 2], in + i * 128,
                         sizeof(float) * 128, pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += buffer[i % 2][block.thread_rank() - 32];
      pipe.consumer_release();
    }
  }
  if (!is_producer) out[block.thread_rank() - 32] = sum;
}

// A copy by the whole block, and one by a thread (a bulk copy from sm_90 on).
__global__ void with_barrier(float* out, const float* in) {
  __shared__ __align__(16) float whole[128], bulk[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  if (t == 0) init(&barrier, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, whole, in, sizeof(whole), barrier);
  barrier.arrive_and_wait();
  if (t == 0) {
    cuda::memcpy_async(bulk, in + 128, cuda::aligned_size_t<16>(sizeof(bulk)), barrier);
  }
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  out[t] = whole[127 - t] + bulk[t];
  block.sync();
  cg::memcpy_async(block, whole, in + 256, sizeof(whole));
  cg::wait(block);
  out[t] += whole[t ^ 1];
}

int test_copies() {
  float *in = managed<float>(2048), *out = managed<float>(256);
  for (int i = 0; i < 2048; ++i) in[i] = float(i * 7 % 31);
  specialised<<<1, 160>>>(out, in, 16);
  with_barrier<<<1, 128>>>(out + 128, in);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int t = 0; t < 128; ++t) {
    float sum = 0;
    for (int i = 0; i < 16; ++i) sum += in[i * 128 + t];
    wrong += out[t] != sum;
    wrong += out[128 + t] != in[127 - t] + in[128 + t] + in[256 + (t ^ 1)];
  }
  return failed("copies", wrong);
}

int main() {
  namespace p = wmma::precision;
  const int wrong = test_product<half, half, float, 16, 16, 16>("f16") +
                    test_product<half, half, half, 32, 8, 16>("f16 to f16") +
                    test_product<__nv_bfloat16, __nv_bfloat16, float, 8, 32, 16>("bf16") +
                    test_product<p::tf32, float, float, 16, 16, 8>("tf32") +
                    test_product<double, double, double, 8, 8, 4>("f64") +
                    test_product<signed char, signed char, int, 16, 16, 16>("s8") +
                    test_product<unsigned char, unsigned char, int, 32, 8, 16>("u8") +
                    test_copies();
  std::printf("%d wrong\n", wrong);
  return wrong;
}
