#pragma once

// CUDA's older name for its inner headers.

#include "../device_functions.h"
