// One small kernel for each thing that compilers write into PTX. README.md has the commands.

#ifdef __CUDACC__
#include <cstdio>
#else  // clang without a toolkit
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __attribute__((always_inline)) inline
#define __noinline__ __attribute__((noinline))
#include "__clang_cuda_builtin_vars.h"
extern "C" __device__ int vprintf(const char*, void*);
#endif

struct Settings {
  int count;
  float weights[3];
};

__constant__ float weights[4] = {1.0f, 0.5f, 0.25f, 0.125f};
__device__ int calls = 7;

__device__ __forceinline__ float shared_value(const float* values, int i) {
  return values[2 * i];
}

__device__ __forceinline__ float shared_sum(const float* values, int i) {
  return shared_value(values, i) + shared_value(values, i + 1);
}

__global__ void transpose(float* out, const float* in, int width) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}

extern __shared__ float dynamic_values[];

__global__ void __launch_bounds__(128, 2) inlined(float* out, Settings settings) {
  dynamic_values[threadIdx.x] = out[threadIdx.x] * settings.weights[1];
  __syncthreads();
  out[threadIdx.x] =
      shared_sum(dynamic_values, threadIdx.x) + weights[threadIdx.x & 3] + settings.count;
}

struct alignas(16) Pair {
  double first, second;
};

__global__ void copy_vectors(Pair* out, const Pair* in) {
  __shared__ Pair buffer[128];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[127 - threadIdx.x];
}

__device__ __noinline__ int triple(int x) {
  return 3 * x + calls;
}
__device__ __noinline__ int half(int x) {
  return x / 2;
}
__device__ int (*functions[2])(int) = {triple, half};

__global__ void call_through_pointer(int* out) {
  out[threadIdx.x] = triple(out[threadIdx.x]) + functions[threadIdx.x & 1](out[threadIdx.x]);
}

__global__ void choose(float* out, int kind) {
  float value = out[threadIdx.x];
  switch (kind) {
    case 0:
      value += 1;
      break;
    case 1:
      value *= value;
      break;
    case 2:
      value = -value;
      break;
    case 3:
      value -= out[0];
      break;
    case 4:
      value = value > 0 ? value : 0;
      break;
    case 5:
      value /= 3;
      break;
    case 6:
      value *= out[5];
      break;
    case 7:
      value = out[31 - threadIdx.x];
      break;
    default:
      value = 0;
  }
  out[threadIdx.x] = value;
}

__global__ void local_array(int* out, int n) {
  int values[16];
  for (int i = 0; i < n; ++i) values[(i * out[i]) & 15] = i;
  out[threadIdx.x] = values[n & 15];
}

#ifdef __CUDACC__
__global__ void reduce(float* out, const float* in, int* histogram) {
  __shared__ int bins[64];
  __shared__ float sums[32];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  float sum = in[threadIdx.x];
  atomicAdd(&bins[static_cast<int>(sum) & 63], 1);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (__any_sync(0xffffffffu, sum > 100.0f)) sum = fminf(sum, 1e6f);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, sums[0] + sqrtf(sums[1]) + sinf(sums[2]));
  if (threadIdx.x < 64) atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}

__global__ void tensor_tile(float* out, const float* in) {
  __shared__ __align__(16) float stage[256];
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&stage[threadIdx.x * 4]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(address),
               "l"(in + threadIdx.x * 4));
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;\n");
  __syncthreads();
  unsigned a[4], b[2] = {1, 2};
  float d[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(address));
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("{ .reg .pred done; again: setp.ne.u32 done, %0, 0; @done bra again; }" ::"r"(a[0]));
  asm volatile("{ .reg .pred done; again: setp.ne.u32 done, %0, 1; @done bra again; }" ::"r"(a[1]));
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

__managed__ int managed_counter = 3;

__global__ void report(double value) {
  printf("%d: %f %s\n", managed_counter, value, "text");
  if (value < 0) __trap();
}
#else
__global__ void report(double value) {
  struct {
    double value;
  } arguments = {value};
  vprintf("%f\n", &arguments);
}
#endif
