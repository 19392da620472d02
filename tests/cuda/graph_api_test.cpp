// Graphs, captured and made by hand, as a program meets them.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <thread>
#include <vector>

#include "cuda_runtime.h"

namespace {

class GraphTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&device_, sizeof host_), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&second_, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override {
    cudaStreamDestroy(stream_);
    cudaStreamDestroy(second_);
    cudaDeviceReset();
    cudaGetLastError();
  }

  int device_value(std::size_t index) const { return device_[index]; }  // it is host memory

  void run(cudaGraph_t graph, int times = 1) {
    cudaGraphExec_t executable = nullptr;
    ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    for (int i = 0; i < times; ++i) ASSERT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  }

  cudaError_t copy_in(cudaStream_t stream) {
    return cudaMemcpyAsync(device_, host_.data(), sizeof host_, cudaMemcpyHostToDevice, stream);
  }

  std::array<int, 4> host_ = {1, 2, 3, 4};
  int* device_ = nullptr;
  cudaStream_t stream_ = nullptr;
  cudaStream_t second_ = nullptr;
};

void count(void* data) {
  ++*static_cast<int*>(data);
}

TEST_F(GraphTest, WhatIsCapturedIsDoneWhenTheGraphIsLaunched) {
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(copy_in(stream_), cudaSuccess);
  int calls = 0;
  EXPECT_EQ(cudaLaunchHostFunc(stream_, count, &calls), cudaSuccess);
  cudaStreamCaptureStatus status{};
  EXPECT_EQ(cudaStreamIsCapturing(stream_, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(device_value(0), 0);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 2U);
  run(graph, 3);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(device_value(3), 4);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
}

TEST_F(GraphTest, AStreamThatWaitsForACapturedEventIsCapturedToo) {
  cudaEvent_t fork = nullptr;
  cudaEvent_t join = nullptr;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&join), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(copy_in(stream_), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(second_, fork), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(device_, 0, 4, second_), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(join, second_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(stream_, join), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  run(graph);
  EXPECT_EQ(device_value(0), 0);
  EXPECT_EQ(device_value(1), 2);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
}

TEST_F(GraphTest, ACaptureThatNobodyJoinsFails) {
  cudaEvent_t fork = nullptr;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(copy_in(stream_), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(second_, fork), cudaSuccess);
  EXPECT_EQ(copy_in(second_), cudaSuccess);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(second_, &graph), cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);
  cudaEventDestroy(fork);
}

TEST_F(GraphTest, WhatACaptureForbidsEndsIt) {
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorIllegalState);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(copy_in(stream_), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(copy_in(stream_), cudaSuccess);  // the stream works again
}

TEST_F(GraphTest, TheLegacyStreamMayNotBeUsedWhileABlockingOneIsCaptured) {
  cudaStream_t blocking = nullptr;
  ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(copy_in(nullptr), cudaErrorStreamCaptureImplicit);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(blocking, &graph), cudaErrorStreamCaptureInvalidated);
  cudaStreamDestroy(blocking);
}

TEST_F(GraphTest, NodesRunAfterWhatTheyDependOn) {
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  // The fill is made first and depends on the copy, which is made later.
  cudaGraphNode_t fill = nullptr;
  const cudaMemsetParams zeros = {device_, 0, 0x01020304, 4, 2, 1};
  ASSERT_EQ(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros), cudaSuccess);
  cudaGraphNode_t copy = nullptr;
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, device_, host_.data(), sizeof host_,
                                     cudaMemcpyHostToDevice),
            cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &copy, &fill, nullptr, 1), cudaSuccess);
  run(graph);
  EXPECT_EQ(device_value(0), 0x01020304);
  EXPECT_EQ(device_value(1), 0x01020304);
  EXPECT_EQ(device_value(2), 3);
  cudaGraphNodeType type{};
  EXPECT_EQ(cudaGraphNodeGetType(fill, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemset);
  std::size_t roots = 0;
  EXPECT_EQ(cudaGraphGetRootNodes(graph, nullptr, &roots), cudaSuccess);
  EXPECT_EQ(roots, 1U);
  // A circle cannot run.
  ASSERT_EQ(cudaGraphAddDependencies(graph, &fill, &copy, nullptr, 1), cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaErrorInvalidValue);
  cudaGraphDestroy(graph);
}

