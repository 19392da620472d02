#pragma once

// Where a source declares arrays in shared memory.
//
//   template <int N> __global__ void f(…) { __shared__ float tile[N][N + 1], row[N]; … }
//     →  tile of f, type "float", dimensions "N" and "N + 1"; row of f, …

#include <cstddef>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/source/code_token.h"

namespace smemlens::source {

// A source file, and its tokens, which point into it.
struct CodeFile {
  explicit CodeFile(SourceText source)
      : text(std::move(source)), tokens(code_tokens_of(text.text)) {}
  CodeFile(const CodeFile&) = delete;
  CodeFile& operator=(const CodeFile&) = delete;
  CodeFile(CodeFile&&) = delete;
  CodeFile& operator=(CodeFile&&) = delete;
  ~CodeFile() = default;

  SourceText text;
  std::vector<CodeToken> tokens;
};

// Tokens by their number, half-open.
struct TokenRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct SharedArrayCode {
  std::string name;
  std::string function;       // that it is declared in; empty at namespace scope
  bool is_in_kernel = false;  // that function is __global__
  std::string type;           // of an element, as written: "unsigned char"
  bool is_dynamic = false;
  std::size_t name_token = 0;
  std::vector<TokenRange> dimensions;  // what stands between the brackets
  std::size_t statement_end = 0;       // the token `;`
  TokenRange scope;                    // of its uses: from behind the statement to the block's end
  std::vector<std::string> template_parameters;  // of the function: their names, in order
};

// In the order of the text. What a macro declares is not seen.
std::vector<SharedArrayCode> shared_arrays_of(const CodeFile& file);

// The tokens as text, with a blank between two that would run together.
std::string text_of(const CodeFile& file, TokenRange range);

}  // namespace smemlens::source
