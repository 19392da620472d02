#pragma once

// Reads accesses: `s[lane][0]`, `*(float4*)&h[lane][0] = 0`, `atomicAdd(&hist[lane % 4], 1)`.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "smemlens/pattern/declaration_parser.h"
#include "smemlens/pattern/expression_parser.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {

class AccessParser {
 public:
  AccessParser(TokenStream& tokens, Pattern& pattern, DeclarationParser& types)
      : tokens_(tokens), pattern_(pattern), types_(types), expressions_(tokens, pattern) {}

  // One access, up to its `;`. Its span begins at `begin`; `guards` say which lanes take part.
  void parse(const Token& begin, std::span<const ExpressionIndex> guards);

 private:
  // What a C expression that names memory has come to: an element, or a pointer to one.
  struct Operand {
    Place place;
    std::vector<std::uint32_t> dimensions;  // brackets that may still follow
    bool is_pointer = false;
    bool is_element_of_array = true;  // brackets still index the array, not a member of it

    bool is_address() const { return is_pointer || !dimensions.empty(); }
  };
  struct Function {
    Operation operation = Operation::kAtomic;
    std::uint8_t bytes = 0;  // 0: those of the argument's type
    std::uint8_t matrices = 0;
  };

  bool starts_function() const;
  std::optional<Function> parse_function();
  std::optional<Function> parse_dotted(const Token& first);
  void parse_call();
  void parse_plain();
  void add_access(const Function& function, const Operand& operand);
  void check_type(const Operand& operand);
  void skip_value(const Token& after);
  void skip_arguments();
  bool note_uncounted_read(const Token& token);

  Operand parse_operand();
  Operand parse_address_of();
  Operand parse_dereference();
  Operand parse_c_cast();
  Operand parse_reinterpret_cast();
  TypeIndex parse_pointer_type(std::string_view closer);
  Operand cast_to(TypeIndex type, Operand operand);
  Operand parse_postfix();
  Operand parse_primary();
  Operand parse_array();
  void parse_index(Operand& operand);
  void parse_member(Operand& operand);
  bool starts_cast() const;

  TokenStream& tokens_;
  Pattern& pattern_;
  DeclarationParser& types_;
  ExpressionParser expressions_;
  std::vector<ExpressionIndex> guards_;
  Token begin_;
  int depth_ = 0;
};

}  // namespace smemlens
