#include "smemlens/cli/page_document.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/cli/page_assets.h"
#include "smemlens/cli/page_report.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::cli {
namespace {

// `text` with its first `place` replaced.
void put(std::string& text, std::string_view place, std::string_view content) {
  const std::size_t at = text.find(place);
  if (at != std::string::npos) text.replace(at, place.size(), content);
}

}  // namespace

Expected<std::string> report_element(const SourceText& report) {
  const auto json = parse_json(report);
  if (!json) return tl::unexpected(json.error());
  if (const auto problem = report_problem(*json, report.name)) return tl::unexpected(*problem);
  std::string element = R"(<script type="application/json" id="report-data">)";
  for (const char c : report.text) {
    if (c == '<') {
      element += "\\u003c";  // only texts hold it, and there it means the same
    } else {
      element += c;
    }
  }
  return element + "</script>";
}

std::string page_document(const PageAssets& assets, Language language, std::string_view report) {
  std::string page(assets.html);
  put(page, "<html lang=\"en\"", "<html lang=\"" + std::string(name_of(language)) + '"');
  put(page, "<!--report-->", report);
  put(page, "<!--static-->", assets.article);
  return page;
}

}  // namespace smemlens::cli
