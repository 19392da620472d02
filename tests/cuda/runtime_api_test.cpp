// The runtime as a program meets it: this test is linked to our libcudart.so.13.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "cuda_runtime.h"
#include "smemlens/cuda/fat_binary.h"

namespace {

class RuntimeTest : public testing::Test {
 protected:
  void TearDown() override {
    cudaDeviceReset();
    cudaGetLastError();
  }

  template <typename T>
  static T* allocate(std::size_t count) {
    T* pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, count * sizeof(T)), cudaSuccess);
    return pointer;
  }
};

TEST_F(RuntimeTest, ErrorsHaveCudasNamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorName(std::bit_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(RuntimeTest, TheLastErrorIsKeptUntilItIsTaken) {
  EXPECT_EQ(cudaSetDevice(3), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // success does not clear it
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(RuntimeTest, BatchesOfCopies) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const std::vector<int> host = {1, 2, 3, 4};
  int* const device = allocate<int>(host.size());
  std::vector<int> back(host.size());
  const std::array<std::size_t, 2> bytes = {4, 12};
  const cudaMemcpyAttributes in_order = {.srcAccessOrder = cudaMemcpySrcAccessOrderStream};
  {
    const std::array<int*, 2> to = {device + 3, device};
    const std::array<const int*, 2> from = {host.data(), host.data() + 1};
    ASSERT_EQ(cudaMemcpyBatchAsync(to.data(), from.data(), bytes.data(), 2, in_order, stream),
              cudaSuccess);
  }
  const std::array<int*, 2> to = {back.data(), back.data() + 1};
  const std::array<int*, 2> from = {device, device + 1};
  std::array<cudaMemcpyAttributes, 2> attributes = {in_order, in_order};
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  std::array<std::size_t, 2> first = {0, 1};
  const auto copy = [&](std::size_t kinds, cudaStream_t where) {
    return cudaMemcpyBatchAsync(to.data(), from.data(), bytes.data(), 2, attributes.data(),
                                first.data(), kinds, where);
  };
  EXPECT_EQ(copy(2, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(back, (std::vector<int>{2, 3, 4, 1}));

  EXPECT_EQ(copy(2, nullptr), cudaErrorInvalidValue) << "the legacy stream";
  EXPECT_EQ(copy(0, stream), cudaErrorInvalidValue) << "no attributes";
  first = {0, 0};
  EXPECT_EQ(copy(2, stream), cudaErrorInvalidValue) << "a run of no copies";
  first = {1, 2};
  EXPECT_EQ(copy(1, stream), cudaErrorInvalidValue) << "a copy before the first run";
  first = {0, 2};
  EXPECT_EQ(copy(2, stream), cudaErrorInvalidValue) << "a run behind the last copy";
  first = {0, 1};
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  EXPECT_EQ(copy(2, stream), cudaErrorInvalidValue) << "no order";
  EXPECT_EQ(copy(1, stream), cudaSuccess) << "the second set of attributes isn't asked for";
}

TEST_F(RuntimeTest, CopiesThereAndBack) {
  std::vector<int> host(1000);
  std::iota(host.begin(), host.end(), 0);
  int* const device = allocate<int>(host.size());
  int* const second = allocate<int>(host.size());
  std::vector<int> back(host.size());
  const std::size_t bytes = host.size() * sizeof(int);
  EXPECT_EQ(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(second, device, bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(back.data(), second, bytes, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(back, host);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaSuccess);
}

TEST_F(RuntimeTest, BadCopiesAreRefused) {
  std::array<char, 64> host{};
  char* const device = allocate<char>(64);
  const auto copy = [](void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cudaMemcpy(to, from, bytes, kind);
  };
  EXPECT_EQ(copy(device, host.data(), 65, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(copy(device + 60, host.data(), 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(copy(host.data(), device, 65, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(copy(host.data(), host.data(), 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(copy(device, nullptr, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(copy(device, host.data(), SIZE_MAX, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(copy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(copy(device, host.data(), 8, std::bit_cast<cudaMemcpyKind>(9)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemset(device + 1, 0, 64), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 64), cudaErrorInvalidValue);
}

TEST_F(RuntimeTest, PitchedRowsAreCopiedRowByRow) {
  char* device = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 3, 2), cudaSuccess);
  EXPECT_EQ(pitch, 512U);
  const std::string host = "abcdef";
  std::string back(6, '-');
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host.data(), 3, 3, 2, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemset2D(device, pitch, 'x', 1, 2), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back.data(), 3, device, pitch, 3, 2, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back, "xbcxef");
  EXPECT_EQ(cudaMemcpy2D(device, 2, host.data(), 3, 3, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemset2D(device, 2, 'x', 3, 2), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device, SIZE_MAX, host.data(), 3, 3, 3, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
}

TEST_F(RuntimeTest, WhatIsFreedHasNoSuccessor) {
  for (const std::size_t bytes : {std::size_t{16}, std::size_t{5000}, std::size_t{3} << 20}) {
    char* const first = allocate<char>(bytes);
    EXPECT_EQ(cudaMemset(first, 7, bytes), cudaSuccess);
    EXPECT_EQ(cudaFree(first), cudaSuccess);
    char* const second = allocate<char>(bytes);
    EXPECT_GE(std::bit_cast<std::uint64_t>(second), std::bit_cast<std::uint64_t>(first) + bytes);
    char content = 1;
    EXPECT_EQ(cudaMemcpy(&content, second, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(content, 0);
    EXPECT_EQ(cudaMemcpy(&content, first, 1, cudaMemcpyDefault), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(first, 0, 1), cudaErrorInvalidValue);
  }
}

TEST_F(RuntimeTest, ManyAllocationsOneAfterAnotherAndAtOnce) {
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(cudaFree(allocate<char>(std::size_t{2} << 20)), cudaSuccess);
  }
  std::vector<char*> all;
  for (int i = 0; i < 5000; ++i) {
    all.push_back(allocate<char>(100));
    ASSERT_EQ(cudaMemset(all.back(), 1, 100), cudaSuccess);
  }
  for (char* const pointer : all) ASSERT_EQ(cudaFree(pointer), cudaSuccess);
}

TEST_F(RuntimeTest, MemoryIsFreedOnceAndOnlyIfItWasAllocated) {
  int* const device = allocate<int>(4);
  int local = 0;
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(allocate<int>(4)), cudaErrorInvalidValue);
}

TEST_F(RuntimeTest, MoreMemoryThanThereIsFails) {
  void* pointer = &pointer;
  EXPECT_EQ(cudaMalloc(&pointer, SIZE_MAX), cudaErrorMemoryAllocation);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  std::size_t free = 0;
  std::size_t total = 0;
  allocate<char>(4096);
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(total - free, 4096U);
}

TEST_F(RuntimeTest, PointersAreKnownByKind) {
  cudaPointerAttributes attributes;
  char* const device = allocate<char>(64);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, device + 63), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  void* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(attributes.hostPointer, pinned);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, &attributes), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(RuntimeTest, HostMemoryIsRegisteredOnce) {
  std::vector<int> host(64);
  void* device = nullptr;
  EXPECT_EQ(cudaHostRegister(host.data(), 256, cudaHostRegisterDefault), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(host.data(), 256, cudaHostRegisterDefault),
            cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostGetDevicePointer(&device, host.data(), 0), cudaSuccess);
  EXPECT_EQ(device, host.data());
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaErrorHostMemoryNotRegistered);
}

TEST_F(RuntimeTest, TheDeviceIsTheModelledOne) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(properties.major, 8);
  EXPECT_EQ(properties.minor, 0);
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_EQ(properties.sharedMemPerBlock, 48U << 10U);
  EXPECT_EQ(properties.sharedMemPerBlockOptin, 163U << 10U);
  EXPECT_NE(std::string(properties.name).find("smemlens"), std::string::npos);
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(value, properties.multiProcessorCount);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 1),
            cudaErrorInvalidDevice);
  int count = 0;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
}

TEST_F(RuntimeTest, EventsMeasureTheHostsClock) {
  cudaEvent_t start = nullptr;
  cudaEvent_t end = nullptr;
  float milliseconds = 0;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(start), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(start), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
}

TEST_F(RuntimeTest, StreamsAreKnownUntilTheyAreDestroyed) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  unsigned flags = 0;
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
}

// A kernel, a variable and a constant as a compiler's start-up code would register them.
constexpr const char* kPtx = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 counter = 5;
.visible .const .align 4 .u32 step;
.visible .entry add(.param .u64 out, .param .u32 value)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [value];
  ld.const.u32 %r2, [step];
  ld.global.u32 %r3, [counter];
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

struct Wrapper {
  std::uint32_t magic = 0x466243b1;
  std::uint32_t version = 1;
  const void* container = nullptr;
  const void* list = nullptr;
};

class KernelTest : public RuntimeTest {
 protected:
  void SetUp() override {
    module_ = __cudaRegisterFatBinary(&wrapper_);
    char add[] = "add";
    __cudaRegisterFunction(module_, &function_, add, "add", -1, nullptr, nullptr, nullptr, nullptr,
                           nullptr);
    __cudaRegisterVar(module_, &counter_, nullptr, "counter", 0, 4, 0, 0);
    __cudaRegisterVar(module_, &step_, nullptr, "step", 0, 4, 1, 0);
    __cudaRegisterFatBinaryEnd(module_);
  }
  void TearDown() override {
    __cudaUnregisterFatBinary(module_);
    RuntimeTest::TearDown();
  }

  cudaError_t launch(dim3 grid, dim3 block, std::size_t shared_bytes, unsigned* out,
                     unsigned value) {
    void* arguments[] = {&out, &value};
    return cudaLaunchKernel(static_cast<const void*>(&function_), grid, block, arguments,
                            shared_bytes, nullptr);
  }

  const std::vector<std::byte> container_ = smemlens::cuda::write_container(kPtx, 80);
  Wrapper wrapper_{.container = container_.data()};
  void** module_ = nullptr;
  char function_ = 0;  // these stand for the host's shadows: only their addresses count
  char counter_ = 0;
  char step_ = 0;
};

TEST_F(KernelTest, ALaunchReadsItsParametersAndVariables) {
  auto* const out = allocate<unsigned>(1);
  const unsigned step = 100;
  EXPECT_EQ(cudaMemcpyToSymbol(static_cast<const void*>(&step_), &step, 4), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 0, out, 1000), cudaSuccess);
  unsigned result = 0;
  EXPECT_EQ(cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(result, 1105U);
}

TEST_F(KernelTest, VariablesAreReadAndWrittenWithinTheirBytes) {
  unsigned value = 0;
  const auto* const symbol = static_cast<const void*>(&counter_);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, 4), cudaSuccess);
  EXPECT_EQ(value, 5U);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, 4, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, 4, SIZE_MAX), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, &value, 4), cudaErrorInvalidSymbol);
  void* address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, symbol), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(&value, address, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 5U);
}

struct RefusedLaunch {
  const char* what;
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  cudaError_t error;
};

const RefusedLaunch kRefused[] = {
    {"no thread",               1,          0,          0,          cudaErrorInvalidConfiguration},
    {"no block",                0,          1,          0,          cudaErrorInvalidConfiguration},
    {"1025 threads",            1,          1025,       0,          cudaErrorInvalidConfiguration},
    {"block 32x64",             1,          {32, 64},   0,          cudaErrorInvalidConfiguration},
    {"block too deep",          1,          {1, 1, 65}, 0,          cudaErrorInvalidConfiguration},
    {"grid too high",           {1, 65536}, 1,          0,          cudaErrorInvalidConfiguration},
    {"more shared than it may", 1,          1,          49153,      cudaErrorInvalidValue        },
    {"4 GiB of shared",         1,          1,          1ULL << 32, cudaErrorInvalidValue        },
};

TEST_F(KernelTest, ALaunchThatAGpuWouldRefuseIsRefused) {
  auto* const out = allocate<unsigned>(1);
  for (const auto& [what, grid, block, shared_bytes, error] : kRefused) {
    EXPECT_EQ(launch(grid, block, shared_bytes, out, 0), error) << what;
    EXPECT_EQ(cudaGetLastError(), error) << what;
  }
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(&wrapper_), 1, 1, nullptr, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
}

TEST_F(KernelTest, MoreDynamicSharedMemoryMustBeAskedFor) {
  auto* const out = allocate<unsigned>(1);
  const auto* const kernel = static_cast<const void*>(&function_);
  const auto ask = [&](int bytes) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  EXPECT_EQ(launch(1, 1, 100'000, out, 0), cudaErrorInvalidValue);
  EXPECT_EQ(ask(100'000), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 100'000, out, 0), cudaSuccess);
  EXPECT_EQ(ask(200'000), cudaErrorInvalidValue);
  EXPECT_EQ(ask(-1), cudaErrorInvalidValue);
}

TEST_F(KernelTest, AFaultIsStickyUntilTheDeviceIsReset) {
  EXPECT_EQ(launch(1, 1, 0, nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, 4), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(KernelTest, HandlesAreKernelsToo) {
  auto* out = allocate<unsigned>(1);
  unsigned value = 7;
  void* arguments[] = {&out, &value};
  cudaKernel_t handle = nullptr;
  ASSERT_EQ(__cudaGetKernel(&handle, &function_), cudaSuccess);
  EXPECT_EQ(__cudaLaunchKernel(handle, 1, 1, arguments, 0, nullptr), cudaSuccess);
  const char* name = nullptr;
  EXPECT_EQ(cudaFuncGetName(&name, static_cast<const void*>(&function_)), cudaSuccess);
  EXPECT_STREQ(name, "add");
}

TEST_F(KernelTest, CallConfigurationsNest) {
  EXPECT_EQ(__cudaPushCallConfiguration(1, 2, 3, nullptr), 0U);
  EXPECT_EQ(__cudaPushCallConfiguration(4, 5, 6, nullptr), 0U);
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  CUstream_st* stream = nullptr;
  for (const unsigned first : {4U, 1U}) {
    EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream), cudaSuccess);
    EXPECT_EQ(grid.x, first);
    EXPECT_EQ(block.x, first + 1);
    EXPECT_EQ(shared_bytes, first + 2);
  }
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream),
            cudaErrorMissingConfiguration);
}

TEST_F(KernelTest, OccupancyFollowsTheDevice) {
  int blocks = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &blocks, static_cast<const void*>(&function_), 256, 0),
            cudaSuccess);
  EXPECT_EQ(blocks, 8);  // 2048 threads
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &blocks, static_cast<const void*>(&function_), 256, 40 << 10),
            cudaSuccess);
  EXPECT_EQ(blocks, 4);  // 164 KiB, 1 KiB reserved for each block
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &blocks, static_cast<const void*>(&function_), 0, 0),
            cudaErrorInvalidValue);
}

}  // namespace

// Not in our header: what is not implemented is a stub that names itself.
extern "C" cudaError_t cudaIpcGetMemHandle(void* handle, void* pointer);
extern "C" cudaError_t cudaMemcpy_ptds(void* to, const void* from, std::size_t bytes,
                                       cudaMemcpyKind kind);

namespace {

TEST_F(RuntimeTest, WhatIsNotSupportedNamesItself) {
  testing::internal::CaptureStderr();
  std::array<char, 64> handle{};
  EXPECT_EQ(cudaIpcGetMemHandle(handle.data(), nullptr), cudaErrorNotSupported);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "smemlens: cudaIpcGetMemHandle is not supported: it returns cudaErrorNotSupported\n");
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

TEST_F(RuntimeTest, PerThreadVariantsAreTheSameFunctions) {
  int* const device = allocate<int>(1);
  const int value = 3;
  EXPECT_EQ(cudaMemcpy_ptds(device, &value, 4, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(*device, 3);
}

TEST_F(RuntimeTest, ADriverFunctionThatThereIsNotIsToldByName) {
  void* function = &function;
  cudaDriverEntryPointQueryResult status{};
  EXPECT_EQ(cudaGetDriverEntryPoint("cuNoSuch", &function, 0, &status), cudaSuccess);
  EXPECT_EQ(status, cudaDriverEntryPointSymbolNotFound);
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(cudaGetDriverEntryPointByVersion("cuNoSuch", &function, 13000, 0),
            cudaErrorSymbolNotFound);
}

TEST_F(RuntimeTest, ThereIsNoPeer) {
  int can_access = 1;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can_access, 0, 1), cudaSuccess);
  EXPECT_EQ(can_access, 0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessUnsupported);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
}

TEST_F(RuntimeTest, LimitsAreRemembered) {
  std::size_t value = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, 8U << 20U);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64U << 20U), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, 64U << 20U);
  EXPECT_EQ(cudaDeviceSetLimit(std::bit_cast<cudaLimit>(99), 1), cudaErrorUnsupportedLimit);
}

}  // namespace
