constexpr int kPad = 0;  // unused words a row

// Turns over a square matrix whose side is a multiple of 32; a block has 32 x 32 threads.
__global__ void transpose(float* out, const float* in, int side) {
  __shared__ float tile[32][32 + kPad];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * side + x];

  __syncthreads();

  const int out_x = blockIdx.y * 32 + threadIdx.x;
  const int out_y = blockIdx.x * 32 + threadIdx.y;
  out[out_y * side + out_x] = tile[threadIdx.x][threadIdx.y];
}
