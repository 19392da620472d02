// Shuffles, votes, matches, reductions, cooperative groups, atomics and bit functions, checked here.
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct Results {
  int shuffles, votes, matches, tiles, bits, atomics, vectors;
};

__device__ int check_shuffles(int lane) {
  const unsigned all = 0xffffffffU;
  int right = __shfl_sync(all, lane * 3, 5) == 15;
  right += __shfl_up_sync(all, lane, 1) == (lane == 0 ? 0 : lane - 1);
  right += __shfl_down_sync(all, lane * 1.5, 2) == (lane > 29 ? lane : lane + 2) * 1.5;
  right += __shfl_xor_sync(all, lane + 0.5F, 1) == (lane ^ 1) + 0.5F;
  right += __shfl_sync(all, (1LL << 40) + lane, 7, 8) == (1LL << 40) + (lane | 7);
  return right;  // 5
}

__device__ int check_votes(int lane) {
  const unsigned all = 0xffffffffU;
  int right = __ballot_sync(all, lane < 4) == 15;
  right += __any_sync(all, lane == 9) != 0;
  right += __all_sync(all, lane < 31) == 0;
  right += __activemask() == all;
  right += __syncthreads_count(lane % 2) == 16;
  right += __syncthreads_or(lane == 3) != 0;
  right += __syncthreads_and(lane == 3) == 0;
  return right;  // 7
}

__device__ int check_matches(int lane) {
  int same = 0;
  int right = __match_any_sync(0xffffffffU, lane / 8) == 0xffU << (lane / 8 * 8);
  right += __match_all_sync(0xffffffffU, 7LL, &same) == 0xffffffffU && same == 1;
  right += __match_all_sync(0xffffffffU, lane, &same) == 0 && same == 0;
#if __CUDA_ARCH__ >= 800
  right += __reduce_add_sync(0xffffffffU, lane) == 496;
  right += __reduce_max_sync(0xffffffffU, lane) == 31;
#endif
  return right;  // 5
}

__device__ int check_tiles(int lane) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int sum = lane;
  for (int step = tile.size() / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  const int first = tile.shfl(sum, 0);
  int right = first == 28 + 64 * (lane / 8);
  right += tile.thread_rank() == lane % 8;
  right += tile.ballot(lane % 8 == 2) == 4;
  right += tile.meta_group_rank() == lane / 8;
  cg::sync(block);
  if (lane % 2 == 0) {
    const cg::coalesced_group together = cg::coalesced_threads();
    right += together.size() == 16 && together.thread_rank() == lane / 2;
  } else {
    ++right;
  }
  return right;  // 5
}

__device__ int check_bits(int lane) {
  int right = __popc(0xf0f0) == 8;
  right += __clz(1) == 31 && __clz(lane - lane) == 32 && __clzll(1LL << lane) == 63 - lane;
  right += __ffs(8) == 4 && __ffs(0) == 0 && __ffsll(1LL << 40) == 41;
  right += __brev(1) == 0x80000000U;
  right += __byte_perm(0x33221100, 0x77665544, 0x5410) == 0x55441100;
  right += __mulhi(1 << 20, 1 << 20) == 1 << 8;
  right += __umul64hi(1ULL << 40, 1ULL << 40) == 1ULL << 16;
  right += __float_as_int(1.0F) == 0x3f800000 && __int_as_float(0x40000000) == 2.0F;
  right += __float2int_rn(2.5F) == 2 && __float2int_ru(2.1F) == 3 && __double2int_rz(-2.9) == -2;
  right += __fadd_rn(1.0F, 2.0F) == 3.0F && __fmaf_rn(2.0F, 3.0F, 4.0F) == 10.0F;
  right += __funnelshift_l(0x80000000U, 1, 1) == 3;
  right += max(3u, 4u) == 4u && min(2.5F, 1.5F) == 1.5F && max(-1, 2) == 2;
  return right;  // 12
}

__device__ int check_atomics(int lane, unsigned* global) {
  __shared__ int sum;
  __shared__ float total;
  __shared__ double wide;
  __shared__ unsigned turns;
  __shared__ unsigned long long large;
  __shared__ int low, high, swapped;
  if (lane == 0) {
    sum = 0, total = 0, wide = 0, turns = 0, large = 0, low = 99, high = -99, swapped = -1;
  }
  __syncthreads();
  atomicAdd(&sum, lane);
  atomicAdd(&total, 0.5F);
  atomicAdd(&wide, 0.25);
  atomicInc(&turns, 9);
  atomicAdd(&large, 1ULL << 33);
  atomicMin(&low, lane);
  atomicMax(&high, lane);
  atomicCAS(&swapped, -1, 7);
  atomicOr(global, 1U << lane);
  atomicAdd_block(&sum, 1);
  __syncthreads();
  int right = sum == 496 + 32 && total == 16.0F && wide == 8.0 && turns == 2;
  right += large == 32ULL << 33 && low == 0 && high == 31 && swapped == 7;
  right += *global == 0xffffffffU;
  return right;  // 3
}

__device__ int check_vectors(int lane) {
  __shared__ float4 quads[32];
  __shared__ int2 pairs[32];
  quads[lane] = make_float4(lane, lane + 1, lane + 2, lane + 3);
  pairs[lane] = make_int2(lane, -lane);
  __syncthreads();
  const float4 quad = quads[31 - lane];
  const int2 pair = pairs[lane ^ 1];
  int right = quad.x == 31 - lane && quad.w == 34 - lane;
  right += pair.x == (lane ^ 1) && pair.y == -(lane ^ 1);
  const dim3 block = blockDim;
  right += block.x == 32 && gridDim.x == 1 && warpSize == 32;
  return right;  // 3
}

__global__ void check_all(Results* results, unsigned* global) {
  const int lane = threadIdx.x;
  Results mine = {check_shuffles(lane), check_votes(lane), check_matches(lane), check_tiles(lane),
                  check_bits(lane), check_atomics(lane, global), check_vectors(lane)};
  results[lane] = mine;
}

int main() {
  Results* device = nullptr;
  unsigned* global = nullptr;
  static Results host[32];
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&global, sizeof *global);
  check_all<<<1, 32>>>(device, global);
  if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  int wrong = 0;
  for (int lane = 0; lane < 32; ++lane) {
    const Results& r = host[lane];
    if (r.shuffles == 5 && r.votes == 7 && r.matches == 5 && r.tiles == 5 && r.bits == 12 &&
        r.atomics == 3 && r.vectors == 3) {
      continue;
    }
    printf("lane %d: shuffles %d, votes %d, matches %d, tiles %d, bits %d, atomics %d, vectors %d\n",
           lane, r.shuffles, r.votes, r.matches, r.tiles, r.bits, r.atomics, r.vectors);
    ++wrong;
  }
  printf("%d lanes wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
