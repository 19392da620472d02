#pragma once

// The page as one HTML document: the template with an article, and maybe a report, inside.

#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/page_assets.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::cli {

// `report` as an element that a browser can't take for markup, whatever its texts hold. An error if
// it isn't JSON of the schema smemlens.report/1.
Expected<std::string> report_element(const SourceText& report);

// `report` is an element of the above, or empty.
std::string page_document(const PageAssets& assets, Language language, std::string_view report);

}  // namespace smemlens::cli
