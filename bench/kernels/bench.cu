// What the executor's benchmark runs. One kernel for each kind of work; all take (out, in, n), so
// that they are launched alike. bench/scalar.cpp does the same in plain C++.
//
//   bench_nvcc.ptx    nvcc -arch=compute_80 -lineinfo -ptx bench.cu      (CUDA 13.0)
//   bench_clang.ptx   the command for a device half that smemlens run -v --compiler clang tells

constexpr int kSide = 32;      // of a transpose's tile
constexpr int kTile = 16;      // of a matrix product's
constexpr int kThreads = 128;  // of the other kernels' blocks

extern "C" __global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[kSide][kSide];
  const int x = blockIdx.x * kSide, y = blockIdx.y * kSide;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * n + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * n + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Both factors stand in `in`, one after the other.
extern "C" __global__ void matmul(float* out, const float* in, int n) {
  __shared__ float a[kTile][kTile];
  __shared__ float b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  const float* second = in + n * n;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    a[threadIdx.y][threadIdx.x] = in[row * n + t + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = second[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  out[row * n + column] = sum;
}

// Lane 31 of each warp waits while the others go round.
extern "C" __global__ void partial(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned s[kThreads];
  const int i = threadIdx.x, first = i & ~31, at = blockIdx.x * kThreads + i;
  s[i] = in[at];
  __syncthreads();
  unsigned sum = 0;
  if ((i & 31) != 31) {
    for (int k = 0; k < n; ++k) sum = sum * 3 + s[first + ((i + k) & 31)];
  }
  out[at] = sum + s[i];
}

// Each lane takes its own way, and both ways ask shared memory.
extern "C" __global__ void divergent(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned s[kThreads];
  const int i = threadIdx.x, at = blockIdx.x * kThreads + i;
  s[i] = in[at];
  __syncthreads();
  unsigned x = s[i];
  for (int k = 0; k < n; ++k) {
    if (x & 4) {
      x = x * 1664525 + s[x & 127] + 1013904223;
    } else {
      x = (x >> 3) ^ (s[i ^ 1] * 2654435761u + k);
    }
  }
  out[at] = x;
}

extern "C" __global__ void wide(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned long long s[kThreads];
  const int i = threadIdx.x, at = blockIdx.x * kThreads + i;
  s[i] = in[at] + 1ull;
  __syncthreads();
  unsigned long long x = s[i];
  for (int k = 0; k < n; ++k) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    x = x * 2685821657736338717ull + s[(i + k) & 127];
  }
  out[at] = static_cast<unsigned>(x >> 32);
}

extern "C" __global__ void atomics(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned counts[kThreads];
  const int i = threadIdx.x, at = blockIdx.x * kThreads + i;
  counts[i] = 0;
  __syncthreads();
  unsigned x = in[at];
  for (int k = 0; k < n; ++k) {
    x = x * 1664525 + 1013904223;
    atomicAdd(&counts[x >> 25], 1);
  }
  __syncthreads();
  out[at] = counts[i];
}

extern "C" __global__ void scattered(unsigned* out, const unsigned* in, int n) {
  __shared__ unsigned s[8 * kThreads];
  const int i = threadIdx.x, at = blockIdx.x * kThreads + i;
  for (int k = 0; k < 8; ++k) s[8 * i + k] = in[at] + k;
  __syncthreads();
  unsigned x = in[at];
  for (int k = 0; k < n; ++k) x = x * 1664525 + (s[x >> 22] ^ 1013904223);
  out[at] = x;
}
