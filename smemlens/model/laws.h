#pragma once

// The closed forms of bank conflicts: what cost_of computes, told by a formula.
//
//   column of float s[32][32]:  stride of 32 words  →  gcd(32, 32) = 32 wavefronts
//   column of float s[32][33]:  stride of 33 words  →  gcd(33, 32) = 1
//
// The functions hold for 32 lanes (or the number given), 32 banks of 4 bytes and the phases of
// CC 5.x and newer; tests compare each with cost_of over its whole domain. Proofs: docs/model.md
// §12.

#include <cstdint>
#include <optional>
#include <string>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"

namespace smemlens {

// S1. `lanes` lanes of one phase at word stride `stride_words`: ceil(lanes * gcd / banks) words in
// the busiest of `banks` banks, a power of two; 1 at stride 0, the broadcast.
std::uint32_t stride_wavefronts(std::uint32_t lanes, std::uint32_t banks,
                                std::uint32_t stride_words);

// S2. A warp's 8- or 16-byte accesses at a stride of `stride_elements` > 0 of that size:
// 2 gcd(stride, 16) or 4 gcd(stride, 8).
std::uint32_t wide_stride_wavefronts(std::uint32_t bytes_per_lane, std::uint32_t stride_elements);

// S3. 1- or 2-byte accesses at a stride of `stride_bytes`. Exact if lowest == highest; otherwise
// the count depends on the address of lane 0 modulo 4 and stays within the bounds.
struct Bounds {
  std::uint32_t lowest = 0;
  std::uint32_t highest = 0;
};
Bounds subword_stride_wavefronts(std::uint32_t stride_bytes);

// S4. A warp covers `width` x 32 / width elements of a matrix of words, `width` a power of two
// below 32, rows `row_words` apart: true if it takes one wavefront. In the second form lanes run
// down the columns.
bool block_is_conflict_free(std::uint32_t width, std::uint32_t row_words);
bool transposed_block_is_conflict_free(std::uint32_t width, std::uint32_t row_words);

// S5. A column of a 32 x 32 tile of words whose column index is XORed by the low `bits` bits of
// the row: 2^(5 - bits), for bits 0 … 5. Rows stay at 1. With bits = 5 the main diagonal costs 32.
std::uint32_t xor_column_wavefronts(std::uint32_t bits);

// S6. Word i stored at i + i / 32 (one pad word every 32), read at a stride of 2^log2_stride.
std::uint32_t padded_stride_wavefronts(std::uint32_t log2_stride);

// S7. Padding the leading dimension by this many elements of `element_bytes` (a power of two) more
// changes no cost: a search for a pad looks at one period.
std::uint32_t pad_period_elements(std::uint32_t element_bytes);

// S8. Lane t reads word t * (t + 1) / 2: one wavefront, on any power of two of banks and lanes.
std::uint32_t triangular_wavefronts();

// S9. The anti-diagonal s[t][d - t] of a tile with rows of `row_words` words: a stride of one less.
std::uint32_t antidiagonal_wavefronts(std::uint32_t row_words);

// Why a law holds for a request; smemlens/report/law_text.h says it in words.
enum class LawReason : std::uint8_t {
  kOneLane,     // no other is active
  kBroadcast,   // all lanes ask for one item
  kApart,       // a stride that sends no two lanes of a phase to one bank
  kTogether,    // a stride that sends every lane_step-th lane to the same banks
  kOneRow,      // a phase stays within one row of banks
  kXor,         // S5
  kBlock,       // S4
  kTriangular,  // S8
  kPadded,      // S6
};

// The numbers that a reason quotes; those of other reasons are 0.
struct LawFacts {
  Operation operation = Operation::kLoad;
  std::uint32_t element_bytes = 0;  // of the items that lanes ask for; 0: they are words
  std::string item;                 // "96", or for lane i "3 + 32 * i"
  std::uint32_t first_bank = 0;     // where it lies
  std::uint32_t last_bank = 0;
  std::uint32_t first_lane = 0;  // those together: first_lane, + lane_step, …
  std::uint32_t lane_step = 0;
  std::uint32_t lanes = 0;  // how many: together, or in a phase
  std::uint32_t span_bytes = 0;
  std::uint32_t banks = 0;
  std::uint32_t bits = 0;
  std::uint32_t row_words = 0;
  std::uint32_t run_words = 0;
};

struct Law {
  std::string formula;      // "gcd(32, 32) = 32"
  std::uint32_t value = 0;  // wavefronts of the request
  LawReason reason = LawReason::kOneLane;
  LawFacts facts;
};

// The law that explains `request`, whose value is cost_of(model, request).wavefronts; none if the
// addresses follow no law or the cost is not exact.
std::optional<Law> explain_law(const BankModel& model, const Request& request);

}  // namespace smemlens
