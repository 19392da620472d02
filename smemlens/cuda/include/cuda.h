#pragma once

// The driver's interface is not here; programs include this for its version number.

#define CUDA_VERSION 13000

#include <stdint.h>

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
