#include "smemlens/pattern/type_name.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/token.h"

namespace smemlens {
namespace {

constexpr std::string_view kIntegerWords[] = {"signed", "unsigned", "char", "short", "int", "long"};
constexpr std::size_t kMostIntegerWords = 4;  // unsigned long long int

bool is_integer_word(const Token& token) {
  return std::ranges::find(kIntegerWords, token.text) != std::end(kIntegerWords);
}

}  // namespace

TypeName type_name_at(const TokenStream& tokens, std::size_t ahead) {
  const Token& first = tokens.peek(ahead);
  if (first.kind != TokenKind::kName) return {};
  if (!is_integer_word(first)) return {find_builtin(first.text), 1};
  std::string words(first.text);
  std::size_t count = 1;
  while (count < kMostIntegerWords && is_integer_word(tokens.peek(ahead + count))) {
    words += ' ';
    words += tokens.peek(ahead + count).text;
    ++count;
  }
  return {find_builtin(words), count};
}

}  // namespace smemlens
