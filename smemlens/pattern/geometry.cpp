#include "smemlens/pattern/geometry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"

namespace smemlens {
namespace {

constexpr std::uint32_t kMaxThreads = 1024;
constexpr std::array<std::uint32_t, 3> kMaxBlock = {1024, 1024, 64};
constexpr std::string_view kAxes = "xyz";

Diagnostic block_error(const SourceText& text, SourceSpan span, std::string message) {
  return located({.code = "pattern-block",
                  .message = std::move(message),
                  .hint = "X,Y,Z threads, e.g. 32,8; at most 1024 in all"},
                 text, span);
}

}  // namespace

Geometry one_warp(const Architecture& architecture) {
  return {
      {architecture.bank_model.lanes_per_warp, 1, 1}
  };
}

std::uint32_t threads_of(const Geometry& geometry) {
  return geometry.block[0] * geometry.block[1] * geometry.block[2];
}

std::string why_impossible(const Geometry& geometry) {
  std::uint64_t threads = 1;
  for (std::size_t axis = 0; axis < kMaxBlock.size(); ++axis) {
    if (geometry.block[axis] == 0) return "a block needs at least one thread";
    if (geometry.block[axis] > kMaxBlock[axis])
      return "at most " + std::to_string(kMaxBlock[axis]) + " threads in dimension " +
             std::string(1, kAxes[axis]);
    threads *= geometry.block[axis];
  }
  if (threads <= kMaxThreads) return "";
  return "a block of " + std::to_string(threads) + " threads; the limit is 1024";
}

Expected<Geometry> parse_block(const SourceText& text) {
  Geometry geometry;
  const std::string_view all = text.text;
  std::size_t begin = 0;
  for (std::size_t axis = 0; begin <= all.size(); ++axis) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    const SourceSpan span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (axis == kMaxBlock.size())
      return tl::unexpected(block_error(text, span, "a block has at most three dimensions"));
    const std::string_view number = all.substr(begin, end - begin);
    const auto [stop, problem] =
        std::from_chars(number.data(), number.data() + number.size(), geometry.block[axis]);
    if (number.empty() || stop != number.data() + number.size() || problem != std::errc{})
      return tl::unexpected(block_error(text, span, "expected a 32-bit number of threads"));
    begin = end + 1;
  }
  std::string reason = why_impossible(geometry);
  if (reason.empty()) return geometry;
  const SourceSpan whole{0, static_cast<std::uint32_t>(all.size())};
  return tl::unexpected(block_error(text, whole, std::move(reason)));
}

}  // namespace smemlens
