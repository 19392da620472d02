#include "smemlens/ptx/forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/ptx/form_table.h"
#include "smemlens/ptx/instruction_set.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kMaxOpcodeParts = 5;  // cp.reduce.async.bulk.tensor

// "16n8" after an m: reads the number, and then expects `letter` unless it is 0.
bool take_size(std::string_view& text, char letter, std::uint16_t& size) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (problem != std::errc() || size == 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (letter == '\0') return text.empty();
  if (text.empty() || text.front() != letter) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<Shape> shape_named(std::string_view name) {
  if (name.size() < 4 || name.front() != 'm') return std::nullopt;
  name.remove_prefix(1);
  Shape shape;
  if (!take_size(name, 'n', shape.m)) return std::nullopt;
  const bool has_depth = name.find('k') != std::string_view::npos;
  if (!take_size(name, has_depth ? 'k' : '\0', shape.n)) return std::nullopt;
  if (has_depth && !take_size(name, '\0', shape.k)) return std::nullopt;
  return shape;
}

std::uint8_t vector_width_named(std::string_view name) {
  if (name.size() != 2 || name[0] != 'v') return 0;
  const char digit = name[1];
  return digit == '2' || digit == '4' || digit == '8' ? static_cast<std::uint8_t>(digit - '0') : 0;
}

// Reads one mnemonic, part by part.
class MnemonicDecoder {
 public:
  MnemonicDecoder(std::string_view mnemonic, bool wants_hint)
      : mnemonic_(mnemonic), wants_hint_(wants_hint) {}

  DecodeResult run();

 private:
  std::string_view part_at(std::size_t begin) const {
    return mnemonic_.substr(begin, mnemonic_.find('.', begin) - begin);
  }
  bool take_opcode();
  bool take_part(std::string_view part);
  bool take_type(Type type);
  bool take_space(StateSpace space);
  const Form* choose_form() const;
  bool has_types_of(const Form& form) const;
  bool check_modifiers(const Form& form);
  void fail(std::string code, std::string message, std::string hint);

  std::string_view mnemonic_;
  bool wants_hint_;
  std::size_t position_ = 0;  // first byte of the part in hand
  std::size_t type_count_ = 0;
  std::size_t space_count_ = 0;
  DecodeResult result_;
};

void MnemonicDecoder::fail(std::string code, std::string message, std::string hint) {
  result_.problem = {.severity = Severity::kWarning,
                     .code = std::move(code),
                     .message = std::move(message),
                     .hint = std::move(hint)};
  const std::size_t end = position_ + part_at(position_).size();
  result_.part = {static_cast<std::uint32_t>(position_), static_cast<std::uint32_t>(end)};
}

std::vector<std::string_view> opcode_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 1; i < kOpcodeCount; ++i) names.push_back(name_of(static_cast<Opcode>(i)));
  return names;
}

bool MnemonicDecoder::take_opcode() {
  std::size_t end = mnemonic_.find('.');
  std::size_t opcode_end = 0;
  for (std::size_t parts = 1; parts <= kMaxOpcodeParts; ++parts) {
    if (const auto opcode = opcode_named(mnemonic_.substr(0, end))) {
      result_.decoded.opcode = *opcode;
      opcode_end = std::min(end, mnemonic_.size());
    }
    if (end == std::string_view::npos) break;
    end = mnemonic_.find('.', end + 1);
  }
  if (opcode_end == 0) {
    fail("ptx-unknown-opcode", "unknown instruction " + std::string(mnemonic_),
         wants_hint_ ? did_you_mean(part_at(0), opcode_names()) : std::string());
    return false;
  }
  position_ = opcode_end;
  return true;
}

bool MnemonicDecoder::take_type(Type type) {
  if (type_count_ == result_.decoded.types.size()) return false;
  result_.decoded.types[type_count_++] = type;
  return true;
}

bool MnemonicDecoder::take_space(StateSpace space) {
  if (space_count_ == 2) return false;
  (space_count_ == 0 ? result_.decoded.space : result_.decoded.source_space) = space;
  ++space_count_;
  return true;
}

bool MnemonicDecoder::take_part(std::string_view part) {
  Decoded& decoded = result_.decoded;
  if (const auto type = type_named(part)) return take_type(*type);
  if (const auto modifier = modifier_named(part)) {
    decoded.modifiers.add(*modifier);
    return true;
  }
  if (const auto space = space_named(part)) return take_space(*space);
  if (const std::uint8_t width = vector_width_named(part); width != 0) {
    decoded.vector_width = width;
    return true;
  }
  const auto shape = shape_named(part);
  if (shape) decoded.shape = *shape;
  return shape.has_value();
}

// If no row fits, the first that but for its types would.
const Form* MnemonicDecoder::choose_form() const {
  const Form* first = nullptr;
  for (const Form& form : forms_of(result_.decoded.opcode)) {
    if (!form.when.is_subset_of(result_.decoded.modifiers)) continue;
    if (has_types_of(form)) return &form;
    if (first == nullptr) first = &form;
  }
  return first;
}

bool MnemonicDecoder::has_types_of(const Form& form) const {
  if (form.takes_any_types) return true;
  const TypeSet allowed[] = {form.first_type, form.second_type};
  std::size_t expected = 0;
  for (const TypeSet& set : allowed) expected += set.is_empty() ? 0 : 1;
  if (type_count_ != expected) return false;
  for (std::size_t i = 0; i < expected; ++i) {
    if (!allowed[i].has(result_.decoded.types[i])) return false;
  }
  return true;
}

