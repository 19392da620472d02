#include "smemlens/ptx/site_location.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {
namespace {

// Parts of paths that only headers of a toolkit or of the system have.
constexpr std::array<std::string_view, 14> kSystemParts = {
    "/usr/include/",
    "/usr/lib/",
    "/cuda/include/",
    "/targets/x86_64-linux/include/",
    "/include/crt/",
    "/include/cccl/",
    "/include/cub/",
    "/include/thrust/",
    "/include/cuda/std/",
    "/include/cooperative_groups",
    "smemlens/cuda/include/",
    "share/smemlens/include/",
    "/lib/clang/",
    "<built-in>",
};

// A chain of .loc frames is short; a longer one is a malformed module's loop.
constexpr std::size_t kMostFrames = 256;

std::vector<const SourceLocation*> frames_of(const Module& module, Index location) {
  std::vector<const SourceLocation*> frames;
  while (location < module.locations.size() && frames.size() < kMostFrames) {
    frames.push_back(&module.locations[location]);
    location = frames.back()->inlined_at;
  }
  return frames;
}

Location location_of(const Module& module, const SourceLocation& frame) {
  const bool is_known = frame.file < module.files.size();
  return {is_known ? module.files[frame.file] : std::string(), frame.line, frame.column};
}

}  // namespace

bool is_user_file(std::string_view path) {
  return std::ranges::none_of(kSystemParts, [&](std::string_view part) {
    return path.find(part) != std::string_view::npos;
  });
}

SiteLocation site_location_of(const Module& module, const Function& function,
                              const Instruction& instruction) {
  SiteLocation site{.function = function.name};
  const auto frames = frames_of(module, instruction.location);
  if (frames.empty()) return site;
  std::size_t user = 0;
  while (user < frames.size() && !is_user_file(location_of(module, *frames[user]).file)) ++user;
  if (user == frames.size()) user = 0;  // no user file at all: the place itself is all there is
  site.where = location_of(module, *frames[user]);
  for (std::size_t i = 0; i < user; ++i) site.headers.push_back(location_of(module, *frames[i]));
  if (!frames[user]->function.empty()) site.function = frames[user]->function;
  for (std::size_t i = user + 1; i < frames.size(); ++i) {
    site.inlined_at.push_back(location_of(module, *frames[i]));
  }
  return site;
}

}  // namespace smemlens::ptx
