// The kernel that the page shows, used as the page says.
#include <cstdio>
#include <vector>

#include "../../../web/snippets/transpose.cu"

int main() {
  constexpr int kSide = 64;
  std::vector<float> in(kSide * kSide);
  for (int i = 0; i < kSide * kSide; ++i) in[i] = static_cast<float>(i);
  const size_t bytes = in.size() * sizeof(float);
  float* device_in = nullptr;
  float* device_out = nullptr;
  cudaMalloc(&device_in, bytes);
  cudaMalloc(&device_out, bytes);
  cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice);
  transpose<<<dim3(kSide / 32, kSide / 32), dim3(32, 32)>>>(device_out, device_in, kSide);
  std::vector<float> out(in.size());
  cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) wrong += out[y * kSide + x] != in[x * kSide + y] ? 1 : 0;
  }
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
