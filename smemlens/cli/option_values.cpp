#include "smemlens/cli/option_values.h"

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

#include "smemlens/simt/launch.h"

namespace smemlens::cli {

std::string parse_extent(const std::string& text, simt::Extent& extent) {
  simt::Extent result{1, 1, 1};
  std::string_view rest = text;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [end, problem] =
        std::from_chars(rest.data(), rest.data() + rest.size(), result[axis]);
    if (problem != std::errc{} || result[axis] == 0) break;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) {
      extent = result;
      return {};
    }
    if (rest.front() != ',') break;
    rest.remove_prefix(1);
  }
  return "'" + text + "' is not of the form X, X,Y or X,Y,Z with positive whole numbers";
}

}  // namespace smemlens::cli
