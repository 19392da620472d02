// The page: what its server answers, what its document holds, and the command as a user meets it.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/http_answer.h"
#include "smemlens/cli/page_assets.h"
#include "smemlens/cli/page_document.h"
#include "smemlens/report/figures/language.h"
#include "tests/cli/command_line.h"

namespace smemlens::cli {
namespace {

constexpr ServedPage kPage = {.html = "<!doctype html>the page", .port = 8000};

struct AnswerCase {
  const char* what;
  std::string request;
  const char* status;
  const char* says;  // a part of the answer
};

std::string get(std::string_view target, std::string_view headers) {
  return "GET " + std::string(target) + " HTTP/1.1\r\n" + std::string(headers) + "\r\n";
}

TEST(HttpAnswer, ServesOnePageToThisMachineOnly) {
  // clang-format off
  const AnswerCase cases[] = {
      {"page", get("/", "Host: 127.0.0.1:8000\r\n"), "200 OK", "Content-Length: 23\r\n"},
      {"by_name", get("/", "host:  LocalHost\r\nAccept: */*\r\n"), "200 OK", "\r\n\r\n<!doctype html>the page"},
      {"old_protocol", "GET / HTTP/1.0\r\nHost: localhost:8000\r\n\r\n", "200 OK", "Content-Type: text/html; charset=utf-8\r\n"},
      {"not_in_a_frame", get("/", "Host: localhost\r\n"), "200 OK", "X-Frame-Options: DENY\r\n"},
      {"another_target", get("/favicon.ico", "Host: localhost\r\n"), "404 Not Found", "only one page"},
      {"a_path_upwards", get("/../etc/passwd", "Host: localhost\r\n"), "404 Not Found", "only one page"},
      {"a_query", get("/?x=1", "Host: localhost\r\n"), "404 Not Found", "only one page"},
      {"a_whole_address", get("http://localhost/", "Host: localhost\r\n"), "404 Not Found", "only one page"},
      {"post", "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed", "Allow: GET, HEAD\r\n"},
      {"lower_case_method", "get / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed", "Only GET and HEAD"},
      {"foreign_host", get("/", "Host: evil.example:8000\r\n"), "421 Misdirected Request", "only for this machine"},
      {"host_that_begins_well", get("/", "Host: localhost.evil.example\r\n"), "421 Misdirected Request", "only for this machine"},
      {"another_port", get("/", "Host: 127.0.0.1:9000\r\n"), "421 Misdirected Request", "only for this machine"},
      {"no_host", get("/", ""), "421 Misdirected Request", "only for this machine"},
      {"two_hosts", get("/", "Host: localhost\r\nHost: evil.example\r\n"), "421 Misdirected Request", "only for this machine"},
      {"no_protocol", "GET /\r\n\r\n", "400 Bad Request", "no HTTP/1.1 request"},
      {"no_target", "GET  HTTP/1.1\r\n\r\n", "400 Bad Request", "no HTTP/1.1 request"},
      {"empty", "\r\n\r\n", "400 Bad Request", "no HTTP/1.1 request"},
      {"bytes", std::string("\0\xff\x80\r\n\r\n", 7), "400 Bad Request", "no HTTP/1.1 request"},
      {"too_long", get("/" + std::string(kMostRequestBytes, 'x'), "Host: localhost\r\n"), "431 Request Header Fields Too Large", "too long"},
      {"too_long_and_unfinished", std::string(kMostRequestBytes + 1, 'x'), "431 Request Header Fields Too Large", "too long"},
  };
  // clang-format on
  for (const AnswerCase& c : cases) {
    SCOPED_TRACE(c.what);
    const auto answer = http_answer(c.request, kPage);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->starts_with("HTTP/1.1 " + std::string(c.status) + "\r\n")) << *answer;
    EXPECT_NE(answer->find(c.says), std::string::npos) << *answer;
  }
}

TEST(HttpAnswer, WaitsForTheEndOfTheHead) {
  EXPECT_FALSE(http_answer("", kPage));
  EXPECT_FALSE(http_answer("GET / HTTP/1.1\r\nHost: localhost\r\n", kPage));
  EXPECT_FALSE(http_answer(std::string(kMostRequestBytes, 'x'), kPage));
}

TEST(HttpAnswer, HeadHasNoBodyButItsLength) {
  const auto answer = http_answer("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", kPage);
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("Content-Length: 23\r\n"), std::string::npos);
  EXPECT_TRUE(answer->ends_with("\r\n\r\n"));
}

