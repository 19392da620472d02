// What the host sees of a kernel's fault, and what else is wrong with its memory. Usage: ends WAY
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void add_one(int* data) {
  data[threadIdx.x] += 1;
}

__global__ void check_below(int limit) {
  assert(threadIdx.x < limit);
}

__global__ void greet(const char* name) {
  printf("hello %s\n", name);
}

__global__ void set_behind_a_flag(volatile int* flag, int* data) {
  while (*flag == 0) {
  }
  data[threadIdx.x] = 1;
}

__global__ void set_behind_a_plain_flag(const int* flag, int* data) {
  const int seen = *flag;  // as compilers load it once if it isn't volatile
  while (seen == 0) {
    asm volatile("");
  }
  data[threadIdx.x] = 1;
}

static void tell(const char* what) {
  printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

static int* buffer(int count) {
  int* data = nullptr;
  cudaMalloc(&data, count * sizeof(int));
  cudaMemset(data, 0, count * sizeof(int));
  return data;
}

int main(int, char** words) {
  const char* way = words[1];
  int* data = buffer(32);
  if (strcmp(way, "use-after-free") == 0) {
    cudaFree(data);
    int* next = buffer(32);
    add_one<<<1, 32>>>(data);
    (void)next;
  }
  if (strcmp(way, "use-after-free-of-much") == 0) {
    int* much = buffer(1 << 20);
    cudaFree(much);
    buffer(1 << 20);
    add_one<<<1, 32>>>(much + 1000);
  }
  if (strcmp(way, "double-free") == 0) {
    cudaFree(data);
    cudaFree(data);
  }
  if (strcmp(way, "invalid-free") == 0) {
    cudaFree(data + 4);
    int on_the_stack = 0;
    cudaFree(&on_the_stack);
    cudaFreeHost(data);
  }
  if (strcmp(way, "host-pointer") == 0) {
    int host[32] = {};
    add_one<<<1, 32>>>(host);
  }
  if (strcmp(way, "past-the-end") == 0) {
    add_one<<<1, 33>>>(data);
    tell("launch");
    cudaDeviceSynchronize();
    tell("synchronize");
    add_one<<<1, 32>>>(data);
    tell("next launch");
    cudaFree(data);
    tell("free");
    cudaDeviceReset();
    add_one<<<1, 32>>>(buffer(32));
    cudaDeviceSynchronize();
    tell("after cudaDeviceReset");
  }
  if (strcmp(way, "assert") == 0) check_below<<<1, 32>>>(16);
  if (strcmp(way, "unreadable-string") == 0) greet<<<1, 1>>>("the host's");
  if (strcmp(way, "flag-of-a-later-copy") == 0) {
    set_behind_a_flag<<<2, 32>>>(data, buffer(32));
    const int one = 1;  // on a GPU another stream could bring it meanwhile
    cudaMemcpy(data, &one, sizeof one, cudaMemcpyHostToDevice);
  }
  if (strcmp(way, "plain-flag") == 0) set_behind_a_plain_flag<<<1, 32>>>(data, buffer(32));
  cudaDeviceSynchronize();
  tell("end");
  return 0;
}
