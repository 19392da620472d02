#pragma once

// The little host code that every example needs: an array in GPU memory, and an end at the first
// error. Nothing here touches shared memory.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void stop_on_error(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

// An array in GPU memory that lives as long as this object.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    stop_on_error(cudaMalloc(&data_, count * sizeof(T)));
    stop_on_error(cudaMemset(data_, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    stop_on_error(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }

  // What the kernels launched so far left here.
  std::vector<T> to_host() const {
    stop_on_error(cudaGetLastError());  // was the last launch accepted?
    std::vector<T> host(count_);
    stop_on_error(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

// Prints how `name` did and returns the number of failures: 0 or 1.
template <typename T>
int compare(const char* name, const std::vector<T>& actual, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (actual[i] == expected[i]) continue;
    std::printf("%-24s FAIL at element %zu\n", name, i);
    return 1;
  }
  std::printf("%-24s PASS\n", name);
  return 0;
}
