// Any bytes parse without a crash, and what parses without an error prints to text that parses to
// an equal Module.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "../tests/ptx/without_spans.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/ptx/printer.h"

namespace {

using namespace smemlens;  // NOLINT(google-build-using-namespace): a program of its own

// Two numbers of .file that nobody declared can't be told apart in a Module.
bool has_unknown_file(const ptx::Module& module) {
  for (const ptx::SourceLocation& location : module.locations) {
    if (location.file == ptx::kNone) return true;
  }
  return false;
}

void check(const std::string& text) {
  ptx::ParseResult result = ptx::parse_module({"fuzz", text});
  if (ptx::has_errors(result) || has_unknown_file(result.module)) return;
  const ptx::ParseResult again = ptx::parse_module({"printed", ptx::to_text(result.module)});
  const bool is_equal =
      ptx::without_spans(again.module) == ptx::without_spans(std::move(result.module));
  if (ptx::has_errors(again) || !is_equal) std::abort();
}

}  // namespace

// A text that doesn't begin like a file is taken for items of a module, or for a function's body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (text.starts_with(".version")) {
    check(text);
  } else if (text.starts_with('.')) {
    check(".version 8.0\n" + text);
  } else {
    check(
        ".version 8.0\n.entry k(.param .u64 out) { .reg .pred %p<9>; .reg .b32 %r<9>;\n"
        ".reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>; .shared .b8 tile[64];\n" +
        text + "\n}");
  }
  return 0;
}
