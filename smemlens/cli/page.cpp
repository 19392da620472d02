#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/page_assets.h"
#include "smemlens/cli/page_document.h"
#include "smemlens/cli/page_server.h"

namespace smemlens::cli {
namespace {

Diagnostic no_page() {
  return {.code = "page-missing",
          .message = "this smemlens was built without the page",
          .hint =
              "run tools/setup, which brings clang 19's and lld's parts for WebAssembly, Node "
              "and npm, and build again: cmake --preset release && cmake --build --preset "
              "release"};
}

Diagnostic on_terminal() {
  return {.code = "page-output",
          .message = "the page is a file for a browser, not for a terminal",
          .hint = "smemlens page --output page.html, or smemlens page --serve 8000"};
}

Expected<std::string> document(const PageArguments& arguments, const PageAssets& assets) {
  if (arguments.report.empty()) return page_document(assets, arguments.language, {});
  const auto report = read_file(arguments.report);
  if (!report) return tl::unexpected(report.error());
  const auto element = report_element({arguments.report, *report});
  if (!element) return tl::unexpected(element.error());
  return page_document(assets, arguments.language, *element);
}

ExitCode serve(const std::string& html, std::uint16_t port) {
  const auto problem = serve_page(html, port, [](const std::string& url) {
    static_cast<void>(std::printf("%s\n", url.c_str()));
    static_cast<void>(std::fflush(stdout));
    static_cast<void>(std::fputs("smemlens: serving this page; Ctrl-C ends it\n", stderr));
  });
  return problem ? complain(*problem) : ExitCode::kInterrupted;
}

}  // namespace

ExitCode page(const PageArguments& arguments) {
  const auto assets = page_assets(arguments.language);
  if (!assets) return complain(no_page());
  const bool is_for_terminal = arguments.output.empty() && isatty(STDOUT_FILENO) == 1;
  if (!arguments.port && is_for_terminal) return complain(on_terminal(), ExitCode::kUsage);
  if (const auto problem = overwrite_problem(arguments.output, {&arguments.report, 1})) {
    return complain(*problem, ExitCode::kUsage);
  }
  const auto html = document(arguments, *assets);
  if (!html) return complain(html.error());
  if (!arguments.output.empty() || !arguments.port) {
    if (const auto problem = write_output(arguments.output, *html)) return complain(*problem);
  }
  return arguments.port ? serve(*html, *arguments.port) : ExitCode::kDone;
}

}  // namespace smemlens::cli
