// Device code in two units: functions, variables and shared memory of one are used by the other.
#include <cstdio>

#include "linked.h"

static __device__ int own = 100;  // linked_part.cu has one of this name too

__global__ void use(int* out) {
  scratch[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = twice(table[threadIdx.x % 4]) + offset + from_scratch(threadIdx.x) + own;
}

__global__ void of_part(int* out);

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  const int set = 1000;
  int wrong = cudaMemcpyToSymbol(offset, &set, sizeof set) != cudaSuccess;
  use<<<1, 32, 32 * sizeof(int)>>>(out);
  of_part<<<1, 1>>>(out + 32);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 32; ++i) wrong += out[i] != 2 * (i % 4 + 1) + 1000 + (31 - i + 1) + 100;
  wrong += out[32] != 7 + 3;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
