#pragma once

// Serves one page to this machine's own browsers until it is interrupted.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"

namespace smemlens::cli {

// Listens on 127.0.0.1; port 0 takes any that is free. `announce` hears the page's URL once it can
// be opened. Returns after SIGINT or SIGTERM, or with what went wrong.
std::optional<Diagnostic> serve_page(std::string_view html, std::uint16_t port,
                                     const std::function<void(const std::string& url)>& announce);

}  // namespace smemlens::cli
