#include "smemlens/report/problem_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/report/cost_line.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

constexpr std::size_t kMaxAccesses = 1024;
constexpr std::size_t kMaxLoops = 16;

constexpr std::string_view kProblemKeys[] = {"id", "array", "accesses", "limits"};
constexpr std::string_view kArrayKeys[] = {"shape", "elem_bytes"};
constexpr std::string_view kAccessKeys[] = {"name",  "kind",   "width_bytes", "index",
                                            "loops", "active", "weight"};
constexpr std::string_view kLimitKeys[] = {"max_extra_bytes", "families"};

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_letter_or_digit = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_letter_or_digit);
}

// The tree of one line, member by member; the first error stays.
class ProblemReader {
 public:
  explicit ProblemReader(const SourceText& source) : source_(source) {}

  Expected<ProblemText> read() {
    const auto tree = parse_json(source_);
    if (!tree) return tl::unexpected(tree.error());
    ProblemText problem;
    if (tree->as_object() == nullptr) {
      fail("", "a line must be one JSON object");
    } else {
      refuse_misspelt_keys(*tree);
      const JsonValue* id = tree->find("id");
      problem.id = id == nullptr ? "null" : json_text(*id);
      read_array(*tree, problem.shape);
      read_accesses(*tree, problem.accesses);
      read_limits(*tree, problem.limits);
    }
    if (error_) return tl::unexpected(*error_);
    return problem;
  }

 private:
  void read_array(const JsonValue& tree, TileShape& shape) {
    const JsonValue* array = required(tree, "array", "\"array\": {\"shape\": [32, 32], …}");
    if (array == nullptr) return;
    refuse_other_keys(*array, kArrayKeys);
    const JsonValue* sizes = required(*array, "shape", "\"shape\": [32, 32]");
    if (sizes == nullptr) return;
    const JsonValue::Array* list = sizes->as_array();
    if (list == nullptr || list->empty() || list->size() > kMaxProblemAxes) {
      fail("shape",
           "\"shape\" must be an array of 1 to " + std::to_string(kMaxProblemAxes) + " sizes");
      return;
    }
    shape.sizes.clear();
    for (const JsonValue& size : *list)
      shape.sizes.push_back(number(size, "shape", 1, std::numeric_limits<std::int32_t>::max()));
    const JsonValue* bytes = array->find("elem_bytes");
    if (bytes == nullptr) return;
    shape.element_bytes = number(*bytes, "elem_bytes", 1, 16);
    if ((shape.element_bytes & (shape.element_bytes - 1)) == 0) return;
    fail("elem_bytes", R"("elem_bytes" must be 1, 2, 4, 8 or 16)",
         R"(the members of a struct are a last axis: "shape": [32, 3], "elem_bytes": 4)");
  }

  void read_accesses(const JsonValue& tree, std::vector<AccessText>& accesses) {
    const JsonValue* value = required(tree, "accesses", "\"accesses\": [{\"kind\": \"load\", …}]");
    if (value == nullptr) return;
    const JsonValue::Array* list = value->as_array();
    if (list == nullptr || list->empty() || list->size() > kMaxAccesses) {
      fail("accesses",
           "\"accesses\" must be an array of 1 to " + std::to_string(kMaxAccesses) + " accesses");
      return;
    }
    for (const JsonValue& access : *list) {
      if (error_) return;
      accesses.push_back(read_access(access, accesses.size()));
    }
  }

  AccessText read_access(const JsonValue& tree, std::size_t number_of_access) {
    AccessText access;
    access.name = "accesses[" + std::to_string(number_of_access) + "]";
    access_ = access.name;
    if (tree.as_object() == nullptr) {
      fail("accesses", access.name + " must be an object");
      return access;
    }
    if (const JsonValue* name = tree.find("name")) {
      access.name = text_of(*name, "name");
      access_ = "access " + access.name;
    }
    refuse_other_keys(tree, kAccessKeys);
    if (const JsonValue* kind = required(tree, "kind", R"("kind": "load")"))
      access.kind = text_of(*kind, "kind");
    if (const JsonValue* width = tree.find("width_bytes"))
      access.width_bytes = number(*width, "width_bytes", 1, 16);
    if (const JsonValue* index = required(tree, "index", R"("index": ["lane", "k"])"))
      read_index(*index, access.index);
    if (const JsonValue* loops = tree.find("loops"); loops != nullptr && !loops->is_null())
      read_loops(*loops, access.loops);
    if (const JsonValue* active = tree.find("active"); active != nullptr && !active->is_null())
      access.active = text_of(*active, "active");
    if (const JsonValue* weight = tree.find("weight"))
      access.weight = number(*weight, "weight", 1, kMaxAccessWeight);
    access_.clear();
    return access;
  }

  void read_index(const JsonValue& value, std::vector<std::string>& index) {
    if (const std::string* single = value.as_string()) {
      index.push_back(*single);
      return;
    }
    if (value.as_array() == nullptr) {
      fail("index", "\"index\" must be an array of expressions");
      return;
    }
    for (const JsonValue& item : *value.as_array()) index.push_back(text_of(item, "index"));
  }

  void read_loops(const JsonValue& value, std::vector<LoopText>& loops) {
    if (value.as_object() == nullptr || value.as_object()->size() > kMaxLoops) {
      fail("loops", "\"loops\" must be an object of at most " + std::to_string(kMaxLoops) +
                        " names: {\"k\": [0, 32]}");
      return;
    }
    for (const auto& [name, bounds] : *value.as_object()) {
      if (!is_name(name) || name == "lane") {
        fail("loops", "a loop can't be called '" + name + "'", "take a name such as k");
        return;
      }
      if (std::ranges::find(loops, name, &LoopText::name) != loops.end()) {
        fail(name, "there are two loops " + name);
        return;
      }
      loops.push_back(read_loop(name, bounds));
    }
  }

