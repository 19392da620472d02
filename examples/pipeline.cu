// Asynchronous copies into shared memory: `cp.async` with groups, and with mbarriers.
//
// A block of 256 threads walks over 8 tiles of 256 float4, two of them in shared memory at a time:
// while one is read, the next is on its way. cp.async copies 16 bytes a lane from global to shared
// memory without going through registers. Its shared side has phases of 8 lanes, as a store of 16
// bytes has, but a bank takes one word of one lane a wavefront.
//
// 16 blocks · 8 warps · 8 tiles = 1024 requests for each access below.

#include <cstdint>

#include "device_array.h"

constexpr int kThreads = 256;
constexpr int kTiles = 8;
constexpr int kBlocks = 16;

__device__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// A warp copies 512 bytes in a row, from a multiple of 512 bytes: 4 phases of 8 lanes, each over
// all 32 banks. That source makes the count exact; from another one it would be a lower bound.
//
//   copy   4 phases · 1 = 4 wavefronts: 1024 · 4 = 4096
//   load   tile[255 - t], in the other direction: the same
//
//   smemlens: @group_copy 1024 requests, 4096 wavefronts, 4096 ideal
//   smemlens: @group_load 1024 requests, 4096 wavefronts, 4096 ideal
__global__ void reverse_with_groups(float4* out, const float4* in) {
  __shared__ float4 tile[2][kThreads];
  const int t = threadIdx.x, first = blockIdx.x * kTiles * kThreads;
  for (int i = 0; i <= kTiles; ++i) {
    if (i < kTiles) {
      const std::uint32_t to = shared_address(&tile[i % 2][t]);
      const float4* from = in + first + i * kThreads + t;
      asm("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));  // @group_copy
    }
    asm volatile("cp.async.commit_group;");
    if (i == 0) continue;
    asm volatile("cp.async.wait_group 1;" ::: "memory");  // all but the newest group have come
    __syncthreads();
    out[first + (i - 1) * kThreads + t] = tile[(i - 1) % 2][kThreads - 1 - t];  // @group_load
    __syncthreads();
  }
}

// Each thread copies the four words of its float4 to four arrays, 4 bytes a lane.
//
// A row of words is 32 banks, one wavefront. But with arrays of structs the words of a warp lie 4
// apart: lanes 0, 8, 16 and 24 meet in a bank, and so on.
//
//   rows      1 wavefront:  4 · 1024
//   structs   4 wavefronts: 4 · 1024 · 4
//
// The sources are not linear from a multiple of 512 bytes (they step by 16), so both are marked
// inexact: what the copy reads could cost more.
//
// Who waits doesn't count: mbarrier operations are no requests for the banks.
//
//   smemlens: @row_copy 4096 requests, 4096 wavefronts, 4096 ideal
//   smemlens: @struct_copy 4096 requests, 16384 wavefronts, 4096 ideal
//   smemlens: @row_load 1024 requests, 1024 wavefronts, 1024 ideal
//   smemlens: @struct_load 1024 requests, 4096 wavefronts, 4096 ideal
__global__ void sum_with_mbarrier(float* out, const float4* in) {
  __shared__ float rows[4][kThreads];
  __shared__ float4 structs[kThreads];
  __shared__ unsigned long long barrier;
  const int t = threadIdx.x, first = blockIdx.x * kTiles * kThreads;
  const std::uint32_t full = shared_address(&barrier);
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(full), "r"(kThreads));
  __syncthreads();
  for (int i = 0; i < kTiles; ++i) {
    const float* words = reinterpret_cast<const float*>(in + first + i * kThreads + t);
    for (int word = 0; word < 4; ++word) {
      const float* from = words + word;
      const std::uint32_t row = shared_address(&rows[word][t]);
      const std::uint32_t part = shared_address(&structs[t]) + 4 * word;
      asm("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(row), "l"(from));   // @row_copy
      asm("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(part), "l"(from));  // @struct_copy
    }
    // The barrier's phase is complete when the copies of all 256 threads are.
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(full) : "memory");
    for (int is_complete = 0; is_complete == 0;) {
      asm volatile(
          "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; "
          "}"
          : "=r"(is_complete)
          : "r"(full), "r"(i % 2)
          : "memory");
    }
    const float4 other = structs[kThreads - 1 - t];  // @struct_load
    out[first + i * kThreads + t] =
        rows[i % 4][t ^ 1] + other.x + other.y + other.z + other.w;  // @row_load
    __syncthreads();
  }
}

int main() {
  constexpr int kCount = kBlocks * kTiles * kThreads;
  std::vector<float4> in(kCount);
  for (int i = 0; i < kCount; ++i) {
    const float f = static_cast<float>(i % 1000);
    in[i] = {f, f + 1, f * 2, 3 - f};
  }
  std::vector<float> reversed(4 * kCount), sums(kCount);
  for (int i = 0; i < kCount; ++i) {
    const int tile = i / kThreads * kThreads, t = i % kThreads;
    const float4 other = in[tile + kThreads - 1 - t], near = in[tile + (t ^ 1)];
    const float words[] = {near.x, near.y, near.z, near.w};
    sums[i] = words[i / kThreads % kTiles % 4] + other.x + other.y + other.z + other.w;
    reversed[4 * i] = other.x;
    reversed[4 * i + 1] = other.y;
    reversed[4 * i + 2] = other.z;
    reversed[4 * i + 3] = other.w;
  }

  DeviceArray<float4> device_in(in), device_reversed(kCount);
  DeviceArray<float> device_sums(kCount);
  reverse_with_groups<<<kBlocks, kThreads>>>(device_reversed.data(), device_in.data());
  sum_with_mbarrier<<<kBlocks, kThreads>>>(device_sums.data(), device_in.data());
  std::vector<float> flat;
  for (const float4& value : device_reversed.to_host()) {
    flat.insert(flat.end(), {value.x, value.y, value.z, value.w});
  }
  return compare("reverse_with_groups", flat, reversed) +
         compare("sum_with_mbarrier", device_sums.to_host(), sums);
}
