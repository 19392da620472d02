// The driver's interface as a program meets it: its functions are in our libcudart.so.13 too.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/fat_binary.h"

namespace {

// out[i] = value · small + step, for each thread; the parameters leave gaps in the buffer.
constexpr const char* kPtx = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 step = 7;
.visible .entry scale(.param .u8 small, .param .u64 out, .param .u32 value)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<3>;
  ld.param.u8 %r1, [small];
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r2, [value];
  ld.global.u32 %r3, [step];
  mad.lo.u32 %r1, %r1, %r2, %r3;
  mov.u32 %r4, %tid.x;
  mul.wide.u32 %rd2, %r4, 4;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

class DriverTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxCreate(&context_, nullptr, 0, 0), CUDA_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(cuCtxDestroy(context_), CUDA_SUCCESS);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);  // the runtime's own
  }

  static CUdeviceptr allocate(std::size_t bytes) {
    CUdeviceptr pointer = 0;
    EXPECT_EQ(cuMemAlloc(&pointer, bytes), CUDA_SUCCESS);
    return pointer;
  }

  static std::array<unsigned, 4> read4(CUdeviceptr from) {
    std::array<unsigned, 4> values{};
    EXPECT_EQ(cuMemcpyDtoH(values.data(), from, sizeof values), CUDA_SUCCESS);
    return values;
  }

  CUcontext context_ = nullptr;
};

// Launches `scale` of `module` with one argument after the other, and checks what it writes.
void expect_scales(CUmodule module, CUdeviceptr out) {
  CUfunction scale = nullptr;
  ASSERT_EQ(cuModuleGetFunction(&scale, module, "scale"), CUDA_SUCCESS);
  unsigned char small = 3;
  unsigned value = 100;
  void* arguments[] = {&small, &out, &value};
  EXPECT_EQ(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  std::array<unsigned, 4> values{};
  EXPECT_EQ(cuMemcpyDtoH(values.data(), out, sizeof values), CUDA_SUCCESS);
  EXPECT_EQ(values, (std::array<unsigned, 4>{307, 307, 307, 307}));
}

TEST_F(DriverTest, TheDeviceIsTheRuntimes) {
  CUdevice device = 7;
  EXPECT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  std::array<char, 256> name{};
  EXPECT_EQ(cuDeviceGetName(name.data(), 256, device), CUDA_SUCCESS);
  EXPECT_STREQ(name.data(), properties.name);
  EXPECT_EQ(cuDeviceGetName(name.data(), 3, device), CUDA_SUCCESS);
  EXPECT_EQ(std::strlen(name.data()), 2U);
  int threads = 0;
  EXPECT_EQ(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device),
            CUDA_SUCCESS);
  EXPECT_EQ(threads, properties.maxThreadsPerBlock);
  std::size_t bytes = 0;
  EXPECT_EQ(cuDeviceTotalMem(&bytes, device), CUDA_SUCCESS);
  EXPECT_EQ(bytes, properties.totalGlobalMem);
}

