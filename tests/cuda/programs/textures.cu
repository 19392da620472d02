// Texture objects: every kind of memory, filter, edge and coordinate, against the guide's formulas.
#include <cmath>
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

int wrong = 0;
void expect(const char* what, float got, float expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return;
  std::printf("%s: %g instead of %g\n", what, got, expected);
  ++wrong;
}

struct Sampling {
  cudaTextureAddressMode edge = cudaAddressModeClamp;
  cudaTextureFilterMode filter = cudaFilterModePoint;
  cudaTextureReadMode read = cudaReadModeElementType;
  bool is_normalized = false;
  float border = 0;
};

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, const Sampling& sampling) {
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = sampling.edge;
  how.filterMode = sampling.filter;
  how.readMode = sampling.read;
  how.normalizedCoords = sampling.is_normalized;
  how.borderColor[0] = sampling.border;
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  if (error != cudaSuccess) std::printf("create: %s\n", cudaGetErrorName(error)), ++wrong;
  return texture;
}

template <typename T>
cudaResourceDesc array_of(const T* data, size_t width, size_t height, size_t depth = 0,
                          unsigned int flags = 0) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaMalloc3DArray(&array, &format, extent, flags);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(data), width * sizeof(T), width,
                                    height > 0 ? height : 1);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height > 0 ? height : 1, depth > 0 ? depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy) != cudaSuccess) std::printf("copy failed\n"), ++wrong;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

float* out;  // managed
constexpr int kCount = 16;

__global__ void fetch_1d(cudaTextureObject_t texture, const float* x, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, x[threadIdx.x]);
}
__global__ void fetch_2d(cudaTextureObject_t texture, float x, float y, float* out) {
  *out = tex2D<float>(texture, x, y);
}
__global__ void fetch_3d(cudaTextureObject_t texture, float x, float y, float z, float* out) {
  *out = tex3D<float>(texture, x, y, z);
}
__global__ void fetch_layers(cudaTextureObject_t lines, cudaTextureObject_t planes, float* out) {
  out[0] = tex1DLayered<float>(lines, 1.5f, 1);
  out[1] = tex2DLayered<float>(planes, 1.5f, 0.5f, 1);
}
__global__ void fetch_integers(cudaTextureObject_t bytes, cudaTextureObject_t fractions,
                               cudaTextureObject_t shorts, cudaTextureObject_t numbers, float* out) {
  const uchar4 four = tex2D<uchar4>(bytes, 1.0f, 0.0f);
  out[0] = four.x + 1000.0f * four.w;
  const float4 fraction = tex2D<float4>(fractions, 1.0f, 0.0f);
  out[1] = fraction.x;
  out[2] = fraction.w;
  out[3] = tex1Dfetch<short>(shorts, 2);
  out[4] = tex1Dfetch<short>(shorts, 4);  // there is none
  out[5] = tex1Dfetch<float>(numbers, static_cast<int>(threadIdx.x) + 1);
}

void expect_1d(const char* what, const cudaResourceDesc& line, const Sampling& sampling,
               const float (&x)[kCount], const float (&expected)[kCount]) {
  float* coordinates;
  cudaMallocManaged(&coordinates, sizeof x);
  std::memcpy(coordinates, x, sizeof x);
  const cudaTextureObject_t texture = texture_of(line, sampling);
  fetch_1d<<<1, kCount>>>(texture, coordinates, out);
  if (cudaDeviceSynchronize() != cudaSuccess) ++wrong;
  for (int i = 0; i < kCount; ++i) expect(what, out[i], expected[i]);
  cudaDestroyTextureObject(texture);
  cudaFree(coordinates);
}

