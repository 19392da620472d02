// A tensor-core product of 64×64 matrices, with the operands in shared memory in three layouts.
//
// A block of 4 warps multiplies two matrices of 16-bit floats. Each warp makes 16 rows of the
// result: `ldmatrix` brings 8×8 parts of A and B into registers, `mma.sync` multiplies them. For
// ldmatrix.x4 each lane gives the address of one row of a part, 8 elements = 16 bytes; the 8 rows
// of a part are one phase, so they should lie in different banks. A chunk of 16 bytes is 4 of the
// 32 banks: there are 8 places for chunks, and 8 rows.
//
// 8 blocks · 4 warps. A line's numbers are the sums over the three kernels.

#include <cstdint>

#include "device_array.h"

constexpr int kSize = 64;
constexpr int kBlocks = 8;
constexpr int kThreads = 128;
constexpr int kChunks = kSize / 8;  // of 16 bytes, in a row

// Where a chunk of a row lies, in chunks.
//
//   plain     8·row + chunk           a row is 128 bytes: the chunks of a column share one place,
//   8-way padded    9·row + chunk           each row one place further: 8 rows, 8 places swizzled
//   8·row + chunk XOR row   the same without unused memory
struct Plain {
  static constexpr int kBytes = kSize * kChunks * 16;
  static __device__ int at(int row, int chunk) { return row * kChunks + chunk; }
};
struct Padded {
  static constexpr int kBytes = kSize * (kChunks + 1) * 16;
  static __device__ int at(int row, int chunk) { return row * (kChunks + 1) + chunk; }
};
struct Swizzled {
  static constexpr int kBytes = kSize * kChunks * 16;
  static __device__ int at(int row, int chunk) { return row * kChunks + (chunk ^ row % 8); }
};

__device__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// Four matrices, one to each of parts[0] to parts[3]. A macro, so that its line is where it is
// used.
#define LOAD_MATRICES(order, parts, address)                                               \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4" order ".shared.b16 {%0, %1, %2, %3}, [%4];" \
               : "=r"((parts)[0]), "=r"((parts)[1]), "=r"((parts)[2]), "=r"((parts)[3])    \
               : "r"(address))

// c += a b, with a of 16×16, b of 16×8.
__device__ void multiply_add(float (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                             std::uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// The stores copy rows: a phase of 8 lanes writes the 8 chunks of one row, which lie in 8 places in
// every layout. A warp has 4 rows a request: 4 wavefronts. For each matrix 512 chunks, 16 requests.
//
//   3 kernels · 8 blocks · 16 = 384 requests, 4 wavefronts each
//
// ldmatrix of A: 4 steps along k for each warp: 8 · 4 · 4 = 128 requests a kernel, of 4 phases.
//
//   plain     4 phases · 8 = 32 wavefronts: 4096        padded, swizzled   4 · 1 = 4: 512 each
//   together  4096 + 512 + 512 = 5120, ideal 3 · 512 = 1536
//
// ldmatrix of B, transposed on the way: 4 steps and 4 pairs of columns of parts for each warp:
// 512 requests a kernel: 16384 + 2048 + 2048 = 20480, ideal 3 · 2048 = 6144.
//
//   smemlens: @store_a 384 requests, 1536 wavefronts, 1536 ideal
//   smemlens: @store_b 384 requests, 1536 wavefronts, 1536 ideal
//   smemlens: @load_a 384 requests, 5120 wavefronts, 1536 ideal
//   smemlens: @load_b 1536 requests, 20480 wavefronts, 6144 ideal
template <class Layout>
__global__ void multiply(float* result, const uint4* left, const uint4* right) {
  __shared__ __align__(128) unsigned char a[Layout::kBytes], b[Layout::kBytes];
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const int first = blockIdx.x * kSize * kChunks;
  for (int i = thread; i < kSize * kChunks; i += kThreads) {
    const int place = Layout::at(i / kChunks, i % kChunks);
    reinterpret_cast<uint4*>(a)[place] = left[first + i];   // @store_a
    reinterpret_cast<uint4*>(b)[place] = right[first + i];  // @store_b
  }
  __syncthreads();

  float sum[8][4] = {};
  for (int k = 0; k < 4; ++k) {
    std::uint32_t x[4];
    const std::uint32_t from_a =
        shared_address(a) + 16 * Layout::at(warp * 16 + lane % 16, 2 * k + lane / 16);
    LOAD_MATRICES("", x, from_a);  // @load_a
    for (int n = 0; n < 8; n += 2) {
      std::uint32_t y[4];
      const std::uint32_t from_b =
          shared_address(b) + 16 * Layout::at(k * 16 + lane % 16, n + lane / 16);
      LOAD_MATRICES(".trans", y, from_b);  // @load_b
      multiply_add(sum[n], x, y[0], y[1]);
      multiply_add(sum[n + 1], x, y[2], y[3]);
    }
  }

  // Lane 4g + t holds columns 2t and 2t + 1 of rows g and g + 8.
  for (int n = 0; n < 8; ++n) {
    for (int i = 0; i < 4; ++i) {
      const int row = warp * 16 + lane / 4 + i / 2 * 8, column = n * 8 + lane % 4 * 2 + i % 2;
      result[(blockIdx.x * kSize + row) * kSize + column] = sum[n][i];
    }
  }
}

// The bits of a small integer as a 16-bit float.
std::uint16_t half_bits(int value) {
  if (value == 0) return 0;
  const unsigned magnitude = value < 0 ? -value : value;
  int exponent = 0;
  while (magnitude >> (exponent + 1) != 0) ++exponent;
  const unsigned fraction = (magnitude << (10 - exponent)) & 1023U;
  return static_cast<std::uint16_t>((value < 0 ? 0x8000U : 0U) | (exponent + 15) << 10 | fraction);
}

int main() {
  constexpr int kCount = kBlocks * kSize * kSize;
  std::vector<int> left(kCount), right(kCount);
  std::vector<float> expected(kCount);
  for (int i = 0; i < kCount; ++i) left[i] = i * 7 % 13 - 6;
  for (int i = 0; i < kCount; ++i) right[i] = i * 5 % 17 - 8;
  for (int i = 0; i < kCount; ++i) {
    const int block = i / (kSize * kSize) * kSize * kSize, row = i / kSize % kSize,
              column = i % kSize;
    int sum = 0;
    for (int k = 0; k < kSize; ++k) {
      sum += left[block + row * kSize + k] * right[block + k * kSize + column];
    }
    expected[i] = static_cast<float>(sum);
  }
  std::vector<uint4> left_chunks(kCount / 8), right_chunks(kCount / 8);
  for (int i = 0; i < kCount; ++i) {
    reinterpret_cast<std::uint16_t*>(left_chunks.data())[i] = half_bits(left[i]);
    reinterpret_cast<std::uint16_t*>(right_chunks.data())[i] = half_bits(right[i]);
  }

  DeviceArray<uint4> device_left(left_chunks), device_right(right_chunks);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel) {
    DeviceArray<float> result(kCount);
    kernel<<<kBlocks, kThreads>>>(result.data(), device_left.data(), device_right.data());
    failures += compare(name, result.to_host(), expected);
  };
  test("multiply, plain", multiply<Plain>);
  test("multiply, padded", multiply<Padded>);
  test("multiply, swizzled", multiply<Swizzled>);
  return failures;
}
