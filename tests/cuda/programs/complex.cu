// cuComplex.h on the device and on the host, against values worked out by hand.
#include <cmath>
#include <cstdio>

#include <cuComplex.h>
#include <cuda_runtime.h>

constexpr int kFloats = 14;
constexpr int kDoubles = 6;

__host__ __device__ void compute(float* f, double* d) {
  const cuFloatComplex a = make_cuFloatComplex(1, 2);
  const cuComplex b = make_cuComplex(3, -4);
  const cuFloatComplex results[] = {
      cuCaddf(a, b),
      cuCsubf(a, b),
      cuCmulf(a, b),
      cuCdivf(a, b),
      cuConjf(a),
      cuCfmaf(a, b, a),
  };
  for (int i = 0; i < 6; ++i) {
    f[2 * i] = cuCrealf(results[i]);
    f[2 * i + 1] = cuCimagf(results[i]);
  }
  f[12] = cuCabsf(b);
  f[13] = cuCabsf(make_cuFloatComplex(3e30f, 4e30f));  // its square is beyond floats
  const cuDoubleComplex c = cuComplexFloatToDouble(a);
  const cuDoubleComplex quotient = cuCdiv(c, make_cuDoubleComplex(0, 2));
  d[0] = cuCreal(quotient);
  d[1] = cuCimag(quotient);
  d[2] = cuCabs(cuCmul(c, cuConj(c)));
  d[3] = cuCabs(make_cuDoubleComplex(0, 0));
  d[4] = cuCabs(make_cuDoubleComplex(-INFINITY, 1));
  d[5] = cuComplexDoubleToFloat(cuCfma(c, c, cuCsub(c, cuCadd(c, c)))).y;
}

__global__ void on_device(float* f, double* d) { compute(f, d); }

static int wrong = 0;

static void compare(const char* where, const float* f, const double* d) {
  const float expected_f[kFloats] = {4, -2, -2, 6, 11, 2, -0.2f, 0.4f, 1, -2, 12, 4, 5, 5e30f};
  const double expected_d[kDoubles] = {1, -0.5, 5, 0, INFINITY, 2};
  for (int i = 0; i < kFloats; ++i) {
    if (std::fabs(f[i] / expected_f[i] - 1) < 1e-6f) continue;
    ++wrong;
    std::printf("%s: float %d is %g, not %g\n", where, i, f[i], expected_f[i]);
  }
  for (int i = 0; i < kDoubles; ++i) {
    if (d[i] == expected_d[i] || std::fabs(d[i] - expected_d[i]) < 1e-14) continue;
    ++wrong;
    std::printf("%s: double %d is %g, not %g\n", where, i, d[i], expected_d[i]);
  }
}

int main() {
  float* f;
  double* d;
  cudaMallocHost(&f, kFloats * sizeof *f);
  cudaMallocHost(&d, kDoubles * sizeof *d);
  compute(f, d);
  compare("host", f, d);
  on_device<<<1, 1>>>(f, d);
  cudaDeviceSynchronize();
  compare("device", f, d);
  std::printf("%d wrong\n", wrong);
}
