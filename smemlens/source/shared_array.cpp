#include "smemlens/source/shared_array.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/source/code_token.h"

namespace smemlens::source {
namespace {

using Tokens = std::vector<CodeToken>;

constexpr std::string_view kNoType[] = {"__shared__", "extern",     "static", "volatile",
                                        "const",      "__device__", "inline", "alignas"};
constexpr std::string_view kAttributes[] = {"__align__", "alignas", "__attribute__"};

// The names that `template <int N, class T = float>` brings.
std::vector<std::string> parameter_names(const Tokens& tokens, std::size_t open,
                                         std::size_t close) {
  std::vector<std::string> names;
  std::string last;
  bool has_default = false;
  std::size_t depth = 0;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (i == close || (depth == 0 && tokens[i].is(","))) {
      names.push_back(last);
      last.clear();
      has_default = false;
      continue;
    }
    if (tokens[i].is("(") || tokens[i].is("<")) ++depth;
    if ((tokens[i].is(")") || tokens[i].is(">")) && depth > 0) --depth;
    if (tokens[i].is("=")) has_default = true;
    if (tokens[i].is_name() && !has_default) last = tokens[i].text;
  }
  return names;
}

// From the `<` at `open` to its `>`; the number of tokens if there is none.
std::size_t closing_angle(const Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">") && --depth == 0) return i;
    if (tokens[i].is(";") || tokens[i].is("{")) break;
  }
  return tokens.size();
}

class Scanner {
 public:
  explicit Scanner(const CodeFile& file) : tokens_(file.tokens) {}

  std::vector<SharedArrayCode> arrays() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) step();
    return std::move(arrays_);
  }

 private:
  struct Block {
    std::size_t close = 0;
    std::string function;
    bool is_kernel = false;
    std::vector<std::string> template_parameters;
  };

  void step() {
    while (!blocks_.empty() && at_ >= blocks_.back().close) blocks_.pop_back();
    const CodeToken& token = tokens_[at_];
    if (token.is("template") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is("<")) {
      const std::size_t close = closing_angle(tokens_, at_ + 1);
      if (close < tokens_.size()) {
        template_ = parameter_names(tokens_, at_ + 1, close);
        at_ = close;
      }
    } else if (token.is(";")) {
      if (blocks_.empty() || blocks_.back().function.empty()) template_.clear();
    } else if (token.is("{")) {
      enter();
    } else if (token.is("__shared__")) {
      declare();
    }
  }

  void enter() {
    Block block{.close = closing(tokens_, at_)};
    if (!blocks_.empty() && !blocks_.back().function.empty()) {
      block.function = blocks_.back().function;
      block.is_kernel = blocks_.back().is_kernel;
      block.template_parameters = blocks_.back().template_parameters;
    } else {
      block.function = function_before(at_);
      block.is_kernel = !block.function.empty() && says_global(at_);
      block.template_parameters = template_;
      template_.clear();
    }
    blocks_.push_back(std::move(block));
  }

  // The name of the function whose body begins at `brace`; empty if none does.
  std::string function_before(std::size_t brace) const {
    if (brace == 0 || !tokens_[brace - 1].is(")")) return {};
    const std::size_t open = opening(tokens_, brace - 1);
    std::size_t name = open;
    if (name > 0 && tokens_[name - 1].is(">")) {  // f<int>(…)
      while (name > 0 && !tokens_[name].is("<")) --name;
    }
    return name > 0 && tokens_[name - 1].is_name() ? std::string(tokens_[name - 1].text)
                                                   : std::string();
  }

  // Whether the statement before the body at `brace` has a `__global__`.
  bool says_global(std::size_t brace) const {
    std::size_t i = brace;
    while (i > 0 && !ends_statement(tokens_[i - 1]) && !tokens_[i].is("__global__")) --i;
    return tokens_[i].is("__global__");
  }

  // The statement around the `__shared__` at at_.
  void declare() {
    std::size_t begin = at_;
    while (begin > 0 && !ends_statement(tokens_[begin - 1])) --begin;
    SharedArrayCode array;
    if (!blocks_.empty()) {
      array.function = blocks_.back().function;
      array.is_in_kernel = blocks_.back().is_kernel;
      array.template_parameters = blocks_.back().template_parameters;
    }
    std::size_t end = begin;
    while (end < tokens_.size() && !tokens_[end].is(";") && !tokens_[end].is("{")) {
      array.is_dynamic = array.is_dynamic || tokens_[end].is("extern");
      ++end;
    }
    if (end == tokens_.size() || tokens_[end].is("{")) return;  // a struct without a name, or worse
    array.statement_end = end;
    array.scope = {end + 1, blocks_.empty() ? tokens_.size() : blocks_.back().close};
    add_declarators(array, begin, end);
    at_ = end;
  }

  static bool ends_statement(const CodeToken& token) {
    return token.is(";") || token.is("{") || token.is("}") ||
           token.kind == CodeTokenKind::kDirective;
  }

  // `type a[N][M], b[K]`: each that is an array.
  void add_declarators(SharedArrayCode array, std::size_t begin, std::size_t end) {
    bool is_first = true;
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_[i].is_one_of(kAttributes) && i + 1 < end && tokens_[i + 1].is("(")) {
        i = closing(tokens_, i + 1);
        continue;
      }
      const bool is_declarator = tokens_[i].is_name() && i + 1 < end && tokens_[i + 1].is("[");
      if (!is_declarator) {
        if (is_first) add_to_type(array.type, tokens_[i]);
        continue;
      }
      is_first = false;
      array.name = tokens_[i].text;
      array.name_token = i;
      array.dimensions.clear();
      while (i + 1 < end && tokens_[i + 1].is("[")) {
        const std::size_t close = closing(tokens_, i + 1);
        array.dimensions.push_back({i + 2, close});
        i = close;
      }
      arrays_.push_back(array);
    }
  }

  static void add_to_type(std::string& type, const CodeToken& token) {
    if (token.is_one_of(kNoType)) return;
    if (!type.empty() && token.is_name()) type += ' ';
    type += token.text;
  }

  const Tokens& tokens_;
  std::size_t at_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::string> template_;  // of the declaration that is read
  std::vector<SharedArrayCode> arrays_;
};

}  // namespace

std::vector<SharedArrayCode> shared_arrays_of(const CodeFile& file) {
  return Scanner(file).arrays();
}

std::string text_of(const CodeFile& file, TokenRange range) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end && i < file.tokens.size(); ++i) {
    const bool touches =
        i == range.begin || file.tokens[i - 1].span.end == file.tokens[i].span.begin;
    if (!touches) text += ' ';
    text += file.tokens[i].text;
  }
  return text;
}

}  // namespace smemlens::source
