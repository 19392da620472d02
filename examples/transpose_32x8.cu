// The transpose of transpose.cu with blocks of 32×8 threads: each thread moves four elements.
//
// A warp is still 32 lanes in a row of the block, and a request is still one row or one column of
// the tile. So every number is the same as with 32×32 threads: the shape of the *warp* counts, not
// the height of the block.
//
// 32×32 blocks · 8 warps · 4 turns of the loop = 32768 requests for each access below. Compilers
// unroll the loop; the four copies of a line are added up.

#include "device_array.h"

constexpr int kSize = 1024;
constexpr int kTile = 32;
constexpr int kRows = 8;

// With r = y + turn, the tile's row that the warp is at:
//
//   store  bank of lane x = (32·r + x) mod 32 = x        32 banks, 1 wavefront a request
//   load   bank of lane x = (32·x + r) mod 32 = r        1 bank,  32 wavefronts a request
//
//   smemlens: @naive_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @naive_load 32768 requests, 1048576 wavefronts, 32768 ideal
__global__ void transpose_naive(float* out, const float* in) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  for (int r = y; r < kTile; r += kRows) {
    tile[r][x] = in[(row + r) * kSize + column + x];  // @naive_store
  }
  __syncthreads();
  for (int r = y; r < kTile; r += kRows) {
    out[(column + r) * kSize + row + x] = tile[x][r];  // @naive_load
  }
}

//   store  bank of lane x = (33·r + x) mod 32            32 banks, 1 wavefront a request
//   load   bank of lane x = (33·x + r) mod 32 = x + r    32 banks, 1 wavefront a request
//
//   smemlens: @padded_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @padded_load 32768 requests, 32768 wavefronts, 32768 ideal
__global__ void transpose_padded(float* out, const float* in) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  for (int r = y; r < kTile; r += kRows) {
    tile[r][x] = in[(row + r) * kSize + column + x];  // @padded_store
  }
  __syncthreads();
  for (int r = y; r < kTile; r += kRows) {
    out[(column + r) * kSize + row + x] = tile[x][r];  // @padded_load
  }
}

//   store  bank of lane x = x XOR r, for one r           32 banks, 1 wavefront a request
//   load   bank of lane x = r XOR x, for one r           32 banks, 1 wavefront a request
//
//   smemlens: @swizzled_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @swizzled_load 32768 requests, 32768 wavefronts, 32768 ideal
__global__ void transpose_swizzled(float* out, const float* in) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  for (int r = y; r < kTile; r += kRows) {
    tile[r][x ^ r] = in[(row + r) * kSize + column + x];  // @swizzled_store
  }
  __syncthreads();
  for (int r = y; r < kTile; r += kRows) {
    out[(column + r) * kSize + row + x] = tile[x][r ^ x];  // @swizzled_load
  }
}

int main() {
  std::vector<float> in(kSize * kSize), expected(kSize * kSize);
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      const float value = static_cast<float>(row * kSize + column);
      in[row * kSize + column] = value;
      expected[column * kSize + row] = value;
    }
  }

  DeviceArray<float> device_in(in);
  const dim3 grid(kSize / kTile, kSize / kTile), block(kTile, kRows);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel) {
    DeviceArray<float> out(in.size());
    kernel<<<grid, block>>>(out.data(), device_in.data());
    failures += compare(name, out.to_host(), expected);
  };
  test("transpose_naive", transpose_naive);
  test("transpose_padded", transpose_padded);
  test("transpose_swizzled", transpose_swizzled);
  return failures;
}
