// Moves particles through shared memory as an array of structs and as a struct of arrays.
//
// 64 blocks of 256 threads = 8 warps each. In every kernel each thread stores its own particle and
// then reads the one of the thread beside it; each member is one access.
//
//   one access   64 · 8 = 512 requests
//
// These are the accesses as the compiler writes them in PTX. Where members lie side by side and are
// aligned to 16 bytes, NVIDIA's assembler ptxas may join four of them into one access of 16 bytes a
// lane, which has other counts: docs/verify-on-a-gpu.md.

#include "device_array.h"

constexpr int kBlock = 256;
constexpr int kBlocks = 64;

struct Point {
  float x, y, z;
};

struct Particle {
  float x, y, z, mass;
};

struct Body {
  float x, y, z, mass, vx, vy, vz, charge;
};

__device__ __host__ inline float weight(float x, float y, float z, float mass) {
  return (x + 2 * y + 4 * z) * mass;
}

// Structs of 3 words: lane t's member lies at word 3·t + m. A stride of 3 has no factor in common
// with 32, so the 32 lanes meet 32 banks: an odd size is free.
//
//   bank (3·t + m) mod 32: 32 banks                        1 wavefront
//
//   smemlens: @point_x 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @point_y 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @point_z 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @point_weight 1536 requests, 1536 wavefronts, 1536 ideal
__global__ void array_of_points(float* out, const float* in) {
  __shared__ Point points[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t, beside = (t + 1) % kBlock;
  points[t].x = in[i];      // @point_x
  points[t].y = in[i] + 1;  // @point_y
  points[t].z = in[i] + 2;  // @point_z
  __syncthreads();
  out[i] = weight(points[beside].x, points[beside].y, points[beside].z, 2);  // @point_weight
}

// Structs of 4 words: a stride of 4 meets only every fourth bank.
//
//   bank (4·t + m) mod 32: 8 banks, 4 lanes each           4 wavefronts: 512 · 4 = 2048
//   weight reads four members                              4 · 512 = 2048 requests, 4 · 2048 = 8192
//
//   smemlens: @particle_x 512 requests, 2048 wavefronts, 512 ideal
//   smemlens: @particle_y 512 requests, 2048 wavefronts, 512 ideal
//   smemlens: @particle_z 512 requests, 2048 wavefronts, 512 ideal
//   smemlens: @particle_mass 512 requests, 2048 wavefronts, 512 ideal
//   smemlens: @particle_weight 2048 requests, 8192 wavefronts, 2048 ideal
__global__ void array_of_particles(float* out, const float* in) {
  __shared__ Particle particles[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t, beside = (t + 1) % kBlock;
  particles[t].x = in[i];      // @particle_x
  particles[t].y = in[i] + 1;  // @particle_y
  particles[t].z = in[i] + 2;  // @particle_z
  particles[t].mass = 2;       // @particle_mass
  __syncthreads();
  const Particle& p = particles[beside];
  out[i] = weight(p.x, p.y, p.z, p.mass);  // @particle_weight
}

// Structs of 8 words, of which only four are used: twice the stride, twice the conflict.
//
//   bank (8·t + m) mod 32: 4 banks, 8 lanes each           8 wavefronts: 512 · 8 = 4096
//   weight reads four members                              4 · 512 = 2048 requests, 4 · 4096 =
//   16384
//
//   smemlens: @body_x 512 requests, 4096 wavefronts, 512 ideal
//   smemlens: @body_y 512 requests, 4096 wavefronts, 512 ideal
//   smemlens: @body_z 512 requests, 4096 wavefronts, 512 ideal
//   smemlens: @body_mass 512 requests, 4096 wavefronts, 512 ideal
//   smemlens: @body_weight 2048 requests, 16384 wavefronts, 2048 ideal
__global__ void array_of_bodies(float* out, const float* in) {
  __shared__ Body bodies[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t, beside = (t + 1) % kBlock;
  bodies[t].x = in[i];      // @body_x
  bodies[t].y = in[i] + 1;  // @body_y
  bodies[t].z = in[i] + 2;  // @body_z
  bodies[t].mass = 2;       // @body_mass
  __syncthreads();
  const Body& b = bodies[beside];
  out[i] = weight(b.x, b.y, b.z, b.mass);  // @body_weight
}

// A struct of arrays: the same member of 32 neighbours is a row of 32 words.
//
//   bank t mod 32: 32 banks                                1 wavefront
//
//   smemlens: @soa_x 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @soa_y 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @soa_z 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @soa_mass 512 requests, 512 wavefronts, 512 ideal
//   smemlens: @soa_weight 2048 requests, 2048 wavefronts, 2048 ideal
__global__ void struct_of_arrays(float* out, const float* in) {
  __shared__ struct {
    float x[kBlock], y[kBlock], z[kBlock], mass[kBlock];
  } particles;
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t, beside = (t + 1) % kBlock;
  particles.x[t] = in[i];      // @soa_x
  particles.y[t] = in[i] + 1;  // @soa_y
  particles.z[t] = in[i] + 2;  // @soa_z
  particles.mass[t] = 2;       // @soa_mass
  __syncthreads();
  const auto& p = particles;
  out[i] = weight(p.x[beside], p.y[beside], p.z[beside], p.mass[beside]);  // @soa_weight
}

int main() {
  std::vector<float> in(kBlock * kBlocks), expected(in.size());
  for (int i = 0; i < kBlock * kBlocks; ++i) in[i] = static_cast<float>(i % 1009);
  for (int i = 0; i < kBlock * kBlocks; ++i) {
    const float v = in[i / kBlock * kBlock + (i + 1) % kBlock];
    expected[i] = weight(v, v + 1, v + 2, 2);
  }

  DeviceArray<float> device_in(in);
  int failures = 0;
  const auto test = [&](const char* name, auto* kernel) {
    DeviceArray<float> out(in.size());
    kernel<<<kBlocks, kBlock>>>(out.data(), device_in.data());
    failures += compare(name, out.to_host(), expected);
  };
  test("array_of_points", array_of_points);
  test("array_of_particles", array_of_particles);
  test("array_of_bodies", array_of_bodies);
  test("struct_of_arrays", struct_of_arrays);
  return failures;
}
