#pragma once

// Where smemlens's own files lie, seen from the program that runs:
//
//   PREFIX/bin/smemlens                 a build folder or an install prefix
//   PREFIX/lib/libcudart.so.13
//   PREFIX/share/smemlens/include/      (in a build folder: a link into the source tree)

#include <filesystem>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

struct Installation {
  std::filesystem::path runtime_directory;
  std::filesystem::path header_directory;
};

// No answer if one of them is missing: the error says where it was looked for.
Expected<Installation> find_installation();

}  // namespace smemlens::cuda
