#include "linked.h"

__device__ int table[4] = {1, 2, 3, 4};
__constant__ int offset;
static __device__ int own = 7;

__device__ __noinline__ int twice(int x) {
  return 2 * x;
}

__device__ __noinline__ int from_scratch(int lane) {
  return scratch[31 - lane];
}

__global__ void of_part(int* out) {
  *out = own + table[2];
}
