#pragma once

#include "cuda_pipeline_primitives.h"  // IWYU pragma: export
