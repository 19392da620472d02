#include "smemlens/simt/printf_format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/rounding.h"

namespace smemlens::simt {
namespace {

constexpr int kMostWidth = 4096;

// %[flags][width][.precision][length]conversion
struct Directive {
  std::string flags;
  int width = -1;
  int precision = -1;
  bool is_long = false;  // l, ll, z, t, j: 8 bytes
  char conversion = 0;
};

class Formatter {
 public:
  Formatter(std::string_view format, const PrintfSource& source) : rest_(format), source_(source) {}

  PrintfResult run() {
    while (!rest_.empty() && result_.is_complete) {
      const std::size_t percent = std::min(rest_.find('%'), rest_.size());
      result_.text += rest_.substr(0, percent);
      rest_.remove_prefix(percent);
      if (!rest_.empty()) directive();
    }
    return std::move(result_);
  }

 private:
  void directive() {
    const std::string_view whole = rest_;
    rest_.remove_prefix(1);
    Directive directive;
    while (!rest_.empty() && std::string_view("-+ #0").find(rest_[0]) != std::string_view::npos) {
      if (directive.flags.find(rest_[0]) == std::string::npos) directive.flags += rest_[0];
      rest_.remove_prefix(1);
    }
    directive.width = number();
    if (directive.width < -1) {  // "*" with a negative argument: left-justified
      directive.flags += '-';
      directive.width = -directive.width;
    }
    if (!rest_.empty() && rest_[0] == '.') {
      rest_.remove_prefix(1);
      directive.precision = std::max(number(), 0);
    }
    directive.width = std::min(directive.width, kMostWidth);
    directive.precision = std::min(directive.precision, kMostWidth);
    while (!rest_.empty() && std::string_view("hlLqjzt").find(rest_[0]) != std::string_view::npos) {
      directive.is_long = directive.is_long || rest_[0] != 'h';
      rest_.remove_prefix(1);
    }
    if (rest_.empty()) {
      result_.text += whole;
      return;
    }
    directive.conversion = rest_[0];
    rest_.remove_prefix(1);
    convert(directive, whole.substr(0, whole.size() - rest_.size()));
  }

  // Digits, or "*": an argument; -1: neither.
  int number() {
    if (!rest_.empty() && rest_[0] == '*') {
      rest_.remove_prefix(1);
      return std::clamp(static_cast<int>(argument<std::int32_t>()), -kMostWidth, kMostWidth);
    }
    int value = -1;
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      value = std::min((std::max(value, 0) * 10) + (rest_[0] - '0'), kMostWidth);
      rest_.remove_prefix(1);
    }
    return value;
  }

  void convert(const Directive& directive, std::string_view whole) {
    switch (directive.conversion) {
      case '%':
        result_.text += '%';
        return;
      case 'd':
      case 'i':
        print(
            directive, "ll",
            directive.is_long ? argument<std::int64_t>() : std::int64_t{argument<std::int32_t>()});
        return;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        print(directive, "ll",
              directive.is_long ? argument<std::uint64_t>()
                                : std::uint64_t{argument<std::uint32_t>()});
        return;
      case 'c':
        print(directive, "", static_cast<int>(argument<std::int32_t>()));
        return;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        print(directive, "", argument<double>());
        return;
      case 'p':
        pointer(directive);
        return;
      case 's':
        string(directive);
        return;
      case 'n':
        argument<std::uint64_t>();
        return;  // would write to memory: nothing is printed
      default:
        result_.text += whole;
        return;
    }
  }

  void pointer(Directive directive) {
    directive.conversion = 'x';
    directive.flags += '#';
    print(directive, "ll", argument<std::uint64_t>());
  }

  void string(const Directive& directive) {
    std::string text;
    const auto address = argument<std::uint64_t>();
    if (!result_.is_complete) return;
    if (address == 0) {
      text = "(null)";
    } else if (!source_.read_string(address, text)) {
      result_.is_complete = false;
      return;
    }
    print(directive, "", text.c_str());
  }

  template <class Value>
  Value argument() {
    Value value{};
    std::array<std::byte, sizeof(Value)> bytes{};
    constexpr auto kSize = static_cast<std::uint32_t>(sizeof(Value));
    offset_ = rounded_up(offset_, kSize);
    if (!result_.is_complete || !source_.read_argument(offset_, bytes.data(), sizeof(Value))) {
      result_.is_complete = false;
      return value;
    }
    offset_ += kSize;
    ++result_.arguments;
    std::memcpy(&value, bytes.data(), sizeof(Value));
    return value;
  }

  template <class Value>
  void print(const Directive& directive, std::string_view length, Value value) {
    if (!result_.is_complete) return;
    std::string format = "%" + directive.flags;
    if (directive.width >= 0) format += std::to_string(directive.width);
    if (directive.precision >= 0) format += "." + std::to_string(directive.precision);
    format += length;
    format += directive.conversion;
    // The format was made here, from a checked directive and a value of its type.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    std::string text(static_cast<std::size_t>(std::max(size, 0)) + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
    text.pop_back();
    result_.text += text;
  }

  std::string_view rest_;
  const PrintfSource& source_;
  PrintfResult result_;
  std::uint32_t offset_ = 0;
};

}  // namespace

PrintfResult format_printf(std::string_view format, const PrintfSource& source) {
  return Formatter(format, source).run();
}

}  // namespace smemlens::simt