TEST_F(DriverTest, ContextsAreAStackOfEachThread) {
  CUcontext current = nullptr;
  EXPECT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, context_);
  CUcontext primary = nullptr;
  EXPECT_EQ(cuDevicePrimaryCtxRetain(&primary, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPushCurrent(primary), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent(&current), CUDA_SUCCESS);
  EXPECT_EQ(current, primary);
  EXPECT_EQ(cuCtxSetCurrent(primary), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent(nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxPopCurrent(nullptr), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxDestroy(primary), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxPushCurrent(std::bit_cast<CUcontext>(&current)), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(DriverTest, ADestroyedContextOfTheStackIsNotLookedInto) {
  CUcontext below = nullptr;
  CUcontext above = nullptr;
  unsigned flags = 0;
  ASSERT_EQ(cuCtxCreate(&below, nullptr, 1, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuCtxCreate(&above, nullptr, 2, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_SUCCESS);
  EXPECT_EQ(flags, 2U);
  EXPECT_EQ(cuCtxDestroy(below), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy(above), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuCtxPopCurrent(nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxGetFlags(&flags), CUDA_SUCCESS);
}

TEST_F(DriverTest, ACaptureAllocatesAndFreesForItsGraph) {
  CUstream stream = nullptr;
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  CUdeviceptr memory = 0;
  EXPECT_EQ(cuMemAllocAsync(&memory, 16, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD32Async(memory, 5, 4, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeAsync(memory, stream), CUDA_SUCCESS);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 3U);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(read4(memory)[3], 5U);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cuStreamDestroy(stream), CUDA_SUCCESS);
}

TEST_F(DriverTest, PtxIsLoadedLaunchedAndForgotten) {
  std::array<char, 16> log{'x'};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER};
  void* values[] = {std::bit_cast<void*>(log.size()), log.data()};
  CUmodule module = nullptr;
  ASSERT_EQ(cuModuleLoadDataEx(&module, kPtx, 2, options, values), CUDA_SUCCESS);
  EXPECT_EQ(log[0], '\0');
  EXPECT_EQ(values[0], nullptr);
  const CUdeviceptr out = allocate(16);
  expect_scales(module, out);

  CUfunction first = nullptr;
  CUfunction second = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&first, module, "scale"), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&second, module, "scale"), CUDA_SUCCESS);
  EXPECT_EQ(first, second);
  EXPECT_EQ(cuModuleGetFunction(&second, module, "step"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchKernel(first, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
}

TEST_F(DriverTest, ArgumentsMayComeInOneBuffer) {
  CUmodule module = nullptr;
  CUfunction scale = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, kPtx), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&scale, module, "scale"), CUDA_SUCCESS);
  const CUdeviceptr out = allocate(16);
  struct {
    unsigned char small;
    CUdeviceptr out;
    unsigned value;
  } buffer{2, out, 50};
  std::size_t bytes = sizeof buffer;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  EXPECT_EQ(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, extra), CUDA_SUCCESS);
  EXPECT_EQ(read4(out)[3], 107U);
  EXPECT_EQ(cuLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(scale, 1, 1, 1, 4096, 1, 1, 0, nullptr, nullptr, extra),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

TEST_F(DriverTest, AVariableIsFoundByName) {
  CUmodule module = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, kPtx), CUDA_SUCCESS);
  CUdeviceptr step = 0;
  std::size_t bytes = 0;
  EXPECT_EQ(cuModuleGetGlobal(&step, &bytes, module, "step"), CUDA_SUCCESS);
  EXPECT_EQ(bytes, 4U);
  EXPECT_EQ(cuMemsetD32(step, 9, 1), CUDA_SUCCESS);
  unsigned value = 0;
  EXPECT_EQ(cuMemcpyDtoH(&value, step, 4), CUDA_SUCCESS);
  EXPECT_EQ(value, 9U);
  EXPECT_EQ(cuModuleGetGlobal(&step, &bytes, module, "scale"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

TEST_F(DriverTest, EveryFormOfDeviceCodeIsRead) {
  const std::vector<std::byte> container = smemlens::cuda::write_container(kPtx, 80);
  const smemlens::cuda::FatWrapper wrapper{.version = 1, .container = container.data()};
  const std::string path = testing::TempDir() + "driver_api_test.ptx";
  std::ofstream(path) << kPtx;
  const CUdeviceptr out = allocate(16);
  CUmodule module = nullptr;
  for (const void* const image :
       {static_cast<const void*>(kPtx), static_cast<const void*>(container.data()),
        static_cast<const void*>(&wrapper)}) {
    ASSERT_EQ(cuModuleLoadData(&module, image), CUDA_SUCCESS);
    expect_scales(module, out);
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  }
  ASSERT_EQ(cuModuleLoad(&module, path.c_str()), CUDA_SUCCESS);
  expect_scales(module, out);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  std::filesystem::remove(path);
  EXPECT_EQ(cuModuleLoad(&module, path.c_str()), CUDA_ERROR_FILE_NOT_FOUND);
  std::ofstream(path).write(reinterpret_cast<const char*>(container.data()), 20);  // cut off
  EXPECT_EQ(cuModuleLoad(&module, path.c_str()), CUDA_ERROR_INVALID_IMAGE);
  std::filesystem::remove(path);
  constexpr std::array<char, 8> kCubin = {'\x7f', 'E', 'L', 'F', 2, 1, 1, 0};
  EXPECT_EQ(cuModuleLoadData(&module, kCubin.data()), CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
}

TEST_F(DriverTest, TheLinkerJoinsUnits) {
  std::string caller = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) seven();
.visible .entry write(.param .u64 out)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  { .param .b32 result; call (result), seven; ld.param.b32 %r1, [result]; }
  st.global.u32 [%rd1], %r1;
  ret;
}
)";
  std::string callee = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .func (.param .b32 result) seven()
{
  .reg .b32 %r<2>;
  mov.b32 %r1, 7;
  st.param.b32 [result], %r1;
  ret;
}
)";
  CUlinkState state = nullptr;
  ASSERT_EQ(cuLinkCreate(0, nullptr, nullptr, &state), CUDA_SUCCESS);
  for (std::string* const unit : {&caller, &callee}) {
    EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_PTX, unit->data(), unit->size() + 1, "unit", 0,
                            nullptr, nullptr),
              CUDA_SUCCESS);
  }
  EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_NVVM, caller.data(), 1, "unit", 0, nullptr, nullptr),
            CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(
      cuLinkAddData(state, CU_JIT_INPUT_FATBINARY, caller.data(), 4, "unit", 0, nullptr, nullptr),
      CUDA_ERROR_INVALID_IMAGE);
  void* image = nullptr;
  ASSERT_EQ(cuLinkComplete(state, &image, nullptr), CUDA_SUCCESS);
  CUmodule module = nullptr;
  CUfunction write = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, image), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&write, module, "write"), CUDA_SUCCESS);
  CUdeviceptr out = allocate(16);
  void* arguments[] = {&out};
  EXPECT_EQ(cuLaunchKernel(write, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(read4(out)[0], 7U);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

TEST_F(DriverTest, ALibraryServesBothInterfaces) {
  cudaLibrary_t library = nullptr;
  std::array<char, 16> log{'x'};
  cudaJitOption options[] = {cudaJitErrorLogBufferSizeBytes, cudaJitErrorLogBuffer};
  void* values[] = {std::bit_cast<void*>(log.size()), log.data()};
  ASSERT_EQ(cudaLibraryLoadData(&library, kPtx, options, values, 2, nullptr, nullptr, 0),
            cudaSuccess);
  EXPECT_EQ(log[0], '\0');
  EXPECT_EQ(cudaLibraryLoadData(nullptr, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  cudaKernel_t scale = nullptr;
  ASSERT_EQ(cudaLibraryGetKernel(&scale, library, "scale"), cudaSuccess);
  EXPECT_EQ(cudaLibraryGetKernel(nullptr, library, "none"), cudaErrorSymbolNotFound);
  EXPECT_EQ(cudaGetLastError(), cudaErrorSymbolNotFound);
  unsigned count = 0;
  EXPECT_EQ(cudaLibraryGetKernelCount(&count, library), cudaSuccess);
  EXPECT_EQ(count, 1U);
  std::array<cudaKernel_t, 2> kernels{};
  EXPECT_EQ(cudaLibraryEnumerateKernels(kernels.data(), 2, library), cudaSuccess);
  EXPECT_EQ(kernels, (std::array<cudaKernel_t, 2>{scale, nullptr}));
  EXPECT_EQ(cudaLibraryEnumerateKernels(kernels.data(), 0, library), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  const char* name = nullptr;
  EXPECT_EQ(cuKernelGetName(&name, kernels[0]), CUDA_SUCCESS);
  EXPECT_STREQ(name, "scale");
  CUdeviceptr out = allocate(16);
  unsigned char small = 1;
  unsigned value = 1;
  void* arguments[] = {&small, &out, &value};
  EXPECT_EQ(cudaLaunchKernel(scale, {1, 1, 1}, {4, 1, 1}, arguments, 0, nullptr), cudaSuccess);
  EXPECT_EQ(read4(out)[0], 8U);
  CUmodule module = nullptr;
  EXPECT_EQ(cuLibraryGetModule(&module, library), CUDA_SUCCESS);
  expect_scales(module, out);
  EXPECT_EQ(cuModuleGetFunctionCount(&count, module), CUDA_SUCCESS);
  EXPECT_EQ(count, 1U);
  CUfunction function = nullptr;
  EXPECT_EQ(cuModuleEnumerateFunctions(&function, 1, module), CUDA_SUCCESS);
  EXPECT_EQ(function, reinterpret_cast<CUfunction>(scale));
  EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
}

TEST_F(DriverTest, RowsAreCopiedBetweenPitches) {
  std::array<unsigned char, 12> host{};  // three rows of four
  std::iota(host.begin(), host.end(), static_cast<unsigned char>(0));
  CUdeviceptr device = 0;
  std::size_t pitch = 0;
  ASSERT_EQ(cuMemAllocPitch(&device, &pitch, 4, 3, 4), CUDA_SUCCESS);
  EXPECT_GE(pitch, 4U);
  CUDA_MEMCPY2D job{};
  job.srcMemoryType = CU_MEMORYTYPE_HOST;
  job.srcHost = host.data();
  job.srcPitch = 4;
  job.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  job.dstDevice = device;
  job.dstPitch = pitch;
  job.WidthInBytes = 4;
  job.Height = 3;
  EXPECT_EQ(cuMemcpy2D(&job), CUDA_SUCCESS);
  CUDA_MEMCPY2D without_pitch = job;  // which only a single row may be
  without_pitch.srcPitch = 0;
  EXPECT_EQ(cuMemcpy2D(&without_pitch), CUDA_ERROR_INVALID_VALUE);
  without_pitch.Height = 1;
  EXPECT_EQ(cuMemcpy2D(&without_pitch), CUDA_SUCCESS);
  std::array<unsigned char, 2> corner{};
  CUDA_MEMCPY2D back{};  // the last two bytes of the last row
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = device;
  back.srcPitch = pitch;
  back.srcXInBytes = 2;
  back.srcY = 2;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = corner.data();
  back.WidthInBytes = 2;
  back.Height = 1;
  EXPECT_EQ(cuMemcpy2D(&back), CUDA_SUCCESS);
  EXPECT_EQ(corner, (std::array<unsigned char, 2>{10, 11}));
  back.srcY = 3;
  EXPECT_EQ(cuMemcpy2D(&back), CUDA_ERROR_INVALID_VALUE);
  back.srcY = SIZE_MAX / pitch + 1;  // times the pitch 0, in 64 bits
  EXPECT_EQ(cuMemcpy2D(&back), CUDA_ERROR_INVALID_VALUE);
  back.srcY = 0;
  back.srcXInBytes = SIZE_MAX - 1;
  back.srcPitch = 0;
  EXPECT_EQ(cuMemcpy2D(&back), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
}

TEST_F(DriverTest, FillsCountElements) {
  const CUdeviceptr device = allocate(16);
  EXPECT_EQ(cuMemsetD32(device, 0x01020304, 4), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD16(device, 0xabcd, 3), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8(device + 15, 0xff, 1), CUDA_SUCCESS);
  EXPECT_EQ(read4(device),
            (std::array<unsigned, 4>{0xabcdabcd, 0x0102abcd, 0x01020304, 0xff020304}));
  EXPECT_EQ(cuMemsetD32(device, 0, 5), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD32(device + 2, 0, 1), CUDA_ERROR_INVALID_VALUE);  // misaligned
  EXPECT_EQ(cuMemsetD16(device + 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD32(device, 0, SIZE_MAX / 2), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
}

TEST_F(DriverTest, MemoryIsKnownByItsAddress) {
  const CUdeviceptr device = allocate(100);
  CUdeviceptr base = 0;
  std::size_t bytes = 0;
  EXPECT_EQ(cuMemGetAddressRange(&base, &bytes, device + 99), CUDA_SUCCESS);
  EXPECT_EQ(base, device);
  EXPECT_EQ(bytes, 100U);
  CUmemorytype type{};
  EXPECT_EQ(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device), CUDA_SUCCESS);
  EXPECT_EQ(type, CU_MEMORYTYPE_DEVICE);
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(device), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc(&base, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc(&base, SIZE_MAX / 2), CUDA_ERROR_OUT_OF_MEMORY);
}

// CUDA C++ Programming Guide, "Heap Memory Allocation": such memory is the kernels' alone.
TEST_F(DriverTest, TheHostHasNoAccessToTheKernelsHeap) {
  constexpr const char* kTakes = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b64 result) malloc (.param .b64 bytes);
.visible .entry take(.param .u64 out)
{
  .reg .b64 %rd<3>;
  .param .b64 bytes;
  .param .b64 result;
  ld.param.u64 %rd1, [out];
  st.param.b64 [bytes], 64;
  call (result), malloc, (bytes);
  ld.param.b64 %rd2, [result];
  st.global.u64 [%rd1], %rd2;
  ret;
}
.extern .func free (.param .b64 pointer);
.visible .entry give(.param .u64 block)
{
  .reg .b64 %rd<2>;
  .param .b64 pointer;
  ld.param.u64 %rd1, [block];
  st.param.b64 [pointer], %rd1;
  call free, (pointer);
  ret;
}
)";
  CUmodule module = nullptr;
  CUfunction take = nullptr;
  CUfunction give = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, kTakes), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&take, module, "take"), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&give, module, "give"), CUDA_SUCCESS);
  CUdeviceptr out = allocate(16);
  void* arguments[] = {&out};
  ASSERT_EQ(cuLaunchKernel(take, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  CUdeviceptr heap = 0;
  ASSERT_EQ(cuMemcpyDtoH(&heap, out, sizeof heap), CUDA_SUCCESS);
  EXPECT_NE(heap, 0U);
  EXPECT_EQ(cuMemcpyDtoH(arguments, heap, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpy(out, heap, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8(heap, 0, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(heap), CUDA_ERROR_INVALID_VALUE);
  // Once it is free, the host's own memory may come to lie there.
  void* block[] = {&heap};
  ASSERT_EQ(cuLaunchKernel(give, 1, 1, 1, 1, 1, 1, 0, nullptr, block, nullptr), CUDA_SUCCESS);
  std::vector<std::vector<std::byte>> hosts(64, std::vector<std::byte>(64));
  for (auto& host : hosts) EXPECT_EQ(cuMemcpyDtoH(host.data(), out, 16), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(out), CUDA_SUCCESS);
}

TEST_F(DriverTest, OccupancyProposesABlock) {
  CUmodule module = nullptr;
  CUfunction scale = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, kPtx), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&scale, module, "scale"), CUDA_SUCCESS);
  int most = 0;
  EXPECT_EQ(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale),
            CUDA_SUCCESS);
  int grid = 0;
  int block = 0;
  EXPECT_EQ(cuOccupancyMaxPotentialBlockSize(&grid, &block, scale, nullptr, 0, 100), CUDA_SUCCESS);
  EXPECT_EQ(block, 64);  // 32 blocks of 64 threads fill 2048; 16 of 100 don't
  EXPECT_GT(grid, 0);
  EXPECT_LE(block, most);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

TEST_F(DriverTest, ErrorsHaveTheDriversNames) {
  const char* text = nullptr;
  EXPECT_EQ(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "invalid argument");
  EXPECT_EQ(cuGetErrorName(std::bit_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
}

TEST_F(DriverTest, FunctionsAreFoundByName) {
  void* function = nullptr;
  CUdriverProcAddressQueryResult status{};
  EXPECT_EQ(cuGetProcAddress("cuMemAlloc", &function, CUDA_VERSION, 0, &status), CUDA_SUCCESS);
  EXPECT_EQ(function, reinterpret_cast<void*>(&cuMemAlloc));
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS);
  EXPECT_EQ(cudaGetDriverEntryPoint("cuLaunchKernel", &function, 0, nullptr), cudaSuccess);
  EXPECT_EQ(function, reinterpret_cast<void*>(&cuLaunchKernel));
  for (const char* const name : {"cuNoSuch", "cudaMalloc", ""}) {
    EXPECT_EQ(cuGetProcAddress(name, &function, CUDA_VERSION, 0, &status), CUDA_ERROR_NOT_FOUND);
    EXPECT_EQ(function, nullptr);
  }
  // A stub names itself when it is called.
  ASSERT_EQ(cuGetProcAddress("cuGraphicsMapResources", &function, CUDA_VERSION, 0, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(reinterpret_cast<CUresult (*)()>(function)(), CUDA_ERROR_NOT_SUPPORTED);
}

}  // namespace
