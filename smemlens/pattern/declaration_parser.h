#pragma once

// Reads declarations: `__shared__ float s[32][32+1]`, `struct { float x, y; } p[32]`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/pattern/expression_parser.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {

// Shared arrays beyond this are refused: their addresses would not fit.
inline constexpr std::uint64_t kMaxSharedBytes = std::uint64_t{1} << 31U;

class DeclarationParser {
 public:
  DeclarationParser(TokenStream& tokens, Pattern& pattern)
      : tokens_(tokens), pattern_(pattern), expressions_(tokens, pattern) {}

  // Whether a declaration starts here.
  bool starts_here() const;
  // One declaration, up to its `;`.
  void parse();
  // The type that a cast names here, with the tokens that were consumed; adds it to the pattern.
  TypeIndex parse_type();

 private:
  struct Declarator {
    Token name;
    std::vector<Dimension> dimensions;
  };

  bool parse_qualifier();
  TypeIndex parse_struct();
  void parse_members(ElementType& type);
  void place_member(ElementType& type, TypeIndex member_type, const Declarator& declarator);
  Declarator parse_declarator();
  void parse_dimension(Declarator& declarator);
  void declare_array(TypeIndex type, const Declarator& declarator);
  void check_name(const Token& name);
  std::uint64_t bytes_of(TypeIndex type, const Declarator& declarator);
  TypeIndex builtin_type(const BuiltinType& builtin);
  const ElementType* find_struct(std::string_view name) const;
  void fail_type(const Token& token);

  TokenStream& tokens_;
  Pattern& pattern_;
  ExpressionParser expressions_;
  std::uint32_t forced_alignment_ = 1;
  int depth_ = 0;
};

}  // namespace smemlens
