#pragma once

// The built web page inside this program: the template, and the article in each language.

#include <optional>
#include <string_view>

#include "smemlens/report/figures/language.h"

namespace smemlens::cli {

struct PageAssets {
  std::string_view html;     // with <!--static--> and <!--report--> where those belong
  std::string_view article;  // that stands there before scripts run
};

// None if this program was built without the page.
std::optional<PageAssets> page_assets(Language language);

}  // namespace smemlens::cli
