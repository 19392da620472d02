// Device functions with several results, rounding conversions, byte permutations and cache hints:
// each against the host's libm, or against its definition.
#include <cmath>
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

struct Results {
  float sine, cosine, sine_pi, cosine_pi, fraction, whole, mantissa, remainder, rsqrt, scaled;
  double sine64, cosine64, sine_pi64, cosine_pi64, fraction64, whole64, mantissa64, remainder64;
  float norm3, norm4, rnorm3, rnorm4, norm, rnorm;
  double norm64, rnorm64;
  int exponent, exponent64, quotient, quotient64;
  float from_int[4], from_unsigned[4];
  double from_long;
  unsigned bytes;
  int dots[6];
  float4 loaded;
  float stored[4];
};

__global__ void compute(const float* in, Results* results) {
  const float x = in[threadIdx.x];
  const float y = in[threadIdx.x + 1];
  Results& r = results[threadIdx.x];
  sincosf(x, &r.sine, &r.cosine);
  sincospif(x, &r.sine_pi, &r.cosine_pi);
  sincos(double(x), &r.sine64, &r.cosine64);
  sincospi(double(x), &r.sine_pi64, &r.cosine_pi64);
  r.fraction = modff(x, &r.whole);
  r.fraction64 = modf(double(x), &r.whole64);
  r.mantissa = frexpf(x, &r.exponent);
  r.mantissa64 = frexp(double(x) * 1e-310, &r.exponent64);
  r.remainder = remquof(x, y, &r.quotient);
  r.remainder64 = remquo(double(x), double(y), &r.quotient64);
  r.scaled = ldexpf(x, 5);
  r.rsqrt = __frsqrt_rn(fabsf(x));
  r.norm3 = norm3df(x, y, 2);
  r.norm4 = norm4df(x, y, 2, 3);
  r.rnorm3 = rnorm3df(x, y, 2);
  r.rnorm4 = rnorm4df(x, y, 2, 3);
  const float few[5] = {x, y, 1, 2, 3};
  const double few64[5] = {x, y, 1, 2, 3};
  r.norm = normf(5, few);
  r.rnorm = rnormf(5, few);
  r.norm64 = norm(5, few64);
  r.rnorm64 = rnorm(5, few64);
  const int i = 16777217 + int(threadIdx.x);  // no float holds it
  const unsigned u = 0xfffffe81U + threadIdx.x;
  r.from_int[0] = __int2float_rn(-i);
  r.from_int[1] = __int2float_rz(-i);
  r.from_int[2] = __int2float_rd(-i);
  r.from_int[3] = __int2float_ru(-i);
  r.from_unsigned[0] = __uint2float_rn(u);
  r.from_unsigned[1] = __uint2float_rz(u);
  r.from_unsigned[2] = __uint2float_rd(u);
  r.from_unsigned[3] = __uint2float_ru(u);
  r.from_long = __ll2double_rz(9007199254740993LL + threadIdx.x);
  r.bytes = __byte_perm(0x33221100, 0x77665544, 0xf9a5 + threadIdx.x);  // only 3 bits of each count
  const char4 b = {1, -2, 3, -128};
  const uchar4 ub = {1, 254, 3, 128};
  r.dots[0] = __dp4a(char4{-1, 2, 127, -128}, b, int(threadIdx.x));
  r.dots[1] = int(__dp4a(uchar4{255, 2, 127, 128}, ub, threadIdx.x));
  r.dots[2] = __dp2a_lo(short2{-32768, 7}, b, int(threadIdx.x));
  r.dots[3] = int(__dp2a_lo(ushort2{65535, 7}, ub, threadIdx.x));
  r.dots[4] = __dp2a_hi(short2{-32768, 7}, b, int(threadIdx.x));
  r.dots[5] = int(__dp2a_hi(0x0007ffffU, 0x8003fe01U, threadIdx.x));
  r.loaded = __ldcg(reinterpret_cast<const float4*>(in));
  r.loaded.x += __ldca(in) + __ldcs(in + 1) + __ldcv(in + 2) + __ldg(in + 3);
  __stcg(&r.stored[0], x);
  __stcs(&r.stored[1], x);
  __stwb(&r.stored[2], x);
  __stwt(&r.stored[3], x);
}

static int checked = 0;
static int wrong = 0;

// `units` in the last place of T apart, at most.
template <typename T>
void expect(const char* what, int place, T actual, double wanted, double units = 0) {
  const T nearest = T(wanted);
  const T ulp = std::nextafter(std::fabs(nearest), T(INFINITY)) - std::fabs(nearest);
  const double distance = std::fabs(double(actual) - double(nearest));
  ++checked;
  if (distance <= units * double(ulp) || (std::isnan(actual) && std::isnan(nearest))) return;
  std::printf("%s at %d: %.17g, not %.17g\n", what, place, double(actual), wanted);
  ++wrong;
}

static float rounded(long long value, int direction) {
  const float nearest = float(value);
  if (direction < 0 && static_cast<long long>(nearest) > value) return nextafterf(nearest, -INFINITY);
  if (direction > 0 && static_cast<long long>(nearest) < value) return nextafterf(nearest, INFINITY);
  return nearest;
}

static unsigned permuted(unsigned selector) {
  const unsigned char bytes[8] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77};
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) result |= unsigned(bytes[selector >> (4 * i) & 7]) << (8 * i);
  return result;
}

