// Transposes a 1024×1024 matrix through a 32×32 tile in shared memory, in three layouts of the
// tile.
//
// A block of 32×32 threads owns one tile. Its warps are the rows of the block: the 32 lanes of a
// warp differ in threadIdx.x and share threadIdx.y. The warps write rows of the tile and read
// columns of it, so that global memory is read and written along its rows. Shared memory has
// 32 banks of 4-byte words: bank = word index mod 32.
//
// 32×32 blocks · 32 warps · 1 access = 32768 requests for each access below.

#include "device_array.h"

constexpr int kSize = 1024;
constexpr int kTile = 32;

// A row of the tile is 32 words long, so a column steps through memory in strides of 32 words: all
// its words lie in the same bank, and the bank hands them out one by one.
//
//   store  bank of lane x = (32·y + x) mod 32 = x        32 banks, 1 wavefront a request
//   load   bank of lane x = (32·x + y) mod 32 = y        1 bank,  32 wavefronts a request
//
//   smemlens: @naive_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @naive_load 32768 requests, 1048576 wavefronts, 32768 ideal
__global__ void transpose_naive(float* out, const float* in) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  tile[y][x] = in[(row + y) * kSize + column + x];  // @naive_store
  __syncthreads();
  out[(column + y) * kSize + row + x] = tile[x][y];  // @naive_load
}

// One unused word at the end of each row moves every row one bank further: a column now walks
// through all the banks. The price is 32 words (128 bytes) of shared memory a block.
//
//   store  bank of lane x = (33·y + x) mod 32            32 banks, 1 wavefront a request
//   load   bank of lane x = (33·x + y) mod 32 = x + y    32 banks, 1 wavefront a request
//
//   smemlens: @padded_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @padded_load 32768 requests, 32768 wavefronts, 32768 ideal
__global__ void transpose_padded(float* out, const float* in) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  tile[y][x] = in[(row + y) * kSize + column + x];  // @padded_store
  __syncthreads();
  out[(column + y) * kSize + row + x] = tile[x][y];  // @padded_load
}

// No unused words: row r keeps its element of column c at place c XOR r. Within a row this only
// changes the order of the words, and within a column it gives each row another bank.
//
//   store  bank of lane x = x XOR y, for one y           32 banks, 1 wavefront a request
//   load   bank of lane x = y XOR x, for one y           32 banks, 1 wavefront a request
//
//   smemlens: @swizzled_store 32768 requests, 32768 wavefronts, 32768 ideal
//   smemlens: @swizzled_load 32768 requests, 32768 wavefronts, 32768 ideal
__global__ void transpose_swizzled(float* out, const float* in) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;

  tile[y][x ^ y] = in[(row + y) * kSize + column + x];  // @swizzled_store
  __syncthreads();
  out[(column + y) * kSize + row + x] = tile[x][y ^ x];  // @swizzled_load
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
  const dim3 grid(kSize / kTile, kSize / kTile), block(kTile, kTile);
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