bool MnemonicDecoder::check_modifiers(const Form& form) {
  const ModifierSet& written = result_.decoded.modifiers;
  if (written.is_subset_of(form.modifiers)) return true;
  for (position_ = 0; position_ < mnemonic_.size();) {
    const std::string_view part = part_at(position_);
    const auto modifier = position_ == 0 ? std::nullopt : modifier_named(part);
    if (modifier && written.has(*modifier) && !form.modifiers.has(*modifier)) break;
    position_ += part.size() + 1;
  }
  return false;
}

// Bits that a width letter of a form's operand column stands for; none for other letters.
std::optional<unsigned> width_of(char letter, const Decoded& decoded) {
  const unsigned first = bits_of(decoded.types[0]);
  switch (letter) {
    case '0':
      return first;
    case '1':
      return bits_of(decoded.types[1]);
    case 'w':
      return decoded.modifiers.has(Modifier::kWide) ? 2 * first : first;
    case 'h':
      return 16;
    case 'x':
      return 32;
    case 'y':
      return 64;
    default:
      return std::nullopt;
  }
}

OperandRole role_of(char letter) {
  using Role = OperandRole;
  constexpr std::pair<char, Role> kRoles[] = {
      {'d', Role::kDestination},
      {'q', Role::kDestination},
      {'s', Role::kSource     },
      {'i', Role::kImmediate  },
      {'a', Role::kAddress    },
      {'p', Role::kPredicate  },
      {'l', Role::kLabel      },
      {'M', Role::kPacked     },
      {'m', Role::kPacked     },
      {'F', Role::kFragment   },
      {'f', Role::kFragment   },
      {'*', Role::kAnything   }
  };
  return std::ranges::find(kRoles, letter, &std::pair<char, Role>::first)->second;
}

// A word of a form's operand column; see Form.
OperandRule rule_from(std::string_view word, const Decoded& decoded) {
  OperandRule rule;
  rule.is_second_of_pair = word.front() == '|';
  if (rule.is_second_of_pair) word.remove_prefix(1);
  const char letter = word.front();
  rule.role = role_of(letter);
  rule.is_destination = std::string_view("dqMF").find(letter) != std::string_view::npos;
  if (letter == 'q' || letter == 'p') rule.bits = 1;
  for (const char mark : word.substr(1)) {
    rule.is_optional |= mark == '?';
    rule.allows_wider |= mark == '+';
    rule.is_vector |= mark == 'v';
    if (mark == '0') rule.type = decoded.types[0];
    if (mark == '1') rule.type = decoded.types[1];
    if (const auto bits = width_of(mark, decoded)) rule.bits = static_cast<std::uint8_t>(*bits);
  }
  return rule;
}

void add_rules(std::string_view words, Decoded& decoded) {
  decoded.takes_any_operands = words == "…";
  if (decoded.takes_any_operands) return;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    decoded.rules[decoded.rule_count++] = rule_from(words.substr(0, end), decoded);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

// Of two equally near names the first is told, so the frequent ones come first.
std::vector<std::string_view> modifier_names() {
  std::vector<std::string_view> names = {"shared", "global", "local", "const", "param"};
  for (std::size_t i = 1; i < kTypeCount; ++i) names.push_back(name_of(static_cast<Type>(i)));
  for (std::size_t i = 0; i < kModifierCount; ++i) {
    names.push_back(name_of(static_cast<Modifier>(i)));
  }
  return names;
}

DecodeResult MnemonicDecoder::run() {
  if (!take_opcode()) return result_;
  while (position_ < mnemonic_.size()) {
    ++position_;  // the dot
    const std::string_view part = part_at(position_);
    if (!take_part(part)) {
      fail("ptx-unknown-modifier",
           "unknown part ." + std::string(part) + " of instruction " + std::string(mnemonic_),
           wants_hint_ ? did_you_mean(part, modifier_names()) : std::string());
      return result_;
    }
    position_ += part.size();
  }
  const Form* form = choose_form();
  if (form == nullptr) return result_;  // can't be: every opcode has a row without conditions
  if (!check_modifiers(*form)) {
    const std::string opcode(name_of(result_.decoded.opcode));
    fail("ptx-modifier", opcode + " doesn't take ." + std::string(part_at(position_)), {});
    return result_;
  }
  if (!has_types_of(*form)) {
    position_ = 0;
    const std::string lack = type_count_ == 0 ? " needs a type" : " doesn't exist with these types";
    fail("ptx-type", "instruction " + std::string(mnemonic_) + lack, {});
    result_.part.end = static_cast<std::uint32_t>(mnemonic_.size());
    return result_;
  }
  add_rules(form->operands, result_.decoded);
  return result_;
}

}  // namespace

DecodeResult decode_mnemonic(std::string_view mnemonic, bool wants_hint) {
  return MnemonicDecoder(mnemonic, wants_hint).run();
}

Type immediate_type(Opcode opcode, const std::array<Type, 4>& types, std::size_t position) {
  if (takes_any_types(opcode)) return Type::kNone;
  // add.f32.f16 d, a, c and fma.f32.f16 d, a, b, c: all but c are halves.
  const bool is_sum = opcode == Opcode::kAdd || opcode == Opcode::kSub;
  if (is_sum && position == 1 && types[1] != Type::kNone) return types[1];
  if (opcode == Opcode::kFma && (position == 1 || position == 2) && types[1] != Type::kNone) {
    return types[1];
  }
  if (opcode == Opcode::kRedux && position == 2) return Type::kU32;  // which lanes
  const bool second = (opcode == Opcode::kCvt || opcode == Opcode::kSet) ||
                      (opcode == Opcode::kSlct && position == 3);
  return second && types[1] != Type::kNone ? types[1] : types[0];
}

}  // namespace smemlens::ptx
