#include "smemlens/ptx/parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/body_parser.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/declarations.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/module_context.h"
#include "smemlens/ptx/register_arguments.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {
namespace {

constexpr std::pair<std::uint32_t, std::uint32_t> kNewestVersion = {9, 0};  // of CUDA 13.0

// The number that `digits` begins with; 0 if that is none, or too large.
std::uint32_t number_in(std::string_view digits) {
  const char* first = digits.data();
  std::uint32_t number = 0;
  std::from_chars(first, first + digits.size(), number);
  return number;
}

struct LinkageDirective {
  std::string_view name;
  Linkage linkage;
};

constexpr LinkageDirective kLinkages[] = {
    {".visible", Linkage::kVisible },
    {".extern",  Linkage::kExternal},
    {".weak",    Linkage::kWeak    },
    {".common",  Linkage::kCommon  },
};

// Directives at which an item of the module can begin: where reading goes on after an error.
constexpr std::string_view kItemDirectives[] = {".visible", ".extern", ".weak",    ".common",
                                                ".entry",   ".func",   ".global",  ".const",
                                                ".shared",  ".file",   ".section", ".alias"};

bool begins_item(const Token& token) {
  return std::ranges::find(kItemDirectives, token.text) != std::end(kItemDirectives);
}

// A name inside a function that a module-scope name has too gets another: in the Module all names
// of a function are in reach of the whole function, and so is the module's.
class ShadowRenamer {
 public:
  ShadowRenamer(const ModuleNames& module_names, Function& function)
      : module_names_(module_names), function_(function) {}

  void run();

 private:
  void rename(std::string& name);
  bool is_used(std::string_view name);

  const ModuleNames& module_names_;
  Function& function_;
  std::unordered_set<std::string> used_;  // filled when the first name must change
};

bool ShadowRenamer::is_used(std::string_view name) {
  if (used_.empty()) {
    for (const Variable& each : function_.results) used_.insert(each.name);
    for (const Variable& each : function_.parameters) used_.insert(each.name);
    for (const Register& each : function_.registers) used_.insert(each.name);
    for (const Variable& each : function_.variables) used_.insert(each.name);
    for (const Prototype& each : function_.prototypes) used_.insert(each.name);
  }
  return used_.contains(std::string(name)) || module_names_.contains(name);
}

void ShadowRenamer::rename(std::string& name) {
  if (!module_names_.contains(name)) return;
  const auto is_it = [&](const Variable& parameter) { return parameter.name == name; };
  if (std::ranges::any_of(function_.parameters, is_it)) return;
  if (std::ranges::any_of(function_.results, is_it)) return;
  std::string candidate;
  unsigned number = 1;
  do {
    candidate = name + '$' + std::to_string(++number);
  } while (is_used(candidate));
  used_.insert(candidate);
  name = std::move(candidate);
}

void ShadowRenamer::run() {
  for (Register& each : function_.registers) rename(each.name);
  for (Variable& each : function_.variables) rename(each.name);
  for (Prototype& each : function_.prototypes) rename(each.name);
}

class ModuleParser {
 public:
  explicit ModuleParser(const SourceText& source) : context_(source), cursor_(context_.cursor) {}

  ParseResult run();

 private:
  void item();
  bool version();
  bool target();
  bool address_size();
  bool linked_item();
  bool function(Linkage linkage);
  bool signature(Function& function, Token& name);
  void performance_directives(Function& function);
  void thread_counts(std::array<std::uint32_t, 3>& counts);
  std::size_t place_of(const Function& function, const Token& name);
  bool alias();
  void resolve_aliases();
  bool variables(Linkage linkage);
  void add_variable(Variable variable, const Token& name);
  void unknown_directive();
  void skip_item();

  struct Alias {
    Token name;
    Token function;  // that it is another name of
  };

