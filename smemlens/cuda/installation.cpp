#include "smemlens/cuda/installation.h"

#include <filesystem>
#include <system_error>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens::cuda {
namespace {

tl::unexpected<Diagnostic> missing(const std::filesystem::path& path) {
  return tl::unexpected(Diagnostic{.code = "installation",
                                   .message = path.string() + " is missing",
                                   .hint = "build everything (cmake --build), or install again"});
}

}  // namespace

Expected<Installation> find_installation() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path prefix = self.parent_path().parent_path();
  Installation found{prefix / "lib", prefix / "share/smemlens/include"};
  const std::filesystem::path runtime = found.runtime_directory / "libcudart.so.13";
  if (!std::filesystem::exists(runtime, error)) return missing(runtime);
  const std::filesystem::path header = found.header_directory / "smemlens_cuda.h";
  if (!std::filesystem::exists(header, error)) return missing(header);
  return found;
}

}  // namespace smemlens::cuda
