// What nvcc's headers bring without being asked for: <math.h>, <stdlib.h>, <string.h>, <time.h>.
#include <cstdio>

__global__ void fill(int* p) {
  p[threadIdx.x] = 2;
}

int main() {
  const clock_t begin = clock();
  const time_t now = time(nullptr);
  int* p;
  cudaMallocManaged(&p, 32 * sizeof(int));
  memset(p, 0, 32 * sizeof(int));
  fill<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d %d %g\n", p[31], clock() >= begin, time(nullptr) >= now, sqrt(atof("16")));
}
