#include "smemlens/source/launch_bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/refusal.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

using Tokens = std::vector<CodeToken>;

// The kernel's name before the `<<<` at `open`, template arguments skipped.
bool launches(const Tokens& tokens, std::size_t open, const std::string& kernel) {
  std::size_t name = open;
  if (name > 0 && tokens[name - 1].is(">")) {
    while (name > 0 && !tokens[name].is("<")) --name;
  }
  return name > 0 && tokens[name - 1].text == kernel;
}

// What stands between the commas of `<<<a, b, c>>>`.
std::vector<TokenRange> launch_arguments(const Tokens& tokens, std::size_t open) {
  std::vector<TokenRange> arguments;
  std::size_t begin = open + 1;
  std::size_t i = begin;
  while (i < tokens.size() && !tokens[i].is(">>>") && !tokens[i].is(";")) {
    if (tokens[i].is(",")) {
      arguments.push_back({begin, i});
      begin = i + 1;
    }
    const bool opens = tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{");
    i = opens ? closing(tokens, i) + 1 : i + 1;
  }
  if (i < tokens.size() && tokens[i].is(">>>")) arguments.push_back({begin, i});
  return arguments;
}

}  // namespace

Expected<LaunchEdit> with_more_bytes(std::span<const std::unique_ptr<CodeFile>> files,
                                     const std::string& kernel, std::uint64_t bytes) {
  const std::string needed = "its launch would have to ask for " + std::to_string(bytes) +
                             " bytes more of dynamic shared memory, and ";
  const auto refused = [&](const std::string& why) { return refusal(needed + why); };
  std::optional<LaunchEdit> found;
  for (std::size_t number = 0; number < files.size(); ++number) {
    const CodeFile& file = *files[number];
    for (std::size_t i = 0; i < file.tokens.size(); ++i) {
      if (!file.tokens[i].is("<<<") || !launches(file.tokens, i, kernel)) continue;
      if (found) return refused("there are several launches of " + kernel);
      const std::vector<TokenRange> arguments = launch_arguments(file.tokens, i);
      if (arguments.size() < 3) return refused("it is not seen where it does that");
      const TokenRange size = arguments[2];
      const std::string text = text_of(file, size);
      found = LaunchEdit{
          number,
          {{file.tokens[size.begin].span.begin, file.tokens[size.end - 1].span.end},
            (is_primary(file, size) ? text : '(' + text + ')') + " + " + std::to_string(bytes)}
      };
    }
  }
  if (!found) return refused("no launch of " + kernel + " is to be seen");
  return *found;
}

}  // namespace smemlens::source
