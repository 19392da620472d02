#pragma once

// CUDA's older name for its inner headers.

#include "../math_functions.h"
