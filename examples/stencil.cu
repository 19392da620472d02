// Stencils with a halo: each block copies its part of the input and a margin around it to shared
// memory, and computes every output from there.

#include "device_array.h"

constexpr int kRadius = 3;
constexpr int kBlock = 256;
constexpr int kLength = 65536;

constexpr int kSize = 512;
constexpr int kTile = 32;

// The sum of the 7 neighbours on a line. 256 blocks of 8 warps.
//
// The tile has 256 + 2·3 words. A row that starts at any word still covers 32 different banks, so a
// shifted row costs no more than an aligned one:
//
//   bank of thread t, shift d = (t + d) mod 32       32 banks, 1 wavefront
//
//   middle   256 · 8     = 2048 requests
//   halo     6 threads of the first warp of a block: 256 requests of 6 lanes each, for both ends
//   sum      7 · 2048    = 14336 requests; the compilers unroll the loop into 7 copies
//
//   smemlens: @line_middle 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @line_halo_left 256 requests, 256 wavefronts, 256 ideal
//   smemlens: @line_halo_right 256 requests, 256 wavefronts, 256 ideal
//   smemlens: @line_sum 14336 requests, 14336 wavefronts, 14336 ideal
__global__ void stencil_line(int* out, const int* in) {
  __shared__ int tile[kBlock + 2 * kRadius];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  tile[t + kRadius] = in[i];  // @line_middle
  if (t < kRadius) {
    tile[t] = i >= kRadius ? in[i - kRadius] : 0;                            // @line_halo_left
    tile[t + kRadius + kBlock] = i + kBlock < kLength ? in[i + kBlock] : 0;  // @line_halo_right
  }
  __syncthreads();
  int sum = 0;
  for (int d = 0; d <= 2 * kRadius; ++d) {
    sum += tile[t + d];  // @line_sum
  }
  out[i] = sum;
}

__device__ int pixel_or_zero(const int* in, int row, int column) {
  const bool is_inside = row >= 0 && row < kSize && column >= 0 && column < kSize;
  return is_inside ? in[row * kSize + column] : 0;
}

// A pixel and its four neighbours, on tiles of 32×32 with a margin of one. `Pitch` is the length of
// a row of the tile in words: 34 are needed. 256 blocks of 32 warps.
//
//   centre, up, down, left, right   a row, shifted or not             1 wavefront
//   top, bottom halo                a row of 32 words, by warp 0      1 wavefront
//   left, right halo                a column of 32 words by warp 0, lane x at row x + 1
//       pitch 34   bank (34·x + c) mod 32 = 2·x + c: 16 banks, 2 lanes each    2 wavefronts
//       pitch 35   bank (35·x + c) mod 32 = 3·x + c: 32 banks                  1 wavefront
//
// Both pitches are launched; the numbers are the sums of the two launches:
//
//   a row by every warp             2 · 256 · 32 = 16384 requests
//   a side of the halo by warp 0    2 · 256      =   512 requests
//   the left or right side          256 · 2 + 256 · 1 = 768 wavefronts
//   five neighbours                 5 · 16384    = 81920 requests
//
//   smemlens: @centre 16384 requests, 16384 wavefronts, 16384 ideal
//   smemlens: @top 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @bottom 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @left 512 requests, 768 wavefronts, 512 ideal
//   smemlens: @right 512 requests, 768 wavefronts, 512 ideal
//   smemlens: @sum_row 49152 requests, 49152 wavefronts, 49152 ideal
//   smemlens: @sum_column 32768 requests, 32768 wavefronts, 32768 ideal
template <int Pitch>
__global__ void stencil_plane(int* out, const int* in) {
  __shared__ int tile[(kTile + 2) * Pitch];
  const int x = threadIdx.x, warp = threadIdx.y;
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  const int row = first_row + warp, column = first_column + x;
  const int here = (warp + 1) * Pitch + x + 1;

  tile[here] = in[row * kSize + column];  // @centre
  if (warp == 0) {
    const int above = first_row - 1, below = first_row + kTile;
    const int before = first_column - 1, after = first_column + kTile, side = first_row + x;
    tile[x + 1] = pixel_or_zero(in, above, column);                        // @top
    tile[(kTile + 1) * Pitch + x + 1] = pixel_or_zero(in, below, column);  // @bottom
    tile[(x + 1) * Pitch] = pixel_or_zero(in, side, before);               // @left
    tile[(x + 1) * Pitch + kTile + 1] = pixel_or_zero(in, side, after);    // @right
  }
  __syncthreads();

  int sum = tile[here - 1] + tile[here] + tile[here + 1];  // @sum_row
  sum += tile[here - Pitch] + tile[here + Pitch];          // @sum_column
  out[row * kSize + column] = sum;
}

int test_line() {
  std::vector<int> in(kLength), expected(kLength);
  for (int i = 0; i < kLength; ++i) in[i] = i % 101;
  for (int i = 0; i < kLength; ++i) {
    for (int j = i - kRadius; j <= i + kRadius; ++j) {
      if (j >= 0 && j < kLength) expected[i] += in[j];
    }
  }
  DeviceArray<int> device_in(in), out(kLength);
  stencil_line<<<kLength / kBlock, kBlock>>>(out.data(), device_in.data());
  return compare("stencil_line", out.to_host(), expected);
}

int test_plane() {
  std::vector<int> in(kSize * kSize), expected(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i) in[i] = i % 103;
  const auto pixel = [&](int row, int column) {
    const bool is_inside = row >= 0 && row < kSize && column >= 0 && column < kSize;
    return is_inside ? in[row * kSize + column] : 0;
  };
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      expected[row * kSize + column] = pixel(row, column) + pixel(row, column - 1) +
                                       pixel(row, column + 1) + pixel(row - 1, column) +
                                       pixel(row + 1, column);
    }
  }
  DeviceArray<int> device_in(in);
  const dim3 grid(kSize / kTile, kSize / kTile), block(kTile, kTile);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel) {
    DeviceArray<int> out(in.size());
    kernel<<<grid, block>>>(out.data(), device_in.data());
    failures += compare(name, out.to_host(), expected);
  };
  test("stencil_plane, pitch 34", stencil_plane<34>);
  test("stencil_plane, pitch 35", stencil_plane<35>);
  return failures;
}

int main() {
  return test_line() + test_plane();
}
