// Cooperative groups: a grid that waits for itself, groups of lanes, reductions and scans.
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Each round every block adds up what all blocks left in the round before.
__global__ void __launch_bounds__(96) rounds(int* values, int count) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < count; ++round) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += values[i];
    grid.sync();
    if (threadIdx.x == 0) values[blockIdx.x] = sum;
    grid.sync();
  }
}

__global__ void groups(int* wrong) {
  const int lane = threadIdx.x;
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  int bad = cg::reduce(tile, lane, cg::plus<int>()) != (lane < 16 ? 120 : 376);
  bad += cg::reduce(tile, lane ^ 5, cg::greater<int>()) != (lane | 15);
  bad += cg::inclusive_scan(tile, 1) != lane % 16 + 1;
  bad += cg::exclusive_scan(tile, 2) != lane % 16 * 2;
  const int4 four = tile.shfl_xor(make_int4(lane, 2 * lane, 3, 4), 1);
  bad += four.x != (lane ^ 1) || four.y != 2 * (lane ^ 1) || four.w != 4;
  const cg::thread_block_tile<4> quarter = cg::tiled_partition<4>(tile);
  bad += quarter.shfl_xor(lane, 3) != (lane ^ 3);
  bad += tile.meta_group_rank() != lane / 16 || tile.meta_group_size() != 2;
  bad += quarter.meta_group_rank() != lane % 16 / 4 || quarter.meta_group_size() != 4;

  const cg::coalesced_group all = cg::coalesced_threads();
  const cg::coalesced_group same = cg::labeled_partition(all, lane % 3);
  bad += same.size() != (lane % 3 == 2 ? 10 : 11) || same.thread_rank() != lane / 3;
  bad += same.meta_group_size() != 3 || same.meta_group_rank() != lane % 3;
  bad += same.shfl(lane, 1) != lane % 3 + 3;
  bad += cg::reduce(same, 1, cg::plus<int>()) != static_cast<int>(same.size());
  bad += same.ballot(lane >= 30) != (lane % 3 == 2 ? 0 : 1U << 10);
  const cg::coalesced_group half = cg::binary_partition(all, lane < 20);
  bad += half.size() != (lane < 20 ? 20 : 12) || half.meta_group_rank() != (lane < 20);
  bad += half.shfl_up(lane, 1) != (lane == 0 || lane == 20 ? lane : lane - 1);
  bad += half.shfl_down(lane, 2) != (lane == 18 || lane == 19 || lane >= 30 ? lane : lane + 2);
  if (lane % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    bad += odd.size() != 16 || cg::inclusive_scan(odd, 1) != lane / 2 + 1;
    const cg::coalesced_group part = cg::tiled_partition(odd, 8);
    bad += part.size() != 8 || part.thread_rank() != lane / 2 % 8;
  }
  atomicAdd(wrong, bad);
}

// Tiles of two and of eight warps, with different values and at different times.
__global__ void warp_tiles(int* wrong) {
  __shared__ cg::block_tile_memory<256> scratch;
  const cg::thread_block block = cg::this_thread_block(scratch);
  const int rank = threadIdx.x;
  const cg::thread_block_tile<64> tile = cg::tiled_partition<64>(block);
  int bad = tile.thread_rank() != rank % 64 || tile.meta_group_rank() != rank / 64 || tile.size() != 64;
  if (rank / 64 % 2 == 0) tile.sync();
  bad += cg::reduce(tile, rank, cg::plus<int>()) != 64 * (rank / 64 * 64) + 2016;
  bad += cg::reduce(tile, rank * 1.5, cg::greater<double>()) != (rank | 63) * 1.5;
  bad += tile.shfl(rank, 40) != rank / 64 * 64 + 40;
  bad += tile.any(rank == 70) != (rank / 64 == 1) || tile.all(rank < 128) != (rank < 128);
  const cg::thread_block_tile<256> whole = cg::tiled_partition<256>(block);
  bad += cg::reduce(whole, 1, cg::plus<int>()) != 256;
  atomicAdd(wrong, bad);
}

__global__ void ordinary(int* valid) {
  *valid = cg::this_grid().is_valid();
}

int main() {
  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  const int blocks = 10;
  for (int i = 0; i < blocks; ++i) values[i] = i == 0;
  int rounds_wanted = 3;
  void* arguments[] = {&values, &rounds_wanted};
  int wrong = cudaLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(96), arguments, 0, 0) != cudaSuccess;
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  int expected = 1;
  for (int i = 1; i < rounds_wanted; ++i) expected *= blocks;
  for (int i = 0; i < blocks; ++i) wrong += values[i] != expected;

  // More blocks than the GPU holds at a time can't wait for each other.
  wrong += cudaLaunchCooperativeKernel((void*)rounds, dim3(1000000), dim3(96), arguments, 0, 0) != cudaErrorCooperativeLaunchTooLarge;
  cudaGetLastError();

  // What the kernel was compiled for bounds its blocks.
  cudaFuncAttributes kernel;
  int resident = -1;
  wrong += cudaFuncGetAttributes(&kernel, rounds) != cudaSuccess || kernel.maxThreadsPerBlock != 96;
  wrong += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, rounds, 128, 0) != cudaSuccess || resident != 0;

  cudaLaunchConfig_t config = {};
  config.gridDim = 3;
  config.blockDim = 32;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  values[0] = values[1] = values[2] = 1;
  wrong += cudaLaunchKernelEx(&config, rounds, values, 2) != cudaSuccess;
  cudaDeviceSynchronize();
  wrong += values[2] != 9;

  values[0] = 0;
  groups<<<1, 32>>>(values);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  wrong += values[0];
  warp_tiles<<<2, 256>>>(values);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  wrong += values[0];
  values[0] = 1;
  ordinary<<<1, 1>>>(values);
  cudaDeviceSynchronize();
  wrong += values[0];
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
