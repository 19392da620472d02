// The device's mathematics against the host's: every function at a few places, in float and double.
#include <cmath>
#include <cstdio>

#include <cuda_runtime.h>

#define FUNCTIONS(F)                                                                           \
  F(sin(x)) F(cos(x)) F(tan(x)) F(asin(u)) F(acos(u)) F(atan(x)) F(atan2(x, y)) F(sinh(x))     \
  F(cosh(x)) F(tanh(x)) F(asinh(x)) F(acosh(x + 1)) F(atanh(u)) F(exp(x)) F(exp2(x))           \
  F(expm1(x)) F(log(x)) F(log2(x)) F(log10(x)) F(log1p(x)) F(logb(x)) F(sqrt(x)) F(cbrt(x))    \
  F(pow(x, y)) F(hypot(x, y)) F(erf(x)) F(erfc(x)) F(tgamma(x)) F(lgamma(x)) F(floor(x))       \
  F(ceil(x)) F(trunc(x)) F(round(x)) F(rint(x)) F(nearbyint(x)) F(fabs(-x)) F(fmin(x, y))      \
  F(fmax(x, y)) F(fdim(x, y)) F(fma(x, y, x)) F(fmod(x, y)) F(remainder(x, y))                 \
  F(copysign(x, -y)) F(nextafter(x, y)) F(ldexp(x, 3)) F(scalbn(x, 2)) F(x / y)                \
  F(max(x, y)) F(min(x, y)) F(lrint(x)) F(llround(x)) F(lround(x)) F(ilogb(x))                 \
  F(isnan(x)) F(isinf(x)) F(isfinite(x)) F(signbit(-x)) F(abs(-x)) F(1 / sqrt(x))

#define COUNT_ONE(expression) +1
#define NAME(expression) #expression,
constexpr int kFunctions = 0 FUNCTIONS(COUNT_ONE);
constexpr int kPlaces = 8;
static const char* const kNames[] = {FUNCTIONS(NAME)};

template <typename T>
__host__ __device__ void evaluate(int place, T* result) {
  const T x = T(0.3) + T(place) * T(0.75);
  const T y = T(1.7) + T(place) * T(0.4);
  const T u = T(0.9) / T(place + 1);
  int i = 0;
#define STORE(expression) result[i++] = T(expression);
  FUNCTIONS(STORE)
}

template <typename T>
__global__ void on_device(T* results) {
  evaluate(threadIdx.x, results + threadIdx.x * kFunctions);
}

template <typename T>
int compare(const char* type, double tolerance) {
  T* device = nullptr;
  static T there[kPlaces * kFunctions];
  static T here[kPlaces * kFunctions];
  cudaMalloc(&device, sizeof there);
  on_device<T><<<1, kPlaces>>>(device);
  if (cudaMemcpy(there, device, sizeof there, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  int wrong = 0;
  for (int place = 0; place < kPlaces; ++place) evaluate(place, here + place * kFunctions);
  for (int i = 0; i < kPlaces * kFunctions; ++i) {
    const double scale = fmax(1.0, fabs(double(here[i])));
    if (fabs(double(there[i]) - double(here[i])) <= tolerance * scale) continue;
    printf("%s %s at %d: %.9g, not %.9g\n", type, kNames[i % kFunctions], i / kFunctions,
           double(there[i]), double(here[i]));
    ++wrong;
  }
  return wrong;
}

int main() {
  const int wrong = compare<float>("float", 2e-6) + compare<double>("double", 1e-14);
  printf("%d functions, %d wrong\n", kFunctions, wrong);
  return wrong == 0 ? 0 : 1;
}
