#include "smemlens/report/cost_line.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/model/units.h"

namespace smemlens {
namespace {

// One pass over a line, for speed: `cost` is fed millions of them.
class PlainReader {
 public:
  PlainReader(std::string_view line, RawCostLine& raw)
      : at_(line.data()), end_(line.data() + line.size()), raw_(raw) {}

  bool read() {
    if (!accept('{')) return false;
    do {
      std::string_view key;
      if (!read_text(key) || !accept(':') || !read_member(key)) return false;
    } while (accept(','));
    return accept('}') && !skip_space();
  }

 private:
  // Whether anything follows.
  bool skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
    return at_ != end_;
  }

  bool accept(char c) {
    if (!skip_space() || *at_ != c) return false;
    ++at_;
    return true;
  }

  bool accept_null() {
    if (!skip_space() || end_ - at_ < 4 || std::string_view(at_, 4) != "null") return false;
    at_ += 4;
    return true;
  }

  // Printable ASCII without quotes and escapes.
  bool read_text(std::string_view& text) {
    if (!accept('"')) return false;
    const char* begin = at_;
    while (at_ != end_ && *at_ >= 0x20 && *at_ < 0x7f && *at_ != '"' && *at_ != '\\') ++at_;
    text = {begin, static_cast<std::size_t>(at_ - begin)};
    return accept_here('"');
  }

  bool accept_here(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  // Digits without a leading zero, up to 18 of them: no overflow to think of.
  bool read_number(std::uint64_t& number) {
    if (!skip_space()) return false;
    const char* begin = at_;
    std::uint64_t value = 0;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - begin < 19)
      value = value * 10 + static_cast<std::uint64_t>(*at_++ - '0');
    const auto digits = at_ - begin;
    if (digits == 0 || digits > 18 || (*begin == '0' && digits > 1)) return false;
    number = value;
    return at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
  }

  bool read_optional(std::optional<std::uint64_t>& number) {
    std::uint64_t value = 0;
    if (number || !read_number(value)) return false;  // of two equal keys the last one counts
    number = value;
    return true;
  }

  bool read_addresses(bool& is_there, LaneAddresses& addresses) {
    if (is_there || !accept('[')) return false;
    is_there = true;
    if (accept(']')) return true;
    do {
      std::uint64_t address = 0;
      if (accept_null()) {
        addresses.add(std::nullopt);
      } else if (read_number(address)) {
        addresses.add(address);
      } else {
        return false;
      }
    } while (accept(','));
    return accept(']');
  }

  bool read_op() {
    std::string_view op;
    if (!raw_.op.empty() || !read_text(op)) return false;
    raw_.op = op;
    return true;
  }

  bool read_id() {
    if (!raw_.id.empty() || !skip_space()) return false;
    const char* begin = at_;
    std::string_view text;
    std::uint64_t number = 0;
    if (*at_ == '"' ? !read_text(text) : !read_number(number)) return false;
    raw_.id.assign(begin, at_);
    return true;
  }

  bool read_member(std::string_view key) {
    if (key == "addresses") return read_addresses(raw_.has_addresses, raw_.addresses);
    if (key == "op") return read_op();
    if (key == "bytes") return read_optional(raw_.bytes);
    if (key == "count") return read_optional(raw_.count);
    if (key == "id") return read_id();
    if (key == "matrices") return read_optional(raw_.matrices);
    if (key == "source") return read_addresses(raw_.has_source, raw_.source);
    return false;
  }

  const char* at_;
  const char* end_;
  RawCostLine& raw_;
};

// The tree of one line, member by member; the first error stays.
class TreeReader {
 public:
  explicit TreeReader(const SourceText& source) : source_(source) {}

  Expected<RawCostLine> read() {
    auto tree = parse_json(source_);
    if (!tree) return tl::unexpected(std::move(tree.error()));
    if (tree->as_object() == nullptr) {
      return tl::unexpected(error_at("", "a line must be one JSON object"));
    }
    tree_ = &*tree;
    RawCostLine raw;
    read_op(raw.op);
    read_number("bytes", raw.bytes);
    read_number("matrices", raw.matrices);
    read_number("count", raw.count);
    read_addresses("addresses", raw.has_addresses, raw.addresses);
    read_addresses("source", raw.has_source, raw.source);
    if (const JsonValue* id = tree_->find("id")) raw.id = echo_of(*id);
    if (error_) return tl::unexpected(*error_);
    return raw;
  }

