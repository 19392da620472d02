#pragma once

// What several of the ptx tests need.

#include <string>
#include <string_view>

#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {

// The header that every PTX text begins with.
inline constexpr std::string_view kHeader = ".version 8.0\n.target sm_80\n.address_size 64\n";

// Parses the header and `items`.
ParseResult parse_items(std::string_view items);
// Parses one kernel with `body`, with registers %p<9> %rs<9> %r<9> %rd<9> %f<9> %fd<9> and a
// .shared array `tile`.
ParseResult parse_body(std::string_view body);
// The only kernel of `result`; fails the test if there are diagnostics.
const Function& kernel_of(const ParseResult& result);

std::string texts_of(const std::vector<Diagnostic>& diagnostics);
// A file of tests/ptx/.
std::string read_test_file(std::string_view name);

}  // namespace smemlens::ptx
