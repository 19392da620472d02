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
  return R"({"schema":"smemlens.report/1","version":"1","arch":"sm_80","level":"ptx",)"
         R"("partial":false,"kernels":[],"problems":[],"notes":[])" +
         std::string(members) + "}";
}

// A report of one kernel with one site, `from` replaced by `to` in its text.
std::string report_but(std::string_view from, std::string_view to) {
  std::string report =
      R"({"schema":"smemlens.report/1","version":"1","arch":"sm_80","level":"ptx","notes":["n"],)"
      R"("partial":false,"problems":[{"message":"m"}],)"
      R"("kernels":[{"name":"k","launches":1,"blocks_run":1,"blocks_total":1,"sites":[{"file":"a.cu",)"
      R"("line":9,"column":1,"function":"k","inexact_requests":0,"instruction":"ld","array":"s","op":"load","bytes":4,"requests":1,)"
      R"("wavefronts":2,"ideal_wavefronts":1,"excess_wavefronts":1,"degree_max":2,)"
      R"("worst":{"block":[0,0,0],"warp":0,"addresses":[0,null,128]}}]}]})";
  const std::size_t at = report.find(from);
  return at == std::string::npos ? report : report.replace(at, from.size(), to);
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

// What the viewer would show as nothing, or as 0, is refused by its name.
TEST(PageDocument, ABrokenReportIsRefused) {
  ASSERT_TRUE(report_element({"report.json", report_but("", "")}));
  struct Case {
    const char* from;
    const char* to;
    const char* says;
  };
  constexpr Case kCases[] = {
      {R"("version":"1",)",       "",                           "version must be a text"                   },
      {R"("notes":["n"])",        R"("notes":[1])",             "notes must be a list of texts"            },
      {R"("partial":false)",      R"("partial":0)",             "partial must be true or false"            },
      {R"("message":"m")",        R"("code":"m")",              "problems[0].message must be a text"       },
      {R"("function":"k",)",      "",                           "sites[0].function must be a text"         },
      {R"("inexact_requests":0)", R"("inexact_requests":null)",
       "sites[0].inexact_requests must be a"                                                               },
      {R"("kernels":[)",          R"("kernels":[7,)",           "kernels[0] must be an object"             },
      {R"("launches":1)",         R"("launches":"1")",          "kernels[0].launches must be a count"      },
      {R"("sites":[)",            R"("sites":{},"x":[)",        "kernels[0].sites must be a list"          },
      {R"("line":9)",             R"("line":-9)",               "kernels[0].sites[0].line must be a count" },
      {R"("wavefronts":2)",       R"("wavefronts":2.5)",        "kernels[0].sites[0].wavefronts must be a" },
      {R"("block":[0,0,0])",      R"("block":[0,0])",           "sites[0].worst.block must be three counts"},
      {R"("addresses":[0,null,)", R"("addresses":[0,"x",)",
       "sites[0].worst.addresses must be a list of at"                                                     },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.says);
    const auto element = report_element({"report.json", report_but(c.from, c.to)});
    ASSERT_FALSE(element);
    const std::string text = to_text(element.error());
    EXPECT_NE(text.find("report.json: error: this report is broken: "), std::string::npos) << text;
    EXPECT_NE(text.find(c.says), std::string::npos) << text;
    EXPECT_NE(text.find("hint: write one with: smemlens run"), std::string::npos) << text;
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