 private:
  void read_op(std::string& op) {
    const JsonValue* value = tree_->find("op");
    if (value == nullptr) return;
    if (value->as_string() == nullptr) {
      fail("op", R"("op" must be text, e.g. "load")");
      return;
    }
    op = *value->as_string();
  }

  void read_number(std::string_view key, std::optional<std::uint64_t>& number) {
    const JsonValue* value = tree_->find(key);
    if (value == nullptr || value->is_null()) return;
    number = value->as_unsigned();
    if (!number) fail(key, '"' + std::string(key) + "\" must be a whole number, not negative");
  }

  void read_addresses(std::string_view key, bool& is_there, LaneAddresses& addresses) {
    const JsonValue* value = tree_->find(key);
    if (value == nullptr || (value->is_null() && key == "source")) return;
    is_there = true;
    if (value->as_array() == nullptr) {
      fail(key, '"' + std::string(key) + "\" must be an array, one address a lane");
      return;
    }
    for (const JsonValue& item : *value->as_array()) {
      const std::optional<std::uint64_t> address = item.as_unsigned();
      if (!address && !item.is_null()) {
        fail(key, '"' + std::string(key) + "\"[" + std::to_string(addresses.count) +
                      "] must be a whole number, not negative, or null");
        return;
      }
      addresses.add(address);
    }
  }

  // A number keeps its digits: 1.50 and 1e5 are names here.
  std::string echo_of(const JsonValue& id) const;
  Diagnostic error_at(std::string_view key, std::string message) const;
  void fail(std::string_view key, std::string message);

  const SourceText& source_;
  const JsonValue* tree_ = nullptr;
  std::optional<Diagnostic> error_;
};

// The number that the member `key` of the object `line` is written as, in the text's own digits;
// empty if its value is no number. `line` is correct JSON; of equal keys the last one counts.
std::string_view written_number(std::string_view line, std::string_view key) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view number;
  int depth = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '{' || line[at] == '[') ++depth;
    if (line[at] == '}' || line[at] == ']') --depth;
    if (line[at] != '"') continue;
    const std::size_t begin = at + 1;
    for (++at; line[at] != '"'; ++at) at += line[at] == '\\' ? 1 : 0;
    const std::size_t colon = line.find_first_not_of(kBlanks, at + 1);
    const bool is_key = depth == 1 && colon < line.size() && line[colon] == ':';
    if (!is_key || line.substr(begin, at - begin) != key) continue;
    const std::string_view rest = line.substr(line.find_first_not_of(kBlanks, colon + 1));
    number = rest.substr(0, rest.find_first_not_of("+-.0123456789Ee"));
  }
  return number;
}

Diagnostic TreeReader::error_at(std::string_view key, std::string message) const {
  return located({.code = "cost-line", .message = std::move(message)}, source_,
                 span_of_key(source_.text, key));
}

std::string TreeReader::echo_of(const JsonValue& id) const {
  const std::string_view number = written_number(source_.text, "id");
  return id.as_number() && !number.empty() ? std::string(number) : json_text(id);
}

void TreeReader::fail(std::string_view key, std::string message) {
  if (!error_) error_ = error_at(key, std::move(message));
}

}  // namespace

SourceSpan span_of_key(std::string_view line, std::string_view key) {
  const std::string quoted = '"' + std::string(key) + '"';
  const std::size_t found = key.empty() ? std::string_view::npos : line.rfind(quoted);
  if (found == std::string_view::npos) return {0, 1};
  return {static_cast<std::uint32_t>(found), static_cast<std::uint32_t>(found + quoted.size())};
}

void LaneAddresses::add(std::optional<std::uint64_t> address) {
  if (address && count < kMaxLanes) {
    active |= LaneMask{1} << count;
    values[count] = *address;
  }
  ++count;
}

bool read_plain_line(std::string_view line, RawCostLine& raw) {
  return PlainReader(line, raw).read();
}

Expected<RawCostLine> read_any_line(std::string_view line) {
  const SourceText source{"standard input", std::string(line)};
  return TreeReader(source).read();
}

}  // namespace smemlens
