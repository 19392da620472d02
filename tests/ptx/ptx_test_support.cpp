#include "ptx_test_support.h"

#include <gtest/gtest.h>

#include <fstream>
#include <ios>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "tests/folders.h"

namespace smemlens::ptx {
ParseResult parse_items(std::string_view items) {
  return parse_module({"test.ptx", std::string(kHeader) + std::string(items)});
}

ParseResult parse_body(std::string_view body) {
  return parse_items(
      ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n"
      ".reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
      ".reg .f32 %f<9>; .reg .f64 %fd<9>; .shared .align 4 .b8 tile[4096];\n" +
      std::string(body) + "\n}\n");
}

const Function& kernel_of(const ParseResult& result) {
  EXPECT_EQ(texts_of(result.diagnostics), "");
  return result.module.functions.front();
}

std::string texts_of(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += to_text(diagnostic);
  return text;
}

std::string read_test_file(std::string_view name) {
  std::ifstream file(in_sources("tests/ptx/" + std::string(name)), std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace smemlens::ptx