void lines() {
  const float values[] = {10, 20, 40, 80};
  const cudaResourceDesc line = array_of(values, 4, 0);
  const float texels[kCount] = {0,    0.5f, 0.99f, 1,     1.5f, 2,         3.5f, 3.99f,
                                4.5f, 9,    -0.5f, -1e9f, 1e9f, -INFINITY, 2.5f, 3};
  expect_1d("point, clamp", line, {}, texels,
            {10, 10, 10, 20, 20, 40, 80, 80, 80, 80, 10, 10, 80, 10, 40, 80});
  expect_1d("point, border", line, {.edge = cudaAddressModeBorder, .border = -1}, texels,
            {10, 10, 10, 20, 20, 40, 80, 80, -1, -1, -1, -1, -1, -1, 40, 80});
  // wrap needs normalised coordinates: it clamps
  expect_1d("point, wrap of texels", line, {.edge = cudaAddressModeWrap}, texels,
            {10, 10, 10, 20, 20, 40, 80, 80, 80, 80, 10, 10, 80, 10, 40, 80});
  const Sampling linear = {.filter = cudaFilterModeLinear};
  expect_1d("linear, clamp", line, linear,
            {0, 0.5f, 1, 1.25f, 1.5f, 2, 2.5f, 3, 3.5f, 4, 9, -3, 1.501f, 1.502f, 1.498f, 2.75f},
            {10, 10, 15, 17.5f, 20, 30, 40, 60, 80, 80, 80, 10, 20, 20 + 20 / 256.0f * 1,
             20 - 10 / 256.0f * 1, 50});
  expect_1d("linear, border", line,
            {.edge = cudaAddressModeBorder, .filter = cudaFilterModeLinear},
            {0, 0.25f, 0.5f, 4, 3.75f, -0.5f, -1, 5, 1, 1, 1, 1, 1, 1, 1, 1},
            {5, 7.5f, 10, 40, 60, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15, 15});
  const float fractions[kCount] = {0,     0.125f, 0.25f,  0.5f,   0.75f, 0.999f, 1,      1.25f,
                                   1.99f, -0.01f, -0.26f, -1.01f, 2,     3.3f,   -0.75f, -2};
  expect_1d("point, normalised, wrap", line,
            {.edge = cudaAddressModeWrap, .is_normalized = true}, fractions,
            {10, 10, 20, 40, 80, 80, 10, 20, 80, 80, 40, 80, 10, 20, 20, 10});
  expect_1d("point, normalised, mirror", line,
            {.edge = cudaAddressModeMirror, .is_normalized = true}, fractions,
            {10, 10, 20, 40, 80, 80, 80, 80, 10, 10, 20, 80, 10, 40, 80, 10});
  expect_1d("linear, normalised, wrap", line,
            {.edge = cudaAddressModeWrap, .filter = cudaFilterModeLinear, .is_normalized = true},
            {0, 0.125f, 0.25f, 1, 0.875f, 0.9375f, -0.125f, 2.25f, 0, 0, 0, 0, 0, 0, 0, 0},
            {45, 10, 15, 45, 80, 62.5f, 80, 15, 45, 45, 45, 45, 45, 45, 45, 45});
}

void planes() {
  const float values[] = {0, 1, 2, 10, 11, 12};
  const cudaTextureObject_t plane =
      texture_of(array_of(values, 3, 2), {.filter = cudaFilterModeLinear});
  fetch_2d<<<1, 1>>>(plane, 1.25f, 1, out);
  cudaDeviceSynchronize();
  expect("linear, plane", *out, 5.75f);
  // Rows of 8 floats, of which 3 are texels.
  float* pitched;
  cudaMallocManaged(&pitched, 16 * sizeof(float));
  for (int i = 0; i < 16; ++i) pitched[i] = 100 + i;
  cudaResourceDesc rows{};
  rows.resType = cudaResourceTypePitch2D;
  rows.res.pitch2D.devPtr = pitched;
  rows.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  rows.res.pitch2D.width = 3;
  rows.res.pitch2D.height = 2;
  rows.res.pitch2D.pitchInBytes = 8 * sizeof(float);
  fetch_2d<<<1, 1>>>(texture_of(rows, {}), 7, 1, out);
  cudaDeviceSynchronize();
  expect("pitched", *out, 110);
  const float cube[] = {0, 1, 2, 3, 4, 5, 6, 7};
  const cudaTextureObject_t space =
      texture_of(array_of(cube, 2, 2, 2), {.filter = cudaFilterModeLinear});
  fetch_3d<<<1, 1>>>(space, 1, 0.75f, 1.25f, out);
  cudaDeviceSynchronize();
  expect("space", *out, 0.5f + 2 * 0.25f + 4 * 0.75f);
  const cudaTextureObject_t lines = texture_of(array_of(cube, 4, 0, 2, cudaArrayLayered), {});
  const cudaTextureObject_t layers = texture_of(array_of(cube, 2, 2, 2, cudaArrayLayered), {});
  fetch_layers<<<1, 1>>>(lines, layers, out);
  cudaDeviceSynchronize();
  expect("layer of lines", out[0], 5);
  expect("layer of planes", out[1], 5);
}

