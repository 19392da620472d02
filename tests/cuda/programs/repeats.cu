// Launches that repeat earlier ones, and such that only seem to. Prints what the kernels computed.

#include <cstdio>

constexpr int kThreads = 64;

__constant__ int c_stride;

// What it asks of shared memory depends on its launch alone.
__global__ void rotate_by(int* to, const int* from, int stride) {
  __shared__ int s[2 * kThreads];
  const int i = threadIdx.x;
  s[i * stride] = from[i];
  __syncthreads();
  to[i] = s[(i + 1) % kThreads * stride];
}

__global__ void by_data(int* out, const int* in) {
  __shared__ int s[32 * kThreads];
  s[in[threadIdx.x] % 2048] = 1;
  __syncthreads();
  out[threadIdx.x] = s[in[threadIdx.x] % 2048];
}

__global__ void if_data(int* out, const int* in) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = 1;
  if (in[threadIdx.x] % 3 == 0) s[threadIdx.x] = in[threadIdx.x] + 5;
  __syncthreads();
  out[threadIdx.x] = s[kThreads - 1 - threadIdx.x];
}

__global__ void by_constant(int* out) {
  __shared__ int s[32 * kThreads];
  s[threadIdx.x * c_stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % kThreads * c_stride];
}

__global__ void dynamic(int* out) {
  extern __shared__ int d[];
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  const int stride = bytes / 4 / kThreads;
  d[threadIdx.x * stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = d[(threadIdx.x + 1) % kThreads * stride];
}

static int* out;
static int* in;
static int host[kThreads];

static void fill(int stride) {
  for (int i = 0; i < kThreads; ++i) host[i] = i * stride;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
}

static void tell(const char* what) {
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < kThreads; ++i) sum = sum * 31 % 1000003 + host[i];
  std::printf("%s %ld %s\n", what, sum, cudaGetErrorString(cudaDeviceSynchronize()));
}

int main() {
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&in, sizeof host);
  for (int i = 0; i < 3; ++i) {
    fill(i + 1);  // other data behind the same pointer
    rotate_by<<<1, kThreads>>>(out, in, 1);
    tell("rotate_by 1");
    rotate_by<<<1, kThreads>>>(out, in, 2);
    tell("rotate_by 2");
    rotate_by<<<1, kThreads>>>(in, out, 1);  // pointers exchanged
    tell("back");
    rotate_by<<<2, kThreads>>>(out, in, 1);  // another grid
    tell("two blocks");
    fill(1 << (2 * i));
    by_data<<<1, kThreads>>>(out, in);
    tell("by_data");
    fill(i + 1);
    if_data<<<1, kThreads>>>(out, in);
    tell("if_data");
    const int stride = 1 << (2 * i);
    cudaMemcpyToSymbol(c_stride, &stride, sizeof stride);
    by_constant<<<1, kThreads>>>(out);
    tell("by_constant");
    dynamic<<<1, kThreads, kThreads * sizeof(int) << i>>>(out);
    tell("dynamic");
    dynamic<<<1, kThreads, kThreads * sizeof(int)>>>(out);
    tell("dynamic again");
  }
}
