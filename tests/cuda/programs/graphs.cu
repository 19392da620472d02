// Kernels in graphs: captured from two streams, and as nodes whose parameters change.
#include <cstdio>

#include <cuda_runtime.h>

__global__ void add(int* values, int what) {
  values[threadIdx.x] += what;
}

__global__ void multiply(int* values, int what) {
  values[threadIdx.x] *= what;
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t forked, joined;
  cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&joined, cudaEventDisableTiming);

  // ((0 + 3) * 5) + 1, in two streams.
  int host[32] = {};
  int wrong = cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) != cudaSuccess;
  cudaMemsetAsync(values, 0, sizeof host, first);
  int what = 3;
  add<<<1, 32, 0, first>>>(values, what);
  what = 1000;  // the graph has its own copy
  cudaEventRecord(forked, first);
  cudaStreamWaitEvent(second, forked, 0);
  multiply<<<1, 32, 0, second>>>(values, 5);
  cudaEventRecord(joined, second);
  cudaStreamWaitEvent(first, joined, 0);
  add<<<1, 32, 0, first>>>(values, 1);
  cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, first);
  cudaGraph_t graph;
  wrong += cudaStreamEndCapture(first, &graph) != cudaSuccess;
  wrong += host[31] != 0;
  cudaGraphExec_t executable;
  wrong += cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess;
  wrong += cudaGraphLaunch(executable, first) != cudaSuccess;
  wrong += cudaStreamSynchronize(first) != cudaSuccess;
  wrong += host[31] != 16;
  wrong += cudaGraphLaunch(executable, second) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
  wrong += host[0] != 16;
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);

  // The same kernels as nodes.
  cudaGraphCreate(&graph, 0);
  int step = 2, factor = 10;
  void* add_arguments[] = {&values, &step};
  void* multiply_arguments[] = {&values, &factor};
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)add;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(32);
  parameters.kernelParams = add_arguments;
  cudaGraphNode_t add_node, multiply_node;
  wrong += cudaGraphAddKernelNode(&add_node, graph, nullptr, 0, &parameters) != cudaSuccess;
  parameters.func = (void*)multiply;
  parameters.kernelParams = multiply_arguments;
  wrong += cudaGraphAddKernelNode(&multiply_node, graph, &add_node, 1, &parameters) != cudaSuccess;
  wrong += cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess;
  cudaMemset(values, 0, sizeof host);
  wrong += cudaGraphLaunch(executable, first) != cudaSuccess;  // (0 + 2) * 10
  factor = 3;
  wrong += cudaGraphExecKernelNodeSetParams(executable, multiply_node, &parameters) != cudaSuccess;
  wrong += cudaGraphLaunch(executable, first) != cudaSuccess;  // (20 + 2) * 3
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  wrong += host[7] != 66;
  cudaKernelNodeParams read = {};
  wrong += cudaGraphKernelNodeGetParams(add_node, &read) != cudaSuccess || *(int*)read.kernelParams[1] != 2;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