  ModuleContext context_;
  Cursor& cursor_;
  std::vector<Alias> aliases_;
};

// .version 8.3
bool ModuleParser::version() {
  const Token token = cursor_.token();
  const std::size_t dot = token.text.find('.');
  Module& module = context_.module;
  if (token.kind != TokenKind::kFloat64 || dot == std::string_view::npos) {
    return cursor_.fail_expected("a version such as 8.3");
  }
  module.version_major = number_in(token.text.substr(0, dot));
  module.version_minor = number_in(token.text.substr(dot + 1));
  cursor_.advance();
  if (std::pair(module.version_major, module.version_minor) > kNewestVersion) {
    cursor_.report({.severity = Severity::kWarning,
                    .code = "ptx-version",
                    .message = "PTX version " + std::string(token.text) +
                               " is newer than 9.0, the newest that is known"},
                   token.span);
  }
  return true;
}

// .target sm_80, debug
bool ModuleParser::target() {
  if (cursor_.token().kind != TokenKind::kWord)
    return cursor_.fail_expected("a target such as sm_80");
  context_.module.target = cursor_.token().text;
  cursor_.advance();
  while (cursor_.accept(',')) cursor_.advance();
  return true;
}

bool ModuleParser::address_size() {
  const Token token = cursor_.token();
  if (token.kind != TokenKind::kInteger || (token.value != 32 && token.value != 64)) {
    return cursor_.fail_expected("32 or 64");
  }
  context_.module.address_size = static_cast<std::uint32_t>(token.value);
  cursor_.advance();
  return true;
}

// .maxntid 128, 1, 1
void ModuleParser::thread_counts(std::array<std::uint32_t, 3>& counts) {
  counts = {1, 1, 1};
  for (std::uint32_t& count : counts) {
    const Token token = cursor_.token();
    if (token.kind != TokenKind::kInteger) {
      cursor_.fail_expected("a number of threads");
      return;
    }
    count = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(token.value, std::numeric_limits<std::uint32_t>::max()));
    cursor_.advance();
    if (!cursor_.accept(',')) return;
  }
}

// Between the signature and the body.
void ModuleParser::performance_directives(Function& function) {
  while (cursor_.token().kind == TokenKind::kDirective) {
    if (cursor_.accept_directive(".maxntid")) {
      thread_counts(function.max_threads);
    } else if (cursor_.accept_directive(".reqntid")) {
      thread_counts(function.required_threads);
    } else if (cursor_.accept_directive(".reqnctapercluster")) {
      thread_counts(function.required_cluster);
    } else {
      function.is_noreturn |= cursor_.token().is_directive(".noreturn");
      do {
        cursor_.advance();
      } while (cursor_.token().kind == TokenKind::kInteger || cursor_.token().is(',') ||
               cursor_.token().kind == TokenKind::kString);
      // A .pragma has a semicolon of its own; a declaration's ends it.
      if (cursor_.token().is(';') && cursor_.following_byte() == '{') cursor_.advance();
    }
  }
}

// [.attribute(…)] [(results)] name [(parameters)]
bool ModuleParser::signature(Function& function, Token& name) {
  bool is_managed = false;  // which a function never is
  const bool has_attributes = cursor_.accept_directive(".attribute");
  if (has_attributes && !parse_attributes(cursor_, is_managed)) return false;
  const bool has_results = !function.is_entry && cursor_.token().is('(');
  if (has_results && !parse_parameters(context_, function.results)) return false;
  name = cursor_.token();
  if (name.kind != TokenKind::kWord) return cursor_.fail_expected("a function's name");
  function.name = name.text;
  cursor_.advance();
  const bool has_parameters = cursor_.token().is('(');
  if (has_parameters && !parse_parameters(context_, function.parameters)) return false;
  performance_directives(function);
  return true;
}

