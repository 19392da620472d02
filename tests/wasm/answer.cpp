// Answers calls, one a line: what the WebAssembly core is compared with.

#include <iostream>
#include <string>

#include "smemlens/wasm/call.h"

int main() {
  for (std::string question; std::getline(std::cin, question);)
    std::cout << smemlens::call(question) << '\n';
}