TEST_F(GraphTest, ChildGraphsAndHostNodes) {
  int calls = 0;
  const cudaHostNodeParams call = {count, &calls};
  cudaGraph_t child = nullptr;
  ASSERT_EQ(cudaGraphCreate(&child, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphAddHostNode(&node, child, nullptr, 0, &call), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  std::vector<cudaGraphNode_t> chain(3);
  ASSERT_EQ(cudaGraphAddChildGraphNode(chain.data(), graph, nullptr, 0, child), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&chain[1], graph, chain.data(), 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddHostNode(&chain[2], graph, &chain[1], 1, &call), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(child), cudaSuccess);  // the node has a copy
  run(graph, 2);
  EXPECT_EQ(calls, 4);
  cudaGraphDestroy(graph);
}

TEST_F(GraphTest, TheGraphInsideAChildNodeIsTheNodesOwn) {
  int calls = 0;
  const cudaHostNodeParams call = {count, &calls};
  cudaGraph_t child = nullptr;
  ASSERT_EQ(cudaGraphCreate(&child, 0), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), cudaSuccess);
  cudaGraph_t inside = nullptr;
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(node, &inside), cudaSuccess);
  EXPECT_NE(inside, child);  // which was copied
  cudaGraphNode_t host = nullptr;
  ASSERT_EQ(cudaGraphAddHostNode(&host, child, nullptr, 0, &call), cudaSuccess);
  run(graph);
  EXPECT_EQ(calls, 0);
  ASSERT_EQ(cudaGraphAddHostNode(&host, inside, nullptr, 0, &call), cudaSuccess);
  run(graph);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(cudaGraphChildGraphNodeGetGraph(host, &inside), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphChildGraphNodeGetGraph(node, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphChildGraphNodeGetGraph(nullptr, &inside), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(inside), cudaErrorInvalidValue);
  cudaGraphDestroy(child);
  cudaGraphDestroy(graph);
}

TEST_F(GraphTest, AnExecutableGraphTakesNewParameters) {
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t copy = nullptr;
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, device_, host_.data(), 4,
                                     cudaMemcpyHostToDevice),
            cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, device_, &host_[2], 4,
                                               cudaMemcpyHostToDevice),
            cudaSuccess);
  const cudaHostNodeParams call = {count, nullptr};
  EXPECT_EQ(cudaGraphExecHostNodeSetParams(executable, copy, &call), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(device_value(0), 3);
  EXPECT_EQ(cudaGraphNodeSetEnabled(executable, copy, 0), cudaSuccess);
  EXPECT_EQ(cudaMemset(device_, 0, 4), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(device_value(0), 0);
  EXPECT_EQ(cudaGraphNodeSetEnabled(executable, copy, 1), cudaSuccess);
  cudaGraphExecUpdateResultInfo result{};
  EXPECT_EQ(cudaGraphExecUpdate(executable, graph, &result), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(device_value(0), 1);
  cudaGraphNode_t extra = nullptr;
  EXPECT_EQ(cudaGraphAddEmptyNode(&extra, graph, nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphExecUpdate(executable, graph, &result), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(result.result, cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaErrorInvalidValue);
  cudaGraphDestroy(graph);
}

TEST_F(GraphTest, AnUpdateReachesIntoChildGraphs) {
  std::array<int, 2> calls{};
  cudaGraphExec_t executable = nullptr;
  for (int& counter : calls) {
    const cudaHostNodeParams call = {count, &counter};
    cudaGraph_t child = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    ASSERT_EQ(cudaGraphCreate(&child, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddHostNode(&node, child, nullptr, 0, &call), cudaSuccess);
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), cudaSuccess);
    if (executable == nullptr) {
      ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    } else {
      EXPECT_EQ(cudaGraphExecUpdate(executable, graph, nullptr), cudaSuccess);
    }
    EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(child);
  }
  EXPECT_EQ(calls, (std::array{1, 1}));
  cudaGraphExecDestroy(executable);
}

TEST_F(GraphTest, AnUpdateRefusesOtherEdges) {
  std::array<int, 2> calls{};
  std::array<cudaGraph_t, 2> graphs{};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const cudaHostNodeParams call = {count, &calls[i]};
    std::array<cudaGraphNode_t, 2> nodes{};
    ASSERT_EQ(cudaGraphCreate(&graphs[i], 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddHostNode(nodes.data(), graphs[i], nullptr, 0, &call), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&nodes[1], graphs[i], nodes.data(), i), cudaSuccess);
  }
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graphs[0], 0), cudaSuccess);
  cudaGraphExecUpdateResultInfo result{};
  EXPECT_EQ(cudaGraphExecUpdate(executable, graphs[1], &result), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(result.result, cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(calls, (std::array{1, 0}));  // nothing was taken over
  cudaGraphExecDestroy(executable);
  for (const cudaGraph_t graph : graphs) cudaGraphDestroy(graph);
}

TEST_F(GraphTest, AClonesNodesAreFoundByTheirOrigins) {
  cudaGraph_t graph = nullptr;
  cudaGraph_t copy = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  cudaGraphNode_t found = nullptr;
  ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphClone(&copy, graph), cudaSuccess);
  EXPECT_EQ(cudaGraphNodeFindInClone(&found, node, copy), cudaSuccess);
  EXPECT_NE(found, node);
  EXPECT_EQ(cudaGraphNodeFindInClone(&found, found, copy), cudaErrorInvalidValue);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(copy);
}

// Memory that a graph allocates has one address for all its launches.
TEST_F(GraphTest, ACaptureMayAllocateAndFree) {
  void* scratch = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&scratch, sizeof host_, stream_), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(scratch, 1, sizeof host_, stream_), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(device_, scratch, sizeof host_, cudaMemcpyDeviceToDevice, stream_),
            cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(scratch, stream_), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  std::array<cudaGraphNode_t, 4> nodes{};
  std::size_t count = nodes.size();
  EXPECT_EQ(cudaGraphGetNodes(graph, nodes.data(), &count), cudaSuccess);
  ASSERT_EQ(count, 4U);
  cudaGraphNodeType type{};
  EXPECT_EQ(cudaGraphNodeGetType(nodes[0], &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemAlloc);
  EXPECT_EQ(cudaGraphNodeGetType(nodes[3], &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemFree);
  EXPECT_EQ(device_value(0), 0);
  run(graph, 2);
  EXPECT_EQ(device_value(3), 0x01010101);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(GraphTest, AFreedAllocationOfTheProgramsIsFreedWhenTheGraphIsLaunched) {
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof host_), cudaSuccess);
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, memory), cudaSuccess);
  EXPECT_EQ(cudaMemset(memory, 0, sizeof host_), cudaSuccess);
  run(graph);
  EXPECT_EQ(cudaMemset(memory, 0, sizeof host_), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(GraphTest, ANodeThatAllocatesGivesTheAddress) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t first = nullptr;
  cudaGraphNode_t last = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaMemAllocNodeParams parameters{};
  parameters.bytesize = sizeof host_;
  ASSERT_EQ(cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, &parameters), cudaSuccess);
  EXPECT_NE(parameters.dptr, nullptr);
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&last, graph, &first, 1, parameters.dptr, host_.data(),
                                     sizeof host_, cudaMemcpyHostToDevice),
            cudaSuccess);
  run(graph);
  std::array<int, 4> back{};
  EXPECT_EQ(cudaMemcpy(back.data(), parameters.dptr, sizeof back, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(back, host_);
  EXPECT_EQ(cudaFree(parameters.dptr), cudaSuccess);
  EXPECT_EQ(cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

// CUDA Runtime API, "cudaGraphAddMemAllocNode" and "cudaGraphAddMemFreeNode".
TEST_F(GraphTest, AGraphThatAllocatesIsThereOnceAndFreesBeforeItIsLaunchedAgain) {
  cudaGraph_t graph = nullptr;
  cudaGraph_t copy = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphExec_t second = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaMemAllocNodeParams parameters{};
  parameters.bytesize = sizeof host_;
  ASSERT_EQ(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters), cudaSuccess);
  EXPECT_EQ(cudaGraphClone(&copy, graph), cudaErrorNotSupported);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&second, graph, 0), cudaErrorNotSupported);

  EXPECT_EQ(cudaFree(parameters.dptr), cudaErrorInvalidValue);  // nothing is allocated yet
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeAsync(parameters.dptr, stream_), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(parameters.dptr, stream_), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(cudaFree(parameters.dptr), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);

  cudaGraphInstantiateParams wanted{};
  wanted.flags = cudaGraphInstantiateFlagAutoFreeOnLaunch;
  ASSERT_EQ(cudaGraphInstantiateWithParams(&executable, graph, &wanted), cudaSuccess);
  EXPECT_EQ(wanted.result_out, cudaGraphInstantiateSuccess);
  unsigned long long flags = 0;
  EXPECT_EQ(cudaGraphExecGetFlags(executable, &flags), cudaSuccess);
  EXPECT_EQ(flags, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

using Call = cudaError_t (*)(void*& memory);

// "Potentially unsafe": they might wait for the device.
TEST_F(GraphTest, UnsafeCallsSpoilACapture) {
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  constexpr Call kCalls[] = {
      [](void*&) {
        void* fresh = nullptr;
        return cudaMalloc(&fresh, 4);
      },
      [](void*&) {
        void* fresh = nullptr;
        return cudaMallocHost(&fresh, 4);
      },
      [](void*&) {
        void* fresh = nullptr;
        return cudaMallocManaged(&fresh, 4);
      },
      [](void*& old) { return cudaFree(old); },
  };
  for (const Call call : kCalls) {
    ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
    EXPECT_EQ(call(memory), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(copy_in(stream_), cudaErrorStreamCaptureInvalidated);
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(graph, nullptr);
  }
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

struct UnsafeCase {
  cudaStreamCaptureMode capture;
  cudaStreamCaptureMode thread;
  cudaError_t here, elsewhere;
};
constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
constexpr cudaError_t kForbidden = cudaErrorStreamCaptureUnsupported;

constexpr UnsafeCase kUnsafeCases[] = {
    {kGlobal,      kGlobal,      kForbidden,  kForbidden },
    {kGlobal,      kThreadLocal, kForbidden,  cudaSuccess},
    {kGlobal,      kRelaxed,     cudaSuccess, cudaSuccess},
    {kThreadLocal, kGlobal,      kForbidden,  cudaSuccess},
    {kThreadLocal, kRelaxed,     cudaSuccess, cudaSuccess},
    {kRelaxed,     kGlobal,      cudaSuccess, cudaSuccess},
};

cudaError_t allocate_in_mode(cudaStreamCaptureMode mode) {
  void* memory = nullptr;
  EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  const cudaError_t error = cudaMalloc(&memory, 4);
  EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  return error;
}

TEST_F(GraphTest, WhichUnsafeCallsAreForbiddenTheModesSay) {
  for (const UnsafeCase& c : kUnsafeCases) {
    SCOPED_TRACE(testing::Message() << c.capture << ' ' << c.thread);
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream_, c.capture), cudaSuccess);
    EXPECT_EQ(allocate_in_mode(c.thread), c.here);
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph),
              c.here == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
    ASSERT_EQ(cudaStreamBeginCapture(stream_, c.capture), cudaSuccess);
    std::thread([&c] { EXPECT_EQ(allocate_in_mode(c.thread), c.elsewhere); }).join();
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph),
              c.elsewhere == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
  }
}

TEST_F(GraphTest, OnlyARelaxedCaptureEndsInAnotherThread) {
  for (const cudaStreamCaptureMode mode : {kGlobal, kThreadLocal, kRelaxed}) {
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream_, mode), cudaSuccess);
    std::thread([&] {
      EXPECT_EQ(cudaStreamEndCapture(stream_, &graph),
                mode == kRelaxed ? cudaSuccess : cudaErrorStreamCaptureWrongThread);
    }).join();
    if (mode != kRelaxed) {
      EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
    }
  }
}

}  // namespace