void integers() {
  const uchar4 bytes[] = {{1, 2, 3, 4}, {51, 6, 7, 255}};
  const cudaResourceDesc plane = array_of(bytes, 2, 1);
  const cudaTextureObject_t fractions =
      texture_of(plane, {.read = cudaReadModeNormalizedFloat});
  short* shorts;
  cudaMallocManaged(&shorts, 4 * sizeof(short));
  for (int i = 0; i < 4; ++i) shorts[i] = static_cast<short>(-100 * i);
  cudaResourceDesc linear{};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = shorts;
  linear.res.linear.desc = cudaCreateChannelDesc<short>();
  linear.res.linear.sizeInBytes = 4 * sizeof(short);
  float* numbers;
  cudaMallocManaged(&numbers, 4 * sizeof(float));
  numbers[1] = 2.5f;
  cudaResourceDesc floats = linear;
  floats.res.linear.devPtr = numbers;
  floats.res.linear.desc = cudaCreateChannelDesc<float>();
  floats.res.linear.sizeInBytes = 4 * sizeof(float);
  fetch_integers<<<1, 1>>>(texture_of(plane, {}), fractions, texture_of(linear, {}),
                           texture_of(floats, {}), out);
  cudaDeviceSynchronize();
  const float expected[] = {51 + 255000.0f, 0.2f, 1, -200, 0, 2.5f};
  for (int i = 0; i < 6; ++i) expect("integers", out[i], expected[i]);
}

void errors() {
  const uchar4 bytes[] = {{1, 2, 3, 4}};
  const cudaResourceDesc plane = array_of(bytes, 1, 1);
  cudaTextureDesc how{};
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture = 0;
  wrong += cudaCreateTextureObject(&texture, &plane, &how, nullptr) != cudaErrorInvalidFilterSetting;
  how.filterMode = cudaFilterModePoint;
  cudaResourceDesc missing{};
  missing.resType = cudaResourceTypeLinear;
  missing.res.linear.desc = cudaCreateChannelDesc<float>();
  missing.res.linear.sizeInBytes = 4;
  wrong += cudaCreateTextureObject(&texture, &missing, &how, nullptr) != cudaErrorInvalidValue;
  wrong += cudaCreateTextureObject(&texture, &plane, &how, nullptr) != cudaSuccess;
  cudaTextureDesc back{};
  wrong += cudaGetTextureObjectTextureDesc(&back, texture) != cudaSuccess;
  wrong += back.filterMode != cudaFilterModePoint;
  wrong += cudaDestroyTextureObject(texture) != cudaSuccess;
  wrong += cudaDestroyTextureObject(texture) != cudaErrorInvalidValue;
}

int main(int argc, char**) {
  cudaMallocManaged(&out, kCount * sizeof(float));
  lines();
  planes();
  integers();
  errors();
  std::printf("%d wrong\n", wrong);
  if (argc > 1) fetch_2d<<<1, 1>>>(77, 0, 0, out);  // no such object: a named fault
  return wrong;
}
