// Numbers of 16 bits on the device and on the host: conversions, arithmetic, comparisons, pairs.
#include <cmath>
#include <cstdio>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// What CUDA has on the device only; the host gives the expected value.
#ifdef __CUDA_ARCH__
#define ON_DEVICE(expression, expected) (expression)
#else
#define ON_DEVICE(expression, expected) (expected)
#endif

// On both sides; the result of each is a float or an int, which a float holds.
__host__ __device__ int both(float* out, float one) {
  int n = 0;
  const __half a = __float2half(1.5F * one), b = __float2half(-0.25F * one), c(3);
  out[n++] = a + b;
  out[n++] = a - b;
  out[n++] = a * b;
  out[n++] = a / c;
  out[n++] = ON_DEVICE(__hfma(a, b, c), 2.625F);
  out[n++] = -a;
  out[n++] = __habs(b);
  out[n++] = a < b;
  out[n++] = __hge(a, b);
  out[n++] = __hmax(a, b);
  out[n++] = __hmin(a, b);
  out[n++] = __half2float(__float2half_rz(1.0009F * one));
  out[n++] = __half2float(__float2half_ru(1.0001F * one));
  out[n++] = __half2float(__float2half_rd(-1.0001F * one));
  out[n++] = __half2float(__float2half_rn(65520.0F * one));  // infinity
  out[n++] = __half2float(__float2half_rn(1e-8F * one));     // zero
  out[n++] = __half2float(__float2half_rn(6e-8F * one));     // the smallest
  out[n++] = __half_as_ushort(__double2half(1.00048828125 + 1e-12));  // rounded once
  out[n++] = ON_DEVICE(__half2int_rn(__float2half(2.5F * one)), 2);
  out[n++] = __half2int_rz(__float2half(-2.75F * one));
  out[n++] = ON_DEVICE(__half2uint_ru(__float2half(2.25F * one)), 3);
  out[n++] = __int2half_rn(2049);
  out[n++] = __double2half(1e-60 * one);  // a float has no such number
  out[n++] = __double2half(-1e-60 * one);
  out[n++] = __half_as_ushort(__float2half(NAN * one));
  out[n++] = static_cast<signed char>(__float2half(-300.5F * one));  // clamped
  out[n++] = static_cast<unsigned char>(__float2half(-1.0F * one));
  out[n++] = static_cast<short>(__float2half(INFINITY * one));
  out[n++] = __hne(a, __ushort_as_half(0x7e00));
  out[n++] = __hneu(a, __ushort_as_half(0x7e00));
  out[n++] = a != __ushort_as_half(0x7e00);
  out[n++] = ON_DEVICE(__half_as_ushort(__hfma_relu(-b, __ushort_as_half(0x8000), -c * __half(0))), 0);
  out[n++] = __hisnan(__ushort_as_half(0x7e00));
  out[n++] = __hisinf(__ushort_as_half(0xfc00));
  const __half2 p = __floats2half2_rn(1.5F * one, -2.0F * one), q = __halves2half2(b, c);
  out[n++] = __low2float(__hadd2(p, q));
  out[n++] = __high2float(p * q);
  out[n++] = ON_DEVICE(__high2float(__hfma2(p, q, q)), -3);
  out[n++] = __half22float2(__lowhigh2highlow(p)).x;
  out[n++] = __hbgt2(p, q);
  out[n++] = __low2float(__hgt2(p, q));
  out[n++] = __low2half(__half2half2(c));
  const __half2 nan = __halves2half2(__ushort_as_half(0x7e00), c);
  out[n++] = __high2float(__hne2(q, nan));
  out[n++] = __low2float(__hne2(q, nan));
  out[n++] = __low2float(__hequ2(q, nan));
  out[n++] = __hbequ2(q, nan);
  out[n++] = nan != nan;
  const __nv_bfloat16 d = __float2bfloat16(1.5F * one), e = __float2bfloat16(0.0078125F * one);
  out[n++] = d + e;
  out[n++] = d * e;
  out[n++] = ON_DEVICE(__hfma(d, d, e), 2.25F);
  out[n++] = d / e;
  out[n++] = __bfloat162float(__float2bfloat16(1.00390625F * one));    // a tie, to even
  out[n++] = __bfloat162float(__float2bfloat16_ru(1.0001F * one));
  out[n++] = __bfloat162float(__float2bfloat16_rz(-1.0078F * one));
  out[n++] = __bfloat16_as_ushort(__float2bfloat16(3e38F * one));
  out[n++] = __bfloat16_as_ushort(__ll2bfloat16_rn((0x101LL << 54) + 1));  // just above a tie
  out[n++] = __bfloat16_as_ushort(__ull2bfloat16_rn((0x101ULL << 54) - 1));
  out[n++] = d > e;
  out[n++] = __hmax(d, e);
  const __nv_bfloat162 r = __floats2bfloat162_rn(1.5F * one, -2.0F * one);
  out[n++] = __high2float(__hmul2(r, r));
  out[n++] = ON_DEVICE(__low2float(__hfma2(r, r, r)), 3.75F);
  out[n++] = __bfloat1622float2(r + r).y;
  return n;
}