// Index in Module::functions, that of an earlier declaration if there is one.
std::size_t ModuleParser::place_of(const Function& function, const Token& name) {
  std::vector<Function>& functions = context_.module.functions;
  const Name meaning = {.kind = NameKind::kFunction, .index = static_cast<Index>(functions.size())};
  const auto [entry, is_new] = context_.names.try_emplace(name.text, meaning);
  if (is_new) {
    functions.push_back({.name = function.name});
    return functions.size() - 1;
  }
  const bool is_function = entry->second.kind == NameKind::kFunction;
  if (!is_function || (functions[entry->second.index].is_defined && function.is_defined)) {
    cursor_.error("ptx-redeclared", function.name + " is defined twice", name.span);
  }
  if (is_function) return entry->second.index;
  functions.push_back({.name = function.name});
  return functions.size() - 1;
}

bool ModuleParser::function(Linkage linkage) {
  Function function{.is_entry = cursor_.token().is_directive(".entry"), .linkage = linkage};
  function.span.begin = cursor_.token().span.begin;
  cursor_.advance();
  Token name;
  if (!signature(function, name)) return false;
  function.span.end = cursor_.previous_end();
  function.is_defined = cursor_.token().is('{');
  if (!function.is_defined && !cursor_.expect(';', "or a body after the signature")) return false;
  const std::size_t place = place_of(function, name);
  const bool is_known = context_.module.functions[place].is_defined;
  if (function.is_defined && is_known) {
    cursor_.skip_block();
  } else if (function.is_defined) {
    cursor_.enter_function(name.text);
    parse_body(context_, function);
    cursor_.leave_function();
  }
  if (!is_known) context_.module.functions[place] = std::move(function);
  return true;
}

// A definition may follow an .extern declaration, or the other way round.
void ModuleParser::add_variable(Variable variable, const Token& name) {
  std::vector<Variable>& variables = context_.module.variables;
  const Name meaning = {.kind = NameKind::kVariable,
                        .scope = SymbolScope::kModule,
                        .index = static_cast<Index>(variables.size())};
  const auto [entry, is_new] = context_.names.try_emplace(name.text, meaning);
  if (is_new) {
    variables.push_back(std::move(variable));
    return;
  }
  const bool is_variable = entry->second.kind == NameKind::kVariable;
  const bool is_declaration = variable.linkage == Linkage::kExternal;
  if (is_variable && is_declaration) return;
  if (is_variable && variables[entry->second.index].linkage == Linkage::kExternal) {
    variables[entry->second.index] = std::move(variable);
    return;
  }
  cursor_.error("ptx-redeclared", variable.name + " is defined twice", name.span);
}

bool ModuleParser::variables(Linkage linkage) {
  auto head = parse_declaration_head(context_);
  if (!head) return false;
  head->variable.linkage = linkage;
  do {
    const Token name = cursor_.token();
    auto variable = parse_declarator(context_, *head);
    if (!variable) return false;
    add_variable(*std::move(variable), name);
  } while (cursor_.accept(','));
  return cursor_.expect(';', "after the variable");
}

// [.visible] .entry …, [.extern] .shared …
bool ModuleParser::linked_item() {
  Linkage linkage = Linkage::kInternal;
  for (bool goes_on = true; goes_on;) {
    const auto* found = std::ranges::find(kLinkages, cursor_.token().text, &LinkageDirective::name);
    goes_on = found != std::end(kLinkages);
    if (goes_on) {
      linkage = found->linkage;
      cursor_.advance();
    }
  }
  const Token& token = cursor_.token();
  if (token.is_directive(".entry") || token.is_directive(".func")) return function(linkage);
  if (space_of_directive(token)) return variables(linkage);
  if (linkage != Linkage::kInternal) return cursor_.fail_expected("a function or a variable");
  unknown_directive();
  return true;
}

// .alias other, function;
bool ModuleParser::alias() {
  Alias alias{.name = cursor_.token(), .function = {}};
  if (alias.name.kind != TokenKind::kWord) return cursor_.fail_expected("a function's name");
  cursor_.advance();
  if (!cursor_.expect(',', "between the names")) return false;
  alias.function = cursor_.token();
  if (alias.function.kind != TokenKind::kWord) return cursor_.fail_expected("a function's name");
  cursor_.advance();
  aliases_.push_back(alias);
  return cursor_.expect(';', "after the names");
}

