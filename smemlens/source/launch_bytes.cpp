#include "smemlens/source/launch_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/constants.h"
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

// Where the kernel's name at `name` is launched: the token `<<<`; none if it isn't there.
std::optional<std::size_t> launch_behind(const Tokens& tokens, std::size_t name) {
  std::size_t i = name + 1;
  if (i < tokens.size() && tokens[i].is("<")) {
    while (i < tokens.size() && !tokens[i].is("<<<") && !tokens[i].is(";") && !tokens[i].is("{"))
      ++i;
  }
  const bool is_launch = i < tokens.size() && tokens[i].is("<<<");
  return is_launch ? std::optional(i) : std::nullopt;
}

// Whether the name is the kernel's in its declaration, or has one of its attributes set.
bool is_harmless(const Tokens& tokens, std::size_t name) {
  constexpr std::string_view kSetters[] = {"cudaFuncSetAttribute", "cudaFuncSetCacheConfig"};
  const bool is_setter =
      name >= 2 && tokens[name - 1].is("(") && tokens[name - 2].is_one_of(kSetters);
  std::size_t i = name;
  while (i > 0 && !tokens[i].is(";") && !tokens[i].is("{") && !tokens[i].is("}") &&
         !tokens[i].is("__global__"))
    --i;
  return is_setter || tokens[i].is("__global__");
}

bool says(const CodeToken& line, const std::string& name) {
  if (line.kind != CodeTokenKind::kDirective) return false;
  return std::ranges::any_of(code_tokens_of(line.text.substr(1)),
                             [&](const CodeToken& word) { return word.is(name); });
}

// What the kernel's name at token `at` of the file has against a fixed number of bytes; empty:
// nothing.
std::string objection_at(const CodeFile& file, std::size_t at, std::uint64_t bytes,
                         const Constants& constants) {
  const Tokens& tokens = file.tokens;
  const std::string kernel(tokens[at].text);
  const auto launch = launch_behind(tokens, at);
  if (!launch) {
    if (is_harmless(tokens, at)) return "";
    return kernel + " is named where it isn't seen what a launch asks for";
  }
  const std::vector<TokenRange> arguments = launch_arguments(tokens, *launch);
  const std::string size = arguments.size() < 3 ? "0" : text_of(file, arguments[2]);
  if (constants.is_fixed(size) && constants.value_of(size) == static_cast<std::int64_t>(bytes))
    return "";
  std::string objection = "a launch of " + kernel;
  objection += " asks for " + size;
  return objection;
}

}  // namespace

std::optional<Diagnostic> why_bytes_vary(std::span<const std::unique_ptr<CodeFile>> files,
                                         const std::string& kernel, std::uint64_t bytes,
                                         const Constants& constants) {
  const std::string intro = "it is dynamic, and what is right for " + std::to_string(bytes) +
                            " bytes may not be for others: ";
  for (const auto& file : files) {
    const Tokens& tokens = file->tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      std::string why;
      if (says(tokens[i], kernel)) {
        why = "a macro names " + kernel;
      } else if (tokens[i].is_name() && tokens[i].is(kernel)) {
        why = objection_at(*file, i, bytes, constants);
      }
      if (why.empty()) continue;
      return located({.severity = Severity::kNote, .code = "fix-source", .message = intro + why},
                     file->text, tokens[i].span);
    }
  }
  return std::nullopt;
}

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
