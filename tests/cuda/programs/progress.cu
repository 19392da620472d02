// Programs whose threads wait for each other, in the shapes that are in use: each ends on a GPU.
#include <cooperative_groups.h>
#include <cstdio>

#include <cuda_runtime.h>

constexpr int kBlocks = 8;
constexpr int kThreads = 96;

__device__ int lock;
__device__ int count;
__device__ unsigned finished;
__device__ volatile int flags[kBlocks];

// A lock that each lane waits for on its own, and the critical section behind the loop.
__global__ void lock_then_section() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  count = *(volatile int*)&count + 1;
  __threadfence();
  atomicExch(&lock, 0);
}

// The same with the critical section inside the loop.
__global__ void section_in_the_loop() {
  bool is_done = false;
  while (!is_done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      count = *(volatile int*)&count + 1;
      __threadfence();
      atomicExch(&lock, 0);
      is_done = true;
    }
  }
}

// Both again, with a lock in shared memory and a turn for each lane.
__global__ void lock_in_shared_memory() {
  __shared__ int own_lock;
  __shared__ int own_count;
  if (threadIdx.x == 0) own_lock = own_count = 0;
  __syncthreads();
  while (atomicCAS(&own_lock, 0, 1) != 0) {
  }
  own_count = *(volatile int*)&own_count + 1;
  __threadfence_block();
  atomicExch(&own_lock, 0);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&count, own_count);
}

// The block that comes last adds up what all have left behind.
__global__ void last_block() {
  __shared__ bool is_last;
  atomicAdd(&count, 1);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicInc(&finished, kBlocks - 1) == kBlocks - 1;
  __syncthreads();
  if (is_last && threadIdx.x == 0 && *(volatile int*)&count != kBlocks * kThreads) count = -1;
}

// Each block waits for the one before it, or with -1 for the one behind it.
__global__ void chain(int direction) {
  const int before = static_cast<int>(blockIdx.x) - direction;
  if (threadIdx.x == 0 && before >= 0 && before < kBlocks) {
    while (flags[before] == 0) {
    }
  }
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flags[blockIdx.x] = 1;
  }
}

// Each block reads after grid.sync() what all have written before it.
__global__ void whole_grid(int* before) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (int round = 0; round < 3; ++round) {
    before[blockIdx.x * kThreads + threadIdx.x] = round;
    grid.sync();
    const unsigned other = (blockIdx.x + 1) % kBlocks;
    if (before[other * kThreads + threadIdx.x] == round) atomicAdd(&count, 1);
    grid.sync();
  }
}

static int wrong = 0;

static void check(const char* what, int expected) {
  int found = 0;
  const cudaError_t error = cudaMemcpyFromSymbol(&found, count, sizeof found);
  if (error != cudaSuccess || found != expected) {
    printf("%s: %d, not %d (%s)\n", what, found, expected, cudaGetErrorName(error));
    ++wrong;
  }
  const int zero[kBlocks] = {};
  cudaMemcpyToSymbol(count, zero, sizeof(int));
  cudaMemcpyToSymbol(flags, zero, sizeof zero);
}

int main() {
  const int all = kBlocks * kThreads;
  lock_then_section<<<kBlocks, kThreads>>>();
  check("lock, then section", all);
  section_in_the_loop<<<kBlocks, kThreads>>>();
  check("section in the loop", all);
  lock_in_shared_memory<<<kBlocks, kThreads>>>();
  check("lock in shared memory", all);
  last_block<<<kBlocks, kThreads>>>();
  check("last block", all);
  chain<<<kBlocks, kThreads>>>(1);
  check("chain forward", all);
  chain<<<kBlocks, kThreads>>>(-1);
  check("chain backward", all);
  int* before = nullptr;
  cudaMalloc(&before, all * sizeof(int));
  void* arguments[] = {&before};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(kBlocks), dim3(kThreads),
                              arguments);
  check("grid.sync", 3 * all);
  printf("%d wrong\n", wrong);
  return wrong;
}
