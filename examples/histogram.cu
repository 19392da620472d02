// Counts the 256 values of an image's bytes with atomics on shared memory, in three layouts.
//
// 16 blocks of 256 threads = 8 warps each; a thread takes 64 of the 262144 pixels, and the lanes of
// a warp take 32 pixels in a row. Three images are counted, one launch each, so every number below
// is the sum of three launches:
//
//   gradient   pixel i = i mod 256       a warp meets 32 bins in a row
//   stripes    pixel i = 8·i mod 256     a warp meets every eighth bin: 32 different ones
//   flat       pixel i = 7               a warp meets one bin 32 times
//
//   one access a pixel          3 launches · 16 blocks · 8 warps · 64 turns = 24576 requests
//   one access a bin of 256     3 launches · 16 blocks · 8 warps            =   384 requests

#include "device_array.h"

constexpr int kBins = 256;
constexpr int kBlock = 256;
constexpr int kBlocks = 16;
constexpr int kPixels = 262144;

// One table a block. What an atomic costs depends on the image: the lanes that meet in one bank are
// served one after the other, the same bin or not.
//
//   gradient   32 banks, 1 lane each              1 wavefront a request
//   stripes    banks 0, 8, 16, 24, 8 lanes each   8
//   flat       1 bank, 32 lanes                   32
//   sum        24576 / 3 · (1 + 8 + 32) = 335872 wavefronts
//
// The flat third is marked inexact: some GPUs add up equal bins before they reach the bank, and
// then take 1 wavefront a request.
//
//   smemlens: @table_clear 384 requests, 384 wavefronts, 384 ideal
//   smemlens: @table_count 24576 requests, 335872 wavefronts, 24576 ideal
//   smemlens: @table_read 384 requests, 384 wavefronts, 384 ideal
__global__ void count_in_one_table(int* out, const unsigned char* image) {
  __shared__ int bins[kBins];
  const int t = threadIdx.x;
  bins[t] = 0;  // @table_clear
  __syncthreads();
  for (int i = blockIdx.x * kBlock + t; i < kPixels; i += kBlocks * kBlock) {
    atomicAdd(&bins[image[i]], 1);  // @table_count
  }
  __syncthreads();
  atomicAdd(&out[t], bins[t]);  // @table_read
}

// A column of counters for each lane: whatever the image, lane l stays in bank l and never meets
// another lane of its warp. 32 kilobytes a block instead of one. But now thread t adds up the 32
// counters of bin t, and at each turn the lanes of a warp all stand in the same column.
//
//   clear  32 turns of a row           384 · 32 = 12288 requests, 1 wavefront each
//   count  bank = lane                 24576 requests, 1 wavefront each
//   read   bank (32·t + k) mod 32 = k  12288 requests, 32 wavefronts each = 393216
//
//   smemlens: @column_clear 12288 requests, 12288 wavefronts, 12288 ideal
//   smemlens: @column_count 24576 requests, 24576 wavefronts, 24576 ideal
//   smemlens: @column_read 12288 requests, 393216 wavefronts, 12288 ideal
__global__ void count_in_columns(int* out, const unsigned char* image) {
  __shared__ int bins[kBins][32];
  const int t = threadIdx.x, lane = t % 32;
  for (int row = t / 32; row < kBins; row += kBlock / 32) {
    bins[row][lane] = 0;  // @column_clear
  }
  __syncthreads();
  for (int i = blockIdx.x * kBlock + t; i < kPixels; i += kBlocks * kBlock) {
    atomicAdd(&bins[image[i]][lane], 1);  // @column_count
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k) {
    sum += bins[t][k];  // @column_read
  }
  atomicAdd(&out[t], sum);
}

// The same counters, but lane l starts its sum at counter l and goes round: at each turn the lanes
// stand on a diagonal, and no word of padding is needed.
//
//   read   bank (32·t + (lane + k) mod 32) mod 32 = (lane + k) mod 32: 32 banks, 1 wavefront
//
//   smemlens: @diagonal_clear 12288 requests, 12288 wavefronts, 12288 ideal
//   smemlens: @diagonal_count 24576 requests, 24576 wavefronts, 24576 ideal
//   smemlens: @diagonal_read 12288 requests, 12288 wavefronts, 12288 ideal
__global__ void count_and_read_diagonally(int* out, const unsigned char* image) {
  __shared__ int bins[kBins][32];
  const int t = threadIdx.x, lane = t % 32;
  for (int row = t / 32; row < kBins; row += kBlock / 32) {
    bins[row][lane] = 0;  // @diagonal_clear
  }
  __syncthreads();
  for (int i = blockIdx.x * kBlock + t; i < kPixels; i += kBlocks * kBlock) {
    atomicAdd(&bins[image[i]][lane], 1);  // @diagonal_count
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k) {
    sum += bins[t][(lane + k) % 32];  // @diagonal_read
  }
  atomicAdd(&out[t], sum);
}

using Kernel = void(int*, const unsigned char*);

int test(const char* name, Kernel* kernel, const std::vector<unsigned char>& image) {
  std::vector<int> expected(kBins);
  for (const unsigned char pixel : image) ++expected[pixel];

  DeviceArray<unsigned char> device_image(image);
  DeviceArray<int> out(kBins);
  kernel<<<kBlocks, kBlock>>>(out.data(), device_image.data());
  return compare(name, out.to_host(), expected);
}

int main() {
  std::vector<unsigned char> gradient(kPixels), stripes(kPixels), flat(kPixels, 7);
  for (int i = 0; i < kPixels; ++i) {
    gradient[i] = static_cast<unsigned char>(i);
    stripes[i] = static_cast<unsigned char>(8 * i);
  }

  int failures = 0;
  for (const auto& image : {gradient, stripes, flat}) {
    failures += test("one table", count_in_one_table, image);
    failures += test("columns", count_in_columns, image);
    failures += test("columns read diagonally", count_and_read_diagonally, image);
  }
  return failures;
}