constexpr int kPlaces = 9;
static const float kIn[kPlaces + 3] = {0.75F, -2.5F, 3.0F,  1e-40F, 12345.5F, -0.125F,
                                       100.0F, 7.25F, -31.5F, 2.0F,  1.0F,     1.0F};
constexpr double kPi = 3.14159265358979323846;

static void check_functions(int place, const Results& r) {
  const float x = kIn[place];
  const float y = kIn[place + 1];
  float whole;
  int exponent;
  expect("sine", place, r.sine, sin(double(x)), 2);
  expect("cosine", place, r.cosine, cos(double(x)), 2);
  expect("sine64", place, r.sine64, sin(double(x)), 2);
  expect("cosine64", place, r.cosine64, cos(double(x)), 2);
  const double turned = fmod(double(x), 2);
  expect("sine of pi", place, r.sine_pi + 1, sin(kPi * turned) + 1, 2);
  expect("cosine of pi", place, r.cosine_pi + 2, cos(kPi * turned) + 2, 2);
  expect("sine64 of pi", place, r.sine_pi64 + 1, sin(kPi * turned) + 1, 4);
  expect("cosine64 of pi", place, r.cosine_pi64 + 2, cos(kPi * turned) + 2, 4);
  expect("fraction", place, r.fraction, modff(x, &whole));
  expect("whole", place, r.whole, whole);
  expect("fraction64", place, r.fraction64, modff(x, &whole));
  expect("whole64", place, r.whole64, whole);
  expect("mantissa", place, r.mantissa, frexpf(x, &exponent));
  expect("exponent", place, double(r.exponent), exponent);
  expect("mantissa64", place, r.mantissa64, frexp(double(x) * 1e-310, &exponent));
  expect("exponent64", place, double(r.exponent64), exponent);
  expect("remainder", place, r.remainder, remquof(x, y, &exponent));
  expect("quotient", place, double(r.quotient & 7), exponent & 7);
  expect("remainder64", place, r.remainder64, remquo(double(x), double(y), &exponent));
  expect("quotient64", place, double(r.quotient64 & 7), exponent & 7);
  expect("scaled", place, r.scaled, ldexpf(x, 5));
  expect("rsqrt", place, r.rsqrt, 1 / sqrt(fabs(double(x))));
}

static void check_norms(int place, const Results& r) {
  const double x = kIn[place];
  const double y = kIn[place + 1];
  expect("norm3", place, r.norm3, sqrt(x * x + y * y + 4), 2);
  expect("norm4", place, r.norm4, sqrt(x * x + y * y + 13), 2);
  expect("rnorm3", place, r.rnorm3, 1 / sqrt(x * x + y * y + 4), 2);
  expect("rnorm4", place, r.rnorm4, 1 / sqrt(x * x + y * y + 13), 2);
  expect("norm", place, r.norm, sqrt(x * x + y * y + 14), 2);
  expect("rnorm", place, r.rnorm, 1 / sqrt(x * x + y * y + 14), 2);
  expect("norm64", place, r.norm64, sqrt(x * x + y * y + 14), 4);
  expect("rnorm64", place, r.rnorm64, 1 / sqrt(x * x + y * y + 14), 4);
}

static void check_bits(int place, const Results& r) {
  const long long i = -(16777217LL + place);
  const long long u = 0xfffffe81LL + place;
  const int directions[4] = {0, 0, -1, 1};
  for (int k = 0; k < 4; ++k) {
    const bool to_zero = k == 1;
    expect("from int", place, r.from_int[k], rounded(i, to_zero ? 1 : directions[k]));
    expect("from unsigned", place, r.from_unsigned[k], rounded(u, to_zero ? -1 : directions[k]));
  }
  const long long wide = 9007199254740993LL + place;
  expect("from long long", place, r.from_long, double(wide - wide % 2));
  expect("bytes", place, double(r.bytes), permuted(0xf9a5 + place));
  // Each is the sum of its products, worked out by hand.
  const int dots[6] = {-1 - 4 + 381 + 16384, 255 + 508 + 381 + 16384, -32768 - 14,
                       65535 + 1778,         -98304 - 896,            196605 + 896};
  for (int k = 0; k < 6; ++k) expect("dot product", place, r.dots[k], dots[k] + place);
  expect("loaded", place, r.loaded.x, 2 * kIn[0] + kIn[1] + kIn[2] + kIn[3], 1);
  expect("loaded", place, r.loaded.w, kIn[3]);
  for (float stored : r.stored) expect("stored", place, stored, kIn[place]);
}

int main() {
  float* in = nullptr;
  Results* device = nullptr;
  static Results results[kPlaces];
  cudaMalloc(&in, sizeof kIn);
  cudaMalloc(&device, sizeof results);
  cudaMemcpy(in, kIn, sizeof kIn, cudaMemcpyHostToDevice);
  compute<<<1, kPlaces>>>(in, device);
  if (cudaMemcpy(results, device, sizeof results, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int place = 0; place < kPlaces; ++place) {
    check_functions(place, results[place]);
    check_norms(place, results[place]);
    check_bits(place, results[place]);
  }
  std::printf("%d values, %d wrong\n", checked, wrong);
  return wrong == 0 ? 0 : 1;
}
