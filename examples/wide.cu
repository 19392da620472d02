// Accesses of 8 and 16 bytes a lane, and how they fall into phases.
//
// A wavefront delivers at most 32 words of 4 bytes. 32 lanes of 8 bytes ask for 64 words, so the
// hardware serves them as two phases of 16 lanes; lanes of 16 bytes as four phases of 8. Conflicts
// happen within a phase only. Without any conflict a request takes 2 or 4 wavefronts: its ideal.
//
// 64 blocks of 256 threads = 8 warps each: one access = 512 requests.

#include "device_array.h"

constexpr int kBlock = 256;
constexpr int kBlocks = 64;
constexpr int kCount = kBlock * kBlocks;

// A row of 16-byte elements: 8 lanes · 4 words = 32 words in a row in each of the 4 phases.
//
//   store, load   4 phases · 1 = 4 wavefronts: 512 · 4 = 2048
//
//   smemlens: @float4_store 512 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @float4_load 512 requests, 2048 wavefronts, 2048 ideal
__global__ void copy_float4(float4* out, const float4* in) {
  __shared__ float4 buffer[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  buffer[t] = in[i];  // @float4_store
  __syncthreads();
  out[i] = buffer[kBlock - 1 - t];  // @float4_load
}

// A row of 8-byte elements: 16 lanes · 2 words = 32 words in a row in each of the 2 phases.
//
//   store, load   2 phases · 1 = 2 wavefronts: 512 · 2 = 1024
//
//   smemlens: @double_store 512 requests, 1024 wavefronts, 1024 ideal
//   smemlens: @double_load 512 requests, 1024 wavefronts, 1024 ideal
__global__ void copy_double(double* out, const double* in) {
  __shared__ double buffer[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  buffer[t] = in[i];  // @double_store
  __syncthreads();
  out[i] = buffer[kBlock - 1 - t];  // @double_load
}

// A column of doubles: rows of 32 doubles are 64 words long, so all 16 lanes of a phase meet in the
// same two banks. One column of padding is two words: then lane l's words are 2·l and 2·l + 1
// further on, and the 16 lanes share out the 32 banks.
//
//   store          a row                                             2 wavefronts
//   load, pitch 32  2 phases, 16 lanes in the same two banks    2 · 16 = 32 wavefronts
//   load, pitch 33  2 phases, words (66·l, 66·l + 1) mod 32: 32 banks  2 wavefronts
//
// 16 tiles of 32×32, 32 warps each, in both pitches:
//
//   store  2 launches · 16 · 32 = 1024 requests, 2 each = 2048 wavefronts
//   load   512 · 32 + 512 · 2   = 17408 wavefronts
//
//   smemlens: @column_store 1024 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @column_load 1024 requests, 17408 wavefronts, 2048 ideal
template <int Pitch>
__global__ void transpose_doubles(double* out, const double* in) {
  __shared__ double tile[32][Pitch];
  const int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 1024;
  tile[y][x] = in[first + 32 * y + x];  // @column_store
  __syncthreads();
  out[first + 32 * y + x] = tile[x][y];  // @column_load
}

// Every second 16-byte element: 8 lanes at a stride of 8 words meet each bank twice.
//
//   load   4 phases · 2 = 8 wavefronts: 512 · 8 = 4096, of 4 · 512 = 2048 ideal
//
// Two neighbours on one element: if every lane l has the address of lane l XOR 1 (or of l XOR 2),
// a *load* joins its phases two by two. 16 lanes then ask for 8 elements = 32 words.
//
//   load   2 phases · 1 = 2 wavefronts: 512 · 2 = 1024, and its ideal is 2 as well
//
//   smemlens: @fill_even 512 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @fill_odd 512 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @every_second 512 requests, 4096 wavefronts, 2048 ideal
//   smemlens: @in_pairs 512 requests, 1024 wavefronts, 1024 ideal
__global__ void stride_float4(float4* out, const float4* in) {
  __shared__ float4 buffer[2 * kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock;
  buffer[t] = in[first + t];                        // @fill_even
  buffer[kBlock + t] = in[first + kBlock - 1 - t];  // @fill_odd
  __syncthreads();
  const float4 strided = buffer[2 * t];  // @every_second
  const float4 paired = buffer[t / 2];   // @in_pairs
  out[first + t] = make_float4(strided.x + paired.x, strided.y + paired.y, strided.z + paired.z,
                               strided.w + paired.w);
}

std::vector<float> flattened(const std::vector<float4>& values) {
  std::vector<float> floats;
  for (const float4& value : values) {
    floats.insert(floats.end(), {value.x, value.y, value.z, value.w});
  }
  return floats;
}

int test_float4() {
  std::vector<float4> in(kCount), reversed(kCount), sums(kCount);
  for (int i = 0; i < kCount; ++i) {
    const float value = static_cast<float>(4 * i);
    in[i] = make_float4(value, value + 1, value + 2, value + 3);
  }
  for (int i = 0; i < kCount; ++i) {
    const int t = i % kBlock, first = i - t;
    reversed[i] = in[first + kBlock - 1 - t];
    const float4 strided = 2 * t < kBlock ? in[first + 2 * t] : in[first + 2 * kBlock - 1 - 2 * t];
    const float4 paired = in[first + t / 2];
    sums[i] = make_float4(strided.x + paired.x, strided.y + paired.y, strided.z + paired.z,
                          strided.w + paired.w);
  }
  DeviceArray<float4> device_in(in), copied(kCount), summed(kCount);
  copy_float4<<<kBlocks, kBlock>>>(copied.data(), device_in.data());
  stride_float4<<<kBlocks, kBlock>>>(summed.data(), device_in.data());
  return compare("copy_float4", flattened(copied.to_host()), flattened(reversed)) +
         compare("stride_float4", flattened(summed.to_host()), flattened(sums));
}

int test_double() {
  std::vector<double> in(kCount), reversed(kCount), transposed(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = i + 0.25;
  for (int i = 0; i < kCount; ++i) {
    const int t = i % kBlock, tile = i % 1024;
    reversed[i] = in[i - t + kBlock - 1 - t];
    transposed[i] = in[i - tile + tile % 32 * 32 + tile / 32];
  }
  DeviceArray<double> device_in(in), copied(kCount), naive(kCount), padded(kCount);
  const dim3 tile(32, 32);
  copy_double<<<kBlocks, kBlock>>>(copied.data(), device_in.data());
  transpose_doubles<32><<<kCount / 1024, tile>>>(naive.data(), device_in.data());
  transpose_doubles<33><<<kCount / 1024, tile>>>(padded.data(), device_in.data());
  return compare("copy_double", copied.to_host(), reversed) +
         compare("transpose_doubles, 32", naive.to_host(), transposed) +
         compare("transpose_doubles, 33", padded.to_host(), transposed);
}

int main() {
  return test_float4() + test_double();
}
