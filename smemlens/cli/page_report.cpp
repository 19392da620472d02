#include "smemlens/cli/page_report.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"

namespace smemlens::cli {
namespace {

constexpr std::string_view kSchema = "smemlens.report/1";

// What a member must be; `is` judges it, `name` says it.
struct Kind {
  bool (*is)(const JsonValue& value);
  std::string_view name;
};

bool is_text(const JsonValue& value) {
  return value.as_string() != nullptr;
}
bool is_count(const JsonValue& value) {
  return value.as_unsigned().has_value();
}
bool is_flag(const JsonValue& value) {
  return value.as_bool() != nullptr;
}
bool is_list(const JsonValue& value) {
  return value.as_array() != nullptr;
}
bool is_object(const JsonValue& value) {
  return value.as_object() != nullptr;
}
bool is_extent(const JsonValue& value) {
  return is_list(value) && value.as_array()->size() == 3 &&
         std::ranges::all_of(*value.as_array(), is_count);
}
bool is_texts(const JsonValue& value) {
  return is_list(value) && std::ranges::all_of(*value.as_array(), is_text);
}
// One a lane.
bool is_addresses(const JsonValue& value) {
  constexpr std::size_t kMostLanes = 64;
  return is_list(value) && value.as_array()->size() <= kMostLanes &&
         std::ranges::all_of(*value.as_array(), [](const JsonValue& address) {
           return address.is_null() || is_count(address);
         });
}

constexpr Kind kText = {is_text, "a text"};
constexpr Kind kCount = {is_count, "a count"};
constexpr Kind kFlag = {is_flag, "true or false"};
constexpr Kind kList = {is_list, "a list"};
constexpr Kind kObject = {is_object, "an object"};
constexpr Kind kExtent = {is_extent, "three counts"};
constexpr Kind kTexts = {is_texts, "a list of texts"};
constexpr Kind kAddresses = {is_addresses, "a list of at most 64 addresses or nulls"};

struct Member {
  std::string_view key;
  Kind kind;
};

constexpr Member kReport[] = {
    {"version",  kText },
    {"arch",     kText },
    {"level",    kText },
    {"partial",  kFlag },
    {"kernels",  kList },
    {"problems", kList },
    {"notes",    kTexts},
};
constexpr Member kProblem[] = {
    {"message", kText},
};
constexpr Member kKernel[] = {
    {"name",         kText },
    {"launches",     kCount},
    {"blocks_run",   kCount},
    {"blocks_total", kCount},
    {"sites",        kList },
};
constexpr Member kSite[] = {
    {"file",              kText  },
    {"line",              kCount },
    {"column",            kCount },
    {"function",          kText  },
    {"instruction",       kText  },
    {"array",             kText  },
    {"op",                kText  },
    {"bytes",             kCount },
    {"requests",          kCount },
    {"wavefronts",        kCount },
    {"ideal_wavefronts",  kCount },
    {"excess_wavefronts", kCount },
    {"degree_max",        kCount },
    {"inexact_requests",  kCount },
    {"worst",             kObject},
};
constexpr Member kWorst[] = {
    {"block",     kExtent   },
    {"warp",      kCount    },
    {"addresses", kAddresses},
};

// Where a value stands and what it must be: "kernels[0].launches must be a count".
using Wrong = std::optional<std::string>;

Wrong wrong_member(const JsonValue& value, const std::string& path,
                   std::span<const Member> members) {
  if (!is_object(value)) return path + " must be an object";
  for (const auto& [key, kind] : members) {
    const JsonValue* found = value.find(key);
    if (found == nullptr || !kind.is(*found))
      return path + (path.empty() ? "" : ".") + std::string(key) + " must be " +
             std::string(kind.name);
  }
  return std::nullopt;
}

std::string item_of(const std::string& list, std::size_t index) {
  return list + '[' + std::to_string(index) + ']';
}

Wrong wrong_in_site(const JsonValue& site, const std::string& path) {
  if (auto wrong = wrong_member(site, path, kSite)) return wrong;
  return wrong_member(*site.find("worst"), path + ".worst", kWorst);
}

Wrong wrong_in_kernel(const JsonValue& kernel, const std::string& path) {
  if (auto wrong = wrong_member(kernel, path, kKernel)) return wrong;
  const JsonValue::Array& sites = *kernel.find("sites")->as_array();
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (auto wrong = wrong_in_site(sites[i], item_of(path + ".sites", i))) return wrong;
  return std::nullopt;
}

Wrong wrong_in_report(const JsonValue& report) {
  if (auto wrong = wrong_member(report, "", kReport)) return wrong;
  const JsonValue::Array& kernels = *report.find("kernels")->as_array();
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (auto wrong = wrong_in_kernel(kernels[i], item_of("kernels", i))) return wrong;
  const JsonValue::Array& problems = *report.find("problems")->as_array();
  for (std::size_t i = 0; i < problems.size(); ++i)
    if (auto wrong = wrong_member(problems[i], item_of("problems", i), kProblem)) return wrong;
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> report_problem(const JsonValue& report, const std::string& file) {
  Diagnostic problem{
      .code = "page-report",
      .message = {},
      .where = {.file = file},
      .hint = "write one with: smemlens run PROGRAM.cu --format json -o report.json"};
  const JsonValue* schema = report.find("schema");
  const std::string* name = schema == nullptr ? nullptr : schema->as_string();
  if (name == nullptr || *name != kSchema) {
    problem.message = R"(this is no report: "schema" is not ")" + std::string(kSchema) + '"';
    return problem;
  }
  const Wrong wrong = wrong_in_report(report);
  if (!wrong) return std::nullopt;
  problem.message = "this report is broken: " + *wrong;
  return problem;
}

}  // namespace smemlens::cli