  LoopText read_loop(const std::string& name, const JsonValue& value) {
    LoopText loop{.name = name};
    const JsonValue::Array* bounds = value.as_array();
    if (bounds == nullptr || bounds->size() < 2 || bounds->size() > 3) {
      fail(name, "the loop " + name + " must be [from, to] or [from, to, step]");
      return loop;
    }
    loop.first = signed_number((*bounds)[0], name);
    loop.end = signed_number((*bounds)[1], name);
    if (bounds->size() == 3) loop.step = signed_number((*bounds)[2], name);
    if (loop.step == 0) fail(name, "the step of the loop " + name + " is 0");
    return loop;
  }

  void read_limits(const JsonValue& tree, SolveLimits& limits) {
    const JsonValue* value = tree.find("limits");
    if (value == nullptr || value->is_null()) return;
    if (value->as_object() == nullptr) {
      fail("limits", "\"limits\" must be an object");
      return;
    }
    refuse_other_keys(*value, kLimitKeys);
    const JsonValue* extra = value->find("max_extra_bytes");
    if (extra != nullptr && !extra->is_null()) {
      limits.max_extra_bytes = extra->as_unsigned();
      if (!limits.max_extra_bytes)
        fail("max_extra_bytes", "\"max_extra_bytes\" must be a whole number, not negative");
    }
    const JsonValue* families = value->find("families");
    if (families != nullptr && !families->is_null()) read_families(*families, limits.families);
  }

  void read_families(const JsonValue& value, std::vector<LayoutFamily>& families) {
    if (value.as_array() == nullptr || value.as_array()->empty()) {
      fail("families", "\"families\" must be an array of names that is not empty");
      return;
    }
    std::vector<std::string_view> names;
    names.reserve(kLayoutFamilyCount);
    for (std::size_t i = 0; i < kLayoutFamilyCount; ++i)
      names.push_back(name_of(static_cast<LayoutFamily>(i)));
    for (const JsonValue& item : *value.as_array()) {
      const std::string name = text_of(item, "families");
      if (error_) return;
      if (const auto family = layout_family_from(name)) {
        families.push_back(*family);
        continue;
      }
      std::string hint = did_you_mean(name, names);
      if (hint.empty()) {
        hint = "one of:";
        for (const std::string_view known : names) hint += ' ' + std::string(known);
      }
      fail("families", "there is no family '" + name + "'", std::move(hint));
    }
  }

  // A key that means nothing here would change the answer in silence: "weigth".
  void refuse_other_keys(const JsonValue& object, std::span<const std::string_view> known) {
    if (object.as_object() == nullptr) return;
    for (const auto& [key, value] : *object.as_object()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      std::string hint = did_you_mean(key, known);
      if (hint.empty()) {
        hint = "one of:";
        for (const std::string_view name : known) hint += ' ' + std::string(name);
      }
      fail(key, prefix() + "there is no key \"" + key + "\" here", std::move(hint));
      return;
    }
  }

  // Beside its own keys a problem may carry what others know of it: only what is nearly a key of
  // ours is a slip.
  void refuse_misspelt_keys(const JsonValue& problem) {
    for (const auto& [key, value] : *problem.as_object()) {
      if (std::ranges::find(kProblemKeys, key) != std::end(kProblemKeys)) continue;
      std::string hint = did_you_mean(key, kProblemKeys);
      if (hint.empty()) continue;
      fail(key, "there is no key \"" + key + "\"", std::move(hint));
      return;
    }
  }

  const JsonValue* required(const JsonValue& object, std::string_view key,
                            std::string_view example) {
    const JsonValue* value = object.find(key);
    if (value == nullptr || value->is_null()) {
      fail("", prefix() + "\"" + std::string(key) + "\" is missing",
           "e.g. " + std::string(example));
      return nullptr;
    }
    return value;
  }

  std::string prefix() const { return access_.empty() ? std::string() : access_ + ": "; }

  std::uint32_t number(const JsonValue& value, std::string_view key, std::uint64_t least,
                       std::uint64_t most) {
    const std::optional<std::uint64_t> result = value.as_unsigned();
    if (result && *result >= least && *result <= most) return static_cast<std::uint32_t>(*result);
    fail(key, prefix() + "\"" + std::string(key) + "\" must be a whole number from " +
                  std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::uint32_t>(least);
  }

  std::int32_t signed_number(const JsonValue& value, std::string_view key) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::optional<std::int64_t> result = value.as_signed();
    if (result && *result >= -kMost && *result <= kMost) return static_cast<std::int32_t>(*result);
    fail(key, prefix() + "the bounds of the loop " + std::string(key) +
                  " must be whole numbers of 32 bits");
    return 0;
  }

  std::string text_of(const JsonValue& value, std::string_view key) {
    if (const std::string* text = value.as_string()) return *text;
    fail(key, prefix() + "\"" + std::string(key) + "\" must be text");
    return {};
  }

  void fail(std::string_view key, std::string message, std::string hint = {}) {
    if (error_) return;
    error_ =
        located({.code = "problem-line", .message = std::move(message), .hint = std::move(hint)},
                source_, span_of_key(source_.text, key));
  }

  const SourceText& source_;
  std::string access_;  // the one that is read, for messages
  std::optional<Diagnostic> error_;
};

}  // namespace

Expected<ProblemText> parse_problem_line(std::string_view line) {
  const SourceText source{"problem", std::string(line)};
  return ProblemReader(source).read();
}

}  // namespace smemlens
