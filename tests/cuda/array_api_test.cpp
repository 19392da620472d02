// Arrays, three-dimensional copies and memory pools, as a program meets them.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cuda_runtime.h"

namespace {

class ArrayTest : public testing::Test {
 protected:
  void TearDown() override {
    cudaDeviceReset();
    cudaGetLastError();
  }
};

TEST_F(ArrayTest, RowsGoInAndComeBack) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  EXPECT_EQ(format.x, 32);
  EXPECT_EQ(format.f, cudaChannelFormatKindFloat);
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &format, 5, 3), cudaSuccess);
  std::vector<float> in(15);
  std::iota(in.begin(), in.end(), 0.0F);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, in.data(), 20, 20, 3, cudaMemcpyHostToDevice),
            cudaSuccess);
  std::array<float, 4> part{};
  EXPECT_EQ(cudaMemcpy2DFromArray(part.data(), 8, array, 12, 1, 8, 2, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(part, (std::array<float, 4>{8, 9, 13, 14}));
  EXPECT_EQ(cudaMemcpy2DFromArray(part.data(), 8, array, 16, 1, 8, 2, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);  // past the row's end
  EXPECT_EQ(cudaMemcpy2DFromArray(part.data(), 8, array, 0, 2, 8, 2, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);  // past the last row
  cudaExtent extent{};
  EXPECT_EQ(cudaArrayGetInfo(nullptr, &extent, nullptr, array), cudaSuccess);
  EXPECT_EQ(extent.width, 5U);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, in.data(), 20, 20, 3, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
}

TEST_F(ArrayTest, AFormatMustBeOne) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc nothing = {0, 0, 0, 0, cudaChannelFormatKindFloat};
  EXPECT_EQ(cudaMallocArray(&array, &nothing, 4), cudaErrorInvalidChannelDescriptor);
  const cudaChannelFormatDesc odd = {5, 0, 0, 0, cudaChannelFormatKindSigned};
  EXPECT_EQ(cudaMallocArray(&array, &odd, 4), cudaErrorInvalidChannelDescriptor);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int4>();
  EXPECT_EQ(cudaMallocArray(&array, &format, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&array, &format, SIZE_MAX / 4, SIZE_MAX / 4),
            cudaErrorMemoryAllocation);
}

TEST_F(ArrayTest, ThreeDimensionsCountTheArraysElements) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  const cudaExtent whole = make_cudaExtent(4, 3, 2);
  ASSERT_EQ(cudaMalloc3DArray(&array, &format, whole), cudaSuccess);
  std::vector<int> in(24);
  std::iota(in.begin(), in.end(), 0);
  cudaMemcpy3DParms job{};
  job.srcPtr = make_cudaPitchedPtr(in.data(), 16, 4, 3);
  job.dstArray = array;
  job.extent = whole;
  job.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&job), cudaSuccess);
  cudaPitchedPtr device{};
  ASSERT_EQ(cudaMalloc3D(&device, make_cudaExtent(8, 2, 1)), cudaSuccess);
  cudaMemcpy3DParms back{};
  back.srcArray = array;
  back.srcPos = make_cudaPos(2, 1, 1);
  back.dstPtr = device;
  back.extent = make_cudaExtent(2, 2, 1);
  back.kind = cudaMemcpyDeviceToDevice;
  EXPECT_EQ(cudaMemcpy3D(&back), cudaSuccess);
  const auto* const rows = static_cast<const std::byte*>(device.ptr);
  EXPECT_EQ(*reinterpret_cast<const int*>(rows), 12 + 4 + 2);
  EXPECT_EQ(*reinterpret_cast<const int*>(rows + device.pitch + 4), 12 + 8 + 3);
  back.srcPos.z = 2;
  EXPECT_EQ(cudaMemcpy3D(&back), cudaErrorInvalidValue);
  back.srcArray = nullptr;
  EXPECT_EQ(cudaMemcpy3D(&back), cudaErrorInvalidValue);  // no source at all
  EXPECT_EQ(cudaMemcpy3D(nullptr), cudaErrorInvalidValue);
}

TEST_F(ArrayTest, ThreeDimensionalFills) {
  cudaPitchedPtr device{};
  ASSERT_EQ(cudaMalloc3D(&device, make_cudaExtent(8, 2, 3)), cudaSuccess);
  EXPECT_EQ(cudaMemset3D(device, 7, make_cudaExtent(8, 2, 3)), cudaSuccess);
  const auto* const bytes = static_cast<const unsigned char*>(device.ptr);
  EXPECT_EQ(bytes[(5 * device.pitch) + 7], 7);
  EXPECT_EQ(bytes[8], 0);
  EXPECT_EQ(cudaMemset3D(device, 7, make_cudaExtent(8, 2, 4)), cudaErrorInvalidValue);
}

TEST_F(ArrayTest, ManagedMemoryIsTheHostsToo) {
  int* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 64), cudaSuccess);
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, managed), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(attributes.hostPointer, managed);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 64, 0, nullptr), cudaSuccess);
  int is_mostly_read = 1;
  EXPECT_EQ(
      cudaMemRangeGetAttribute(&is_mostly_read, 4, cudaMemRangeAttributeReadMostly, managed, 64),
      cudaSuccess);
  EXPECT_EQ(is_mostly_read, 0);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&managed, 0), cudaErrorInvalidValue);
}

TEST_F(ArrayTest, PoolsRememberTheirAttributes) {
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  std::uint64_t threshold = UINT64_MAX;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  std::uint64_t read = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read), cudaSuccess);
  EXPECT_EQ(read, threshold);
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  cudaMemPool_t own = nullptr;
  ASSERT_EQ(cudaMemPoolCreate(&own, &properties), cudaSuccess);
  void* pointer = nullptr;
  EXPECT_EQ(cudaMallocFromPoolAsync(&pointer, 64, own, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(pointer, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(own), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(own), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);  // the default one stays
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, 1), cudaErrorInvalidDevice);
}

}  // namespace
