#include <optional>

#include "smemlens/cli/page_assets.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::cli {

std::optional<PageAssets> page_assets(Language /*language*/) {
  return std::nullopt;
}

}  // namespace smemlens::cli
