// Calls a function of plain.c.
#include <cstdio>

extern "C" int sum_of(const int* values, int count);

__global__ void fill(int* values) {
  values[threadIdx.x] = threadIdx.x;
}

int main() {
  int* values;
  cudaMallocManaged(&values, 32 * sizeof(int));
  fill<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  printf("%d\n", sum_of(values, 32));
}
