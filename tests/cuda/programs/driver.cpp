// Adds two vectors by the driver's interface, from PTX that it brings as text.
#include <cstdio>
#include <vector>

#include <cuda.h>

const char* const kPtx = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 a, .param .u64 b)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 tile[256];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 4;
  ld.param.u64 %rd2, [a];
  ld.param.u64 %rd3, [b];
  add.u64 %rd2, %rd2, %rd1;
  add.u64 %rd3, %rd3, %rd1;
  ld.global.u32 %r2, [%rd2];
  ld.global.u32 %r3, [%rd3];
  add.u32 %r2, %r2, %r3;
  shl.b32 %r1, %r1, 2;
  mov.u32 %r3, tile;
  add.u32 %r1, %r1, %r3;
  st.shared.u32 [%r1], %r2;
  ld.shared.u32 %r2, [%r1];
  st.global.u32 [%rd2], %r2;
  ret;
}
)";

bool check(CUresult result) {
  const char* name = "";
  if (result != CUDA_SUCCESS && cuGetErrorName(result, &name) == CUDA_SUCCESS) std::puts(name);
  return result == CUDA_SUCCESS;
}

int main() {
  constexpr int kCount = 64;
  constexpr size_t kBytes = kCount * sizeof(int);
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction add = nullptr;
  CUdeviceptr a = 0;
  CUdeviceptr b = 0;
  std::vector<int> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = i;
  if (!check(cuInit(0)) || !check(cuDeviceGet(&device, 0))) return 1;
  if (!check(cuCtxCreate(&context, nullptr, 0, device))) return 1;
  if (!check(cuModuleLoadData(&module, kPtx))) return 1;
  if (!check(cuModuleGetFunction(&add, module, "add"))) return 1;
  if (!check(cuMemAlloc(&a, kBytes)) || !check(cuMemAlloc(&b, kBytes))) return 1;
  check(cuMemcpyHtoD(a, host.data(), kBytes));
  check(cuMemcpyHtoD(b, host.data(), kBytes));
  void* arguments[] = {&a, &b};
  check(cuLaunchKernel(add, 1, 1, 1, kCount, 1, 1, 0, nullptr, arguments, nullptr));
  check(cuMemcpyDtoH(host.data(), a, kBytes));
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += host[i] == 2 * i ? 0 : 1;
  std::printf("%d wrong\n", wrong);
  check(cuMemFree(a));
  check(cuMemFree(b));
  check(cuModuleUnload(module));
  check(cuCtxDestroy(context));
}
