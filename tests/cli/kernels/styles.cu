// The kernels of nvrtc.ptx, numba.ptx and triton.ptx.

// A transposition through shared memory whose rows have `Pitch` elements.
template <typename T, int Pitch>
__global__ void transpose(T* out, const T* in, T factor) {
  __shared__ T tile[32 * Pitch];
  for (int row = threadIdx.y; row < 32; row += blockDim.y) {
    tile[row * Pitch + threadIdx.x] = in[row * 32 + threadIdx.x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y) {
    out[row * 32 + threadIdx.x] = factor * tile[threadIdx.x * Pitch + row];
  }
}

#ifdef NUMBA
// An array of two dimensions takes nine parameters of Numba: meminfo, parent, number of items,
// bytes of an item, data, shape, strides.
#define ARRAY(name)                                                                            \
  unsigned long long name##_meminfo, unsigned long long name##_parent, long long name##_items, \
      long long name##_bytes, char *name, long long name##_rows, long long name##_columns,     \
      long long name##_row_stride, long long name##_column_stride
extern "C" __global__ void numba_kernel(ARRAY(out), ARRAY(in)) {
  __shared__ float cudapy_smem[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < in_columns && y < in_rows) {
    cudapy_smem[y * 32 + x] = *(const float*)(in + y * in_row_stride + x * in_column_stride);
  }
  __syncthreads();
  if (x < out_columns && y < out_rows) {
    *(float*)(out + y * out_row_stride + x * out_column_stride) = cudapy_smem[x * 32 + y];
  }
}
#endif

#ifdef TRITON
// A row's sum by a program of four warps: 16-byte loads, shuffles, and the dynamic shared memory
// that Triton calls global_smem.
extern __shared__ __align__(16) char global_smem[];
extern "C" __global__ void __launch_bounds__(128)
    row_sum(const float* in, float* out, int columns) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float* const partial = reinterpret_cast<float*>(global_smem);
  float sum = 0;
  for (int i = threadIdx.x * 4; i < columns; i += 512) {
    const float4 four = *reinterpret_cast<const float4*>(in + blockIdx.x * columns + i);
    sum += four.x + four.y + four.z + four.w;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (lane == 0) partial[warp] = sum;
  __syncthreads();
  sum = lane < 4 ? partial[lane] : 0;
  for (int step = 2; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#endif
