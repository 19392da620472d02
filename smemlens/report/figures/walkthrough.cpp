#include "smemlens/report/figures/walkthrough.h"

#include <array>
#include <span>
#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/figure_table.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {
namespace {

constexpr auto kWalkthrough = std::to_array<Illustration>({
    {"strip",     "strip",   R"("banks":32)"                },
    {"dealing",   "dealing", R"("dealt":64)"                },
    {"fan",       "fan",     ""                             },
    {"stride",    "stride",  R"("stride":2)"                },
    {"ruler",     "ruler",   R"("stride":2)"                },
    {"broadcast", "words",   R"("different":1)"             },
    {"conflict",  "words",   R"("different":32)"            },
    {"column",    "matrix",  R"("width":32,"line":"column")"},
    {"padding",   "matrix",  R"("width":33,"line":"column")"},
    {"poster",    "poster",  ""                             },
});

}  // namespace

std::span<const Illustration> walkthrough() {
  return kWalkthrough;
}

Expected<Figure> draw_illustration(const Illustration& illustration, const Edition& edition) {
  std::string text = R"({"lang":")" + std::string(name_of(edition.language)) + R"(","layout":")" +
                     (edition.layout == Layout::kPhone ? "phone" : "wide") + '"';
  if (!illustration.parameters.empty()) text += "," + std::string(illustration.parameters);
  const auto parameters = parse_json({std::string(illustration.name), text + "}"});
  if (!parameters) return tl::unexpected(parameters.error());
  return draw_figure(illustration.figure, *parameters);
}

}  // namespace smemlens::figures
