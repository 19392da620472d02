#pragma once

// Where the sources are, and what was built of them. Only folders.cpp is compiled with their paths,
// so that ccache knows every other test in a clone elsewhere.

#include <string>
#include <string_view>

namespace smemlens {

std::string in_sources(std::string_view path);  // "tests/solve/problems.jsonl"
std::string in_build(std::string_view path);    // "bin/smemlens"

}  // namespace smemlens
