// Every way for a program to end, after one kernel that ran well. Usage: ends WAY
#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include <cuda_runtime.h>

__global__ void reverse(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void store_past_the_end(int* data) { data[threadIdx.x + 64] = 1; }

__global__ void assert_below(int limit) { assert(threadIdx.x < limit); }

__global__ void trap() { __trap(); }

// Nobody lives to see its end; and since it counts, it never does the same again.
__global__ void never_end(volatile int* flag) {
  for (unsigned long long round = 1; *flag >= 0 && round != 0; ++round) {
  }
}

// An instruction that no PTX has: it stands for any that the executor doesn't know yet.
__global__ void unsupported() { asm volatile("frobnicate.u32 1;"); }

__global__ void greet(int n) { printf("hello %d from %u\n", n, threadIdx.x); }

static int check(const int* device) {
  int host[64];
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) {
    if (host[i] != 63 - i) return 1;
  }
  return 0;
}

static void tell(const char* what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}

// Launches once more, from wherever the program stands.
static void reverse_again() {
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  int* data = nullptr;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(data);
  if (cudaDeviceSynchronize() == cudaSuccess && check(data) == 0) printf("again\n");
}

struct LastWish {
  ~LastWish() { reverse_again(); }
};

static int end_late() {
  atexit(reverse_again);
  static LastWish destroyed_after_main;
  static thread_local LastWish destroyed_with_the_thread;
  (void)destroyed_after_main;
  (void)destroyed_with_the_thread;
  return 0;
}

static void close_from_to(unsigned first, unsigned last) {
  for (unsigned fd = first; fd <= last; ++fd) close(static_cast<int>(fd));
  reverse_again();
}

static int end_badly(const char* way, int* data) {
  if (strcmp(way, "out-of-bounds") == 0) store_past_the_end<<<1, 1>>>(data);
  if (strcmp(way, "assert") == 0) assert_below<<<1, 32>>>(7);
  if (strcmp(way, "trap") == 0) trap<<<1, 1>>>();
  if (strcmp(way, "unsupported") == 0) unsupported<<<1, 1>>>();
  if (strcmp(way, "never") == 0) never_end<<<1, 1>>>(data);
  tell("launch", cudaSuccess);
  tell("synchronize", cudaDeviceSynchronize());
  tell("malloc", cudaMalloc(&data, 4));
  tell("last", cudaGetLastError());
  return 0;
}

int main(int count, char** words) {
  const char* way = count > 1 ? words[1] : "return";
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  int* data = nullptr;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess || check(data) != 0) return 9;
  printf("reversed\n");
  fflush(stdout);
  if (strcmp(way, "return") == 0) return 0;
  if (strcmp(way, "status") == 0) return 7;
  if (strcmp(way, "exit") == 0) exit(5);
  if (strcmp(way, "_exit") == 0) _exit(6);
  if (strcmp(way, "abort") == 0) abort();
  if (strcmp(way, "segfault") == 0) raise(SIGSEGV);
  if (strcmp(way, "interrupt") == 0) raise(SIGINT);
  if (strcmp(way, "loop") == 0) {
    for (volatile int forever = 1; forever == 1;) {
    }
  }
  if (strcmp(way, "stop-parent") == 0) {
    kill(getppid(), atoi(words[2]));
    for (;;) pause();
  }
  if (strcmp(way, "fork") == 0) {
    const pid_t parent = getpid();
    if (fork() != 0) return 0;
    while (getppid() == parent) usleep(1000);
    return reverse_again(), 0;
  }
  if (strcmp(way, "late") == 0) return end_late();
  if (strcmp(way, "close-many") == 0) return close_from_to(3, 199), 0;
  if (strcmp(way, "close-all") == 0) return close_from_to(3, 2000), 0;
  if (strcmp(way, "reuse") == 0) {
    for (int fd = 3; fd < 1024; ++fd) dup2(STDOUT_FILENO, fd);
    return reverse_again(), 0;
  }
  if (strcmp(way, "printf") == 0) {
    greet<<<1, 2>>>(42);
    return cudaDeviceSynchronize();
  }
  if (strcmp(way, "arguments") == 0) {
    for (int i = 2; i < count; ++i) printf("[%s]", words[i]);
    printf("\n");
    return 0;
  }
  return end_badly(way, data);
}
