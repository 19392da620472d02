#include "tests/folders.h"

namespace smemlens {

std::string in_sources(std::string_view path) {
  return std::string(SMEMLENS_SOURCE_DIR "/").append(path);
}

std::string in_build(std::string_view path) {
  return std::string(SMEMLENS_BINARY_DIR "/").append(path);
}

}  // namespace smemlens
