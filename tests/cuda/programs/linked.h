// What linked_main.cu uses of linked_part.cu; each is a unit of device code of its own (-rdc=true).
#pragma once
extern __device__ int table[4];
extern __constant__ int offset;
extern __shared__ int scratch[];
__device__ int twice(int x);
__device__ int from_scratch(int lane);
