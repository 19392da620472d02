// Objects that kernels make on the device's heap, call and delete; and whose memory an address is.
#include <cstdio>

#include <cuda_runtime.h>

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
  int side;
};
struct Strip : Shape {
  __device__ explicit Strip(int length) : length(length) {}
  __device__ int area() const override { return length; }
  int length;
};

__global__ void make(Shape** shapes) {
  const int i = threadIdx.x;
  shapes[i] = i % 2 == 0 ? static_cast<Shape*>(new Square(i)) : static_cast<Shape*>(new Strip(i));
}

__global__ void measure(Shape** shapes, int* areas) {
  areas[threadIdx.x] = shapes[threadIdx.x]->area();
  delete shapes[threadIdx.x];
}

__device__ int variable[4];
__constant__ int constant[4];

__global__ void ask(int* wrong) {
  int* const mine = new int[8];
  if (!__isGlobal(variable) || !__isGlobal(mine) || __isGlobal(constant)) *wrong = 1;
  if (!__isConstant(constant) || __isConstant(variable) || __isConstant(mine)) *wrong = 1;
  delete[] mine;
}

int main() {
  Shape** shapes;
  int* areas;
  int* wrong;
  cudaMalloc(&shapes, 32 * sizeof(Shape*));
  cudaMallocManaged(&areas, 32 * sizeof(int));
  cudaMallocManaged(&wrong, sizeof(int));
  *wrong = 0;
  make<<<1, 32>>>(shapes);
  measure<<<1, 32>>>(shapes, areas);
  ask<<<1, 1>>>(wrong);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 32; ++i) *wrong += areas[i] != (i % 2 == 0 ? i * i : i);
  std::printf("%d wrong\n", *wrong);
}