constexpr float kExpected[] = {
    1.25F, 1.75F, -0.375F, 0.5F, 2.625F, -1.5F, 0.25F, 0, 1, 1.5F, -0.25F,
    1.0F, 1.0009765625F, -1.0009765625F, INFINITY, 0, 5.9604644775390625e-8F, 0x3c01, 2, -2, 3, 2048,
    0, 0, 0x7fff, -128, 0, 32767, 0, 1, 1, 0, 1, -1,
    1.25F, -6, -3, -2, 0, 1, 3, 0, 0, 1, 1, 0,
    1.5078125F, 0.01171875F, 2.25F, 192, 1, 1.0078125F, -1, 0x7f62, 0x5e81, 0x5e80, 1, 1.5F,
    4, 3.75F, -4,
};

__global__ void on_device(float* out, float one, int* count) {
  *count = both(out, one);
}

struct Lanes {
  __half sum;
  __half2 pair_sum;
  __nv_bfloat16 bfloat_sum[2];
  float shuffled, functions;
};

__global__ void lanes(Lanes* out) {
  __shared__ __half2 tile[32];
  const int lane = threadIdx.x;
  tile[lane] = __floats2half2_rn(lane, -lane);
  __syncwarp();
  atomicAdd(&out->sum, __low2half(tile[31 - lane]));
  atomicAdd(&out->pair_sum, tile[lane]);
  atomicAdd(&out->bfloat_sum[1], __float2bfloat16(1.0F));
  const __half2 next = __shfl_down_sync(0xffffffffU, tile[lane], 1);
  const __half first = __shfl_sync(0xffffffffU, __int2half_rn(lane + 7), 0);
  if (lane == 3) {
    out->shuffled = __low2float(next) + __half2float(first);
    const __half two = 2.0F;
    out->functions = __half2float(hsqrt(two * two)) + __half2float(hexp2(two)) + __half2float(hfloor(two / __half(3))) +
                     __low2float(h2rcp(__half2half2(two)));
  }
}

int main() {
  float* device;
  int* count;
  Lanes* sums;
  cudaMallocManaged(&device, 256 * sizeof(float));
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&sums, sizeof(Lanes));
  std::memset(sums, 0, sizeof(Lanes));
  float host[256];
  const int n = both(host, 1.0F);
  on_device<<<1, 1>>>(device, 1.0F, count);
  lanes<<<1, 32>>>(sums);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  wrong += n != *count || n != sizeof kExpected / sizeof *kExpected;
  for (int i = 0; i < n; ++i) {
    const bool is_right = host[i] == kExpected[i] && device[i] == kExpected[i];
    if (!is_right) printf("%d: host %.9g, device %.9g, expected %.9g\n", i, host[i], device[i], kExpected[i]);
    wrong += !is_right;
  }
  // Every half, there and back.
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half value = __ushort_as_half(bits);
    const bool is_nan = (bits & 0x7fff) > 0x7c00;
    if (!is_nan && __half_as_ushort(__float2half(__half2float(value))) != bits) ++wrong;
    if (is_nan != __hisnan(value)) ++wrong;
  }
  wrong += __half2float(sums->sum) != 496;
  wrong += __low2float(sums->pair_sum) != 496 || __high2float(sums->pair_sum) != -496;
  wrong += __bfloat162float(sums->bfloat_sum[0]) != 0 || __bfloat162float(sums->bfloat_sum[1]) != 32;
  wrong += sums->shuffled != 11 || sums->functions != 6.5F;
  printf("%d values, %d wrong\n", n, wrong);
  return wrong != 0;
}
