#include "smemlens/cli/http_answer.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace smemlens::cli {
namespace {

constexpr std::string_view kHeaders =
    "Cache-Control: no-store\r\n"
    "Content-Security-Policy: frame-ancestors 'none'\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Connection: close\r\n";

struct Answer {
  std::string_view status;
  std::string_view type = "text/plain; charset=utf-8";
  std::string_view body;
  std::string_view more_headers;
  bool has_body = true;  // false: HEAD
};

std::string text_of(const Answer& answer) {
  std::string text = "HTTP/1.1 " + std::string(answer.status) + "\r\n";
  text += "Content-Type: " + std::string(answer.type) + "\r\n";
  text += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
  text += answer.more_headers;
  text += kHeaders;
  text += "\r\n";
  if (answer.has_body) text += answer.body;
  return text;
}

// Cuts `text` at the first `end`, and takes what stood before it.
std::string_view take(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + end.size());
  return taken;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The value of the header `name`; none if it isn't there, or there twice.
std::optional<std::string_view> header(std::string_view headers, std::string_view name) {
  std::optional<std::string_view> value;
  while (!headers.empty()) {
    std::string_view line = take(headers, "\r\n");
    if (!same_ignoring_case(take(line, ":"), name)) continue;
    if (value) return std::nullopt;
    value = trimmed(line);
  }
  return value;
}

bool is_here(std::string_view host, std::uint16_t port) {
  const std::string suffix = ":" + std::to_string(port);
  if (host.ends_with(suffix)) host.remove_suffix(suffix.size());
  return host == "127.0.0.1" || same_ignoring_case(host, "localhost");
}

Answer judged(std::string_view head, const ServedPage& page) {
  std::string_view line = take(head, "\r\n");
  const std::string_view method = take(line, " ");
  const std::string_view target = take(line, " ");
  if (!line.starts_with("HTTP/1.") || target.empty())
    return {.status = "400 Bad Request", .body = "This is no HTTP/1.1 request.\n"};
  if (!is_here(header(head, "Host").value_or(""), page.port))
    return {.status = "421 Misdirected Request", .body = "The page is only for this machine.\n"};
  if (method != "GET" && method != "HEAD")
    return {.status = "405 Method Not Allowed",
            .body = "Only GET and HEAD are answered.\n",
            .more_headers = "Allow: GET, HEAD\r\n"};
  const bool has_body = method == "GET";
  if (target != "/")
    return {.status = "404 Not Found",
            .body = "There is only one page here: /\n",
            .has_body = has_body};
  return {.status = "200 OK",
          .type = "text/html; charset=utf-8",
          .body = page.html,
          .has_body = has_body};
}

}  // namespace

std::optional<std::string> http_answer(std::string_view request, const ServedPage& page) {
  const std::size_t end = request.find("\r\n\r\n");
  if (std::min(end, request.size()) > kMostRequestBytes)
    return text_of(
        {.status = "431 Request Header Fields Too Large", .body = "The request is too long.\n"});
  if (end == std::string_view::npos) return std::nullopt;
  return text_of(judged(request.substr(0, end), page));
}

}  // namespace smemlens::cli
