#pragma once

// As much of HTTP/1.1 as one page needs: GET and HEAD of "/", everything else refused.
//
//   http_answer("GET / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n", {page, 8000})
//     →  "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n…"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace smemlens::cli {

struct ServedPage {
  std::string_view html;
  std::uint16_t port = 0;
};

// A request whose head is longer is refused.
inline constexpr std::size_t kMostRequestBytes = 8192;

// The whole answer, after which the connection closes; none as long as the request's head is
// unfinished. A Host other than this machine's loopback is refused: it is how a foreign page would
// read this one through a name that points here.
std::optional<std::string> http_answer(std::string_view request, const ServedPage& page);

}  // namespace smemlens::cli
