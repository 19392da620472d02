// Tokens of CUDA C++: what is code, and what only looks like it.

#include "smemlens/source/code_token.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace smemlens::source {
namespace {

// The tokens, with | between them.
std::string split(std::string_view text) {
  std::string result;
  for (const CodeToken& token : code_tokens_of(text))
    result += (result.empty() ? "" : "|") + std::string(token.text);
  return result;
}

struct TokenCase {
  const char* text;
  const char* tokens;
};

constexpr TokenCase kCases[] = {
    {"",                              ""                               },
    {"tile[y][x] = 0;",               "tile|[|y|]|[|x|]|=|0|;"         },
    {"a // b\n+ c",                   "a|+|c"                          },
    {"a /* b\n c */ d",               "a|d"                            },
    {"a /* never closed",             "a"                              },
    {"f<<<g, b>>>(x)",                "f|<<<|g|,|b|>>>|(|x|)"          },
    {"p->q::r ++ && >>= ^=",          "p|->|q|::|r|++|&&|>>=|^="       },
    {"\"tile[0] // no\" x",           "\"tile[0] // no\"|x"            },
    {R"("a\"b" c)",                   R"("a\"b"|c)"                    },
    {"R\"x(tile[0] \")x\" y",         "R\"x(tile[0] \")x\"|y"          },
    {"'\\'' x",                       "'\\''|x"                        },
    {"1'000u 0x1Fp-3 1.5e+3f .5 1-2", "1'000u|0x1Fp-3|1.5e+3f|.5|1|-|2"},
    {"0xE+1",                         "0xE|+|1"                        },
    {"#define N 32 \\\n + 1\nN",      "#define N 32 \\\n + 1|N"        },
    {"  # pragma unroll\nx",          "# pragma unroll|x"              },
    {"a # b",                         "a|#|b"                          },
    {"\"not closed\nx",               "\"not closed\n|x"               },
};

TEST(CodeToken, TextSplitsIntoTokens) {
  for (const TokenCase& c : kCases) EXPECT_EQ(split(c.text), c.tokens) << c.text;
}

TEST(CodeToken, BracketsAreMatched) {
  const auto tokens = code_tokens_of("a[f(x[0]), {1}] b");
  EXPECT_EQ(closing(tokens, 1), tokens.size() - 2);
  EXPECT_EQ(opening(tokens, tokens.size() - 2), 1U);
  EXPECT_EQ(closing(code_tokens_of("a[b"), 1), 3U) << "never closed";
}

TEST(CodeToken, AnyPrefixOfATextHasTokens) {
  const std::string text = "#define A \"x\nR\"y(z)y\" /* */ 'c' f<<<1, 2>>>(a[0]); // end";
  for (std::size_t size = 0; size <= text.size(); ++size)
    EXPECT_LE(code_tokens_of(text.substr(0, size)).size(), size);
}

}  // namespace
}  // namespace smemlens::source
