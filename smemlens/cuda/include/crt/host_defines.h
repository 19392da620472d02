#pragma once

// CUDA's older name for its inner headers.

#include "../host_defines.h"
