// Tiled matrix products of 128×128 floats: A·B, and A·Bᵀ in two layouts of B's tile.
//
// A block of 32×32 threads computes a 32×32 tile of C; a warp computes one row of it. Each of the
// 4 steps along K brings one tile of A and one of B into shared memory, then each thread takes 32
// products from them.
//
//   a fill  16 blocks · 32 warps · 4 steps             =  2048 requests
//   a read  16 blocks · 32 warps · 4 steps · 32 turns  = 65536 requests
//
// The compilers unroll the inner loop; the copies of the line are added up. NVIDIA's assembler
// ptxas may join neighbouring loads of a row afterwards, with other counts:
// docs/verify-on-a-gpu.md.

#include "device_array.h"

constexpr int kSize = 128;
constexpr int kTile = 32;

// C = A·B. Lanes share y and differ in x.
//
//   a[y][k]  all lanes read one word: a broadcast, 1 wavefront
//   b[k][x]  a row, 32 banks, 1 wavefront
//   both reads are on one line: 2 · 65536 = 131072 requests
//
//   smemlens: @fill_a 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @fill_b 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @multiply 131072 requests, 131072 wavefronts, 131072 ideal
__global__ void multiply(float* c_out, const float* a_in, const float* b_in) {
  __shared__ float a[kTile][kTile], b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;

  float sum = 0;
  for (int step = 0; step < kSize; step += kTile) {
    a[y][x] = a_in[row * kSize + step + x];       // @fill_a
    b[y][x] = b_in[(step + y) * kSize + column];  // @fill_b
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a[y][k] * b[k][x];  // @multiply
    }
    __syncthreads();
  }
  c_out[row * kSize + column] = sum;
}

// C = A·Bᵀ, as in the scores Q·Kᵀ of attention. B's tile is filled by rows, and lane x needs row x:
//
//   a[y][k]  a broadcast                                   1 wavefront
//   b[x][k]  a column: bank (32·x + k) mod 32 = k          32 wavefronts
//   one line: 65536 · (1 + 1) requests, 65536 · (1 + 32) = 2162688 wavefronts
//
//   smemlens: @naive_fill_a 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @naive_fill_b 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @naive_multiply 131072 requests, 2162688 wavefronts, 131072 ideal
__global__ void multiply_bt_naive(float* c_out, const float* a_in, const float* b_in) {
  __shared__ float a[kTile][kTile], b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_column = blockIdx.x * kTile, row = blockIdx.y * kTile + y;

  float sum = 0;
  for (int step = 0; step < kSize; step += kTile) {
    a[y][x] = a_in[row * kSize + step + x];                 // @naive_fill_a
    b[y][x] = b_in[(first_column + y) * kSize + step + x];  // @naive_fill_b
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a[y][k] * b[x][k];  // @naive_multiply
    }
    __syncthreads();
  }
  c_out[row * kSize + first_column + x] = sum;
}

// The same with rows of 33 words.
//
//   b[x][k]  bank (33·x + k) mod 32 = x + k: 32 banks      1 wavefront
//
//   smemlens: @padded_fill_a 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @padded_fill_b 2048 requests, 2048 wavefronts, 2048 ideal
//   smemlens: @padded_multiply 131072 requests, 131072 wavefronts, 131072 ideal
__global__ void multiply_bt_padded(float* c_out, const float* a_in, const float* b_in) {
  __shared__ float a[kTile][kTile], b[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_column = blockIdx.x * kTile, row = blockIdx.y * kTile + y;

  float sum = 0;
  for (int step = 0; step < kSize; step += kTile) {
    a[y][x] = a_in[row * kSize + step + x];                 // @padded_fill_a
    b[y][x] = b_in[(first_column + y) * kSize + step + x];  // @padded_fill_b
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a[y][k] * b[x][k];  // @padded_multiply
    }
    __syncthreads();
  }
  c_out[row * kSize + first_column + x] = sum;
}

int main() {
  std::vector<float> a(kSize * kSize), b(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i) {
    a[i] = static_cast<float>(i % 7 - 3);  // small whole numbers: every sum is exact
    b[i] = static_cast<float>(i % 11 - 5);
  }
  std::vector<float> product(kSize * kSize), product_bt(kSize * kSize);
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      for (int k = 0; k < kSize; ++k) {
        product[row * kSize + column] += a[row * kSize + k] * b[k * kSize + column];
        product_bt[row * kSize + column] += a[row * kSize + k] * b[column * kSize + k];
      }
    }
  }

  DeviceArray<float> device_a(a), device_b(b);
  const dim3 grid(kSize / kTile, kSize / kTile), block(kTile, kTile);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel, const std::vector<float>& expected) {
    DeviceArray<float> out(expected.size());
    kernel<<<grid, block>>>(out.data(), device_a.data(), device_b.data());
    failures += compare(name, out.to_host(), expected);
  };
  test("multiply", multiply, product);
  test("multiply_bt_naive", multiply_bt_naive, product_bt);
  test("multiply_bt_padded", multiply_bt_padded, product_bt);
  return failures;
}
