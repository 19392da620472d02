// What a kernel's malloc gives stays until it is freed, and belongs to kernels only: the host's
// copies and fills of it are refused.
#include <cstdio>

#include <cuda_runtime.h>

__device__ int* kept;

__global__ void allocate() {
  kept = static_cast<int*>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) kept[i] = 10 + i;
}

__global__ void give_back(int* sum, int* reused) {
  for (int i = 0; i < 4; ++i) *sum += kept[i];
  int* const before = kept;
  free(before);
  for (int i = 0; i < 100; ++i) {
    int* const next = static_cast<int*>(malloc(4 * sizeof(int)));
    *reused += next == before;
    free(next);
  }
}

static int wrong = 0;

static void expect(const char* what, bool holds) {
  if (holds) return;
  ++wrong;
  std::printf("wrong: %s\n", what);
}

int main() {
  int* results;
  cudaMalloc(&results, 2 * sizeof(int));
  cudaMemset(results, 0, 2 * sizeof(int));
  allocate<<<1, 1>>>();
  int* block = nullptr;
  cudaMemcpyFromSymbol(&block, kept, sizeof block);
  int host = 0;
  expect("from the heap", cudaMemcpy(&host, block, sizeof host, cudaMemcpyDeviceToHost) ==
                              cudaErrorInvalidValue);
  expect("to the heap", cudaMemcpy(block, &host, sizeof host, cudaMemcpyHostToDevice) ==
                            cudaErrorInvalidValue);
  expect("by default", cudaMemcpy(results, block, sizeof host, cudaMemcpyDefault) ==
                           cudaErrorInvalidValue);
  expect("a fill", cudaMemset(block, 0, sizeof host) == cudaErrorInvalidValue);
  cudaGetLastError();
  give_back<<<1, 1>>>(results, results + 1);
  int found[2] = {};
  expect("the next launch", cudaMemcpy(found, results, sizeof found, cudaMemcpyDeviceToHost) ==
                                cudaSuccess);
  expect("what another launch wrote", found[0] == 10 + 11 + 12 + 13);
  expect("a freed block kept back", found[1] == 0);
  std::printf("%d wrong\n", wrong);
}