// An alias becomes a function of its own with the same body.
void ModuleParser::resolve_aliases() {
  std::vector<Function>& functions = context_.module.functions;
  for (const Alias& alias : aliases_) {
    const auto name = context_.names.find(alias.name.text);
    const auto target = context_.names.find(alias.function.text);
    const auto is_function = [&](const auto& found) {
      return found != context_.names.end() && found->second.kind == NameKind::kFunction;
    };
    if (!is_function(name) || functions[name->second.index].is_defined) {
      cursor_.error("ptx-alias",
                    std::string(alias.name.text) + " isn't a function that is only declared",
                    alias.name.span);
    } else if (!is_function(target) || !functions[target->second.index].is_defined) {
      cursor_.error("ptx-alias", std::string(alias.function.text) + " isn't a function with a body",
                    alias.function.span);
    } else {
      Function& function = functions[name->second.index];
      const Linkage linkage = function.linkage;
      function = functions[target->second.index];
      function.name = alias.name.text;
      function.linkage = linkage;
    }
  }
}

void ModuleParser::unknown_directive() {
  const Token token = cursor_.token();
  cursor_.report({.severity = Severity::kWarning,
                  .code = "ptx-unknown-directive",
                  .message = "directive " + std::string(token.text) + " is unknown and left out"},
                 token.span);
  skip_item();
}

// Past the next ';' or body, or up to a directive that begins an item.
void ModuleParser::skip_item() {
  do {
    if (cursor_.accept(';')) return;
    if (cursor_.token().is('{')) {
      cursor_.skip_block();
      const bool is_in_initialiser = cursor_.token().is(',') || cursor_.token().is('}');
      if (!is_in_initialiser) return;
    }
    cursor_.advance();
  } while (!cursor_.is_at_end() && !begins_item(cursor_.token()));
}

void ModuleParser::item() {
  bool is_good = true;
  if (cursor_.accept_directive(".version")) {
    is_good = version();
  } else if (cursor_.accept_directive(".target")) {
    is_good = target();
  } else if (cursor_.accept_directive(".address_size")) {
    is_good = address_size();
  } else if (cursor_.accept_directive(".alias")) {
    is_good = alias();
  } else if (cursor_.token().kind == TokenKind::kDirective) {
    is_good = parse_common_directive(context_) || linked_item();
  } else if (!cursor_.accept(';')) {
    is_good = cursor_.fail_expected("a directive such as .entry");
  }
  if (!is_good) skip_item();
}

ParseResult ModuleParser::run() {
  if (!cursor_.token().is_directive(".version")) {
    cursor_.error("ptx-no-version", "this isn't PTX: it doesn't begin with .version",
                  cursor_.token().span);
    return {.diagnostics = cursor_.take_diagnostics()};
  }
  while (!cursor_.is_at_end() && !cursor_.has_too_many_errors()) item();
  resolve_aliases();
  context_.locations.finish(context_.module);
  for (Function& each : context_.module.functions) ShadowRenamer(context_.names, each).run();
  ParseResult result{std::move(context_.module), cursor_.take_diagnostics()};
  if (!has_errors(result)) pass_registers_in_memory(result.module);
  return result;
}

}  // namespace

ParseResult parse_module(const SourceText& source) {
  if (source.text.size() < std::numeric_limits<std::uint32_t>::max())
    return ModuleParser(source).run();
  Diagnostic diagnostic = {.code = "ptx-limit", .message = "the PTX is larger than 4 GiB"};
  diagnostic.where.file = source.name;
  return {.diagnostics = {std::move(diagnostic)}};
}

bool has_errors(const ParseResult& result) {
  return std::ranges::any_of(result.diagnostics, [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::kError;
  });
}

}  // namespace smemlens::ptx
