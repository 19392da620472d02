#pragma once

// A GPU is a row in a table, with its source (ARCHITECTURE.md, invariant 7).

#include <cstdint>
#include <span>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/model/bank_model.h"

namespace smemlens {

struct Architecture {
  std::string_view name;        // "sm_80", "sm_35-8byte", "gfx942"
  std::string_view product;     // "A100", for people
  std::string_view source;      // where its rule comes from
  std::string_view confidence;  // "documented", "measured", … : docs/model.md, "Confidence"
  bool runs_programs = false;   // run and launch take it: sm_50 and newer
  std::uint32_t shared_bytes_per_block = 0;  // static limit: 48 KiB on most
  std::uint32_t shared_bytes_optin = 0;      // the most that cudaFuncSetAttribute can ask for
  std::uint32_t compute_capability = 0;      // 80 for 8.0; 0 for AMD
  BankModel bank_model;
};

// Every row, oldest first.
std::span<const Architecture> architectures();

// The row of that name; a suffix "a" or "f" ("sm_90a") is accepted. Null pointer if there is none.
const Architecture* find_architecture(std::string_view name);

// The same, or a diagnostic. Its hint is the row that a product or a bare number means ("h100",
// "8.0"), else all the names.
Expected<const Architecture*> architecture_named(std::string_view name);

inline constexpr std::string_view kDefaultArchitecture = "sm_80";

}  // namespace smemlens
