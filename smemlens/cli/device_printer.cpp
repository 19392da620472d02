#include "smemlens/cli/device_printer.h"

#include <cstdio>
#include <string_view>

namespace smemlens::cli {
namespace {

void write(std::FILE* stream, std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream));
}

}  // namespace

void DevicePrinter::print(std::string_view text) {
  write(to_standard_error_ ? stderr : stdout, text);
}

void DevicePrinter::assert_failed(std::string_view text) {
  write(stderr, text);
}

}  // namespace smemlens::cli
