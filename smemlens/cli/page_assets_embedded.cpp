#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "smemlens/cli/page_assets.h"
#include "smemlens/report/figures/language.h"

// First byte and end of each file in page_assets.S.
extern "C" {
extern const char smemlens_page_html[];
extern const char smemlens_page_html_end[];
extern const char smemlens_page_en[];
extern const char smemlens_page_en_end[];
extern const char smemlens_page_hi[];
extern const char smemlens_page_hi_end[];
extern const char smemlens_page_hi_latn[];
extern const char smemlens_page_hi_latn_end[];
}

namespace smemlens::cli {

std::optional<PageAssets> page_assets(Language language) {
  struct Bytes {
    const char* begin;
    const char* end;
  };
  constexpr std::array<Bytes, kLanguages.size()> kArticles = {
      {{smemlens_page_en, smemlens_page_en_end},
       {smemlens_page_hi, smemlens_page_hi_end},
       {smemlens_page_hi_latn, smemlens_page_hi_latn_end}}
  };
  const Bytes& article = kArticles[static_cast<std::size_t>(language)];
  return PageAssets{
      .html = {smemlens_page_html, smemlens_page_html_end},
      .article = {article.begin,      article.end           }
  };
}

}  // namespace smemlens::cli