constexpr PageAssets kAssets = {.html = "<html lang=\"en\"><!--static--><p><!--report--></html>",
                                .article = "<h1>article</h1>"};

TEST(PageDocument, HoldsArticleLanguageAndReport) {
  EXPECT_EQ(page_document(kAssets, Language::kEnglish, ""),
            "<html lang=\"en\"><h1>article</h1><p></html>");
  EXPECT_EQ(page_document(kAssets, Language::kHinglish, "<script>{}</script>"),
            "<html lang=\"hi-Latn\"><h1>article</h1><p><script>{}</script></html>");
  EXPECT_EQ(page_document({.html = "no places", .article = "x"}, Language::kHindi, "y"),
            "no places");
}

std::string report_with(std::string_view members) {
  return R"({"schema":"smemlens.report/1")" + std::string(members) + "}";
}

TEST(PageDocument, AReportCannotBecomeMarkup) {
  const std::string hostile[] = {
      R"(,"file":"</script><script>alert(1)</script>")",
      R"(,"file":"<!--<script>")",
      R"(,"</ScRiPt >":1)",
      R"(,"file":"<!--static--><!--report-->")",
      R"(,"file":"\u003c/script>\"'&")",
  };
  for (const std::string& members : hostile) {
    SCOPED_TRACE(members);
    const auto element = report_element({"report.json", report_with(members)});
    ASSERT_TRUE(element) << to_text(element.error());
    EXPECT_EQ(element->find('<'), 0U);
    EXPECT_EQ(element->find('<', 1), element->rfind("</script>"));
    const std::string page = page_document(kAssets, Language::kEnglish, *element);
    EXPECT_NE(page.find(*element), std::string::npos);
  }
}

TEST(PageDocument, AHugeReportIsTaken) {
  constexpr std::size_t kMegabytes = 8U << 20U;
  const auto element = report_element(
      {"report.json", report_with(R"(,"text":")" + std::string(kMegabytes, '<') + '"')});
  ASSERT_TRUE(element);
  EXPECT_GT(element->size(), 6 * kMegabytes);
}

TEST(PageDocument, WhatIsNoReportIsRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "report.json:1:1"},
      {"{\"schema\":", "report.json:1:11"},
      {"[1]", "this is no report"},
      {"{}", "this is no report"},
      {R"({"schema":1})", "this is no report"},
      {R"({"schema":"smemlens.report/2"})", "this is no report"},
      {R"({"schema":"smemlens.cost/1"})", "smemlens run PROGRAM"},
      {report_with("} trailing"), "error"},
      {std::string(100, '['), "error"},
  };
  for (const auto& [text, says] : cases) {
    SCOPED_TRACE(text);
    const auto element = report_element({"report.json", text});
    ASSERT_FALSE(element);
    EXPECT_NE(to_text(element.error()).find(says), std::string::npos) << to_text(element.error());
  }
}

// A program with the page and one without are both tested: whichever has been built.
TEST(PageCommand, WritesTheDocumentOrSaysHowToGetIt) {
  const std::string file = testing::TempDir() + "smemlens-page-test.html";
  std::filesystem::remove(file);
  const CommandResult result = run_smemlens("page --lang hi -o " + file);
  if (!page_assets(Language::kHindi)) {
    EXPECT_EQ(result.code, 3);
    EXPECT_NE(result.output.find("built without the page"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("tools/setup"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(file));
    return;
  }
  EXPECT_EQ(result.code, 0) << result.output;
  const std::string page = run_smemlens("page --lang hi").output;
  EXPECT_NE(page.find("<html lang=\"hi\""), std::string::npos);
  EXPECT_EQ(page.find("<!--static-->"), std::string::npos);
  EXPECT_EQ(page.size(), std::filesystem::file_size(file));
}

TEST(PageCommand, MistakesAreAnswered) {
  struct Case {
    const char* words;
    int code;
    const char* says;
  };
  constexpr Case kCases[] = {
      {"page --help",                                0, "--serve"                 },
      {"page --lang en-GB",                          2, "is none of en|hi|hi-Latn"},
      {"page --serve 65536",                         2, "65536"                   },
      {"page --serve -1",                            2, "-1"                      },
      {"page x.html",                                2, "x.html"                  },
      {"page --report /nowhere/r.json -o /dev/null", 3, ""                        },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.words);
    const CommandResult result = run_smemlens(c.words);
    EXPECT_EQ(result.code, c.code) << result.output;
    EXPECT_NE(result.output.find(c.says), std::string::npos) << result.output;
  }
}

}  // namespace
}  // namespace smemlens::cli
