// Any text ends in a pattern or a clear error: no crash, no hang, no huge allocation.

#include <gtest/gtest.h>

#include <string>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string message_of(const std::string& text) {
  const auto pattern = parse_pattern({"pattern", text});
  return pattern ? "" : pattern.error().message;
}

struct HostileCase {
  const char* name;
  std::string pattern;
  std::string message;
};

TEST(PatternHostile, EndsInAClearError) {
  const HostileCase cases[] = {
      {"a million digits", "float s[32]; s[" + std::string(1'000'000, '9') + "]",
       "the pattern has 1000016 bytes; 65536 is the limit"},
      {"sixty thousand digits", "float s[32]; s[" + std::string(60'000, '9') + "]",
       "the number does not fit in a 32-bit int"},
      {"deep parentheses", "float s[32]; s[" + std::string(30'000, '(') + "]",
       "more than 200 levels of nesting"},
      {"deep minus signs", "float s[32]; s[" + repeated("- ", 30'000) + "1]",
       "too many unary operators"},
      {"deep casts", "float s[32]; s[" + repeated("(int)", 10'000) + "1]", "too many casts"},
      {"deep conditionals", "float s[32]; s[" + repeated("1?1:", 10'000) + "1]",
       "more than 200 levels of nesting"},
      {"a long sum", "float s[32]; s[" + repeated("0+", 30'000) + "0]",
       "an expression with more than 1000 operators in a row"},
      {"deep addresses", "float s[32]; " + repeated("*&", 20'000) + "s[0]",
       "more than 64 levels of nesting"},
      {"deep operand parentheses", "float s[32]; " + std::string(50'000, '(') + "s[0]",
       "more than 64 levels of nesting"},
      {"deep blocks", "float s[32]; " + std::string(50'000, '{'), "more than 64 levels of nesting"},
      {"deep guards", "float s[32]; " + repeated("if (1) ", 9'000) + "s[0]",
       "more than 64 levels of nesting"},
      {"deep structs", repeated("struct {", 8'000), "structs nested too deeply"},
      {"many dimensions", "float s" + repeated("[1]", 20'000) + "; s[0]", "more than 8 dimensions"},
      {"a huge struct", "struct { double d[2000000000]; } s; s.d[0]",
       "the shared arrays take more than 2^31 bytes"},
      {"a product beyond 64 bits",
       "double s[2000000000][2000000000][2000000000][2000000000]; s[0][0][0][0]", "the shared arrays take more than 2^31 bytes"},
      {"many arrays",
       repeated("char a"
                "[1000000000];", 3),
       "a is declared twice"},
      {"a zero byte", std::string("float s[32]; s[\0]", 18),
       "expected a number or a name but found '" + std::string(1, '\0') + "'"},
      {"binary",
       "\x7f"
       "ELF\x02\x01\xff\xfe", "expected an access of an array but found '\x7f'"},
      {"an open comment", "float s[32]; s[0 /* ]",
       "expected ']' after the index but found the end of the pattern"},
      {"other letters", "float s[32]; s[ले]", "expected a number or a name but found 'ल'"},
  };
  for (const HostileCase& test : cases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(message_of(test.pattern).substr(0, 90), test.message.substr(0, 90));
  }
}

TEST(PatternHostile, ABillionElementsAreOnlyAddresses) {
  const auto pattern = parse_pattern({"pattern", "char s[1000000000]; s[999999999 - lane]"});
  ASSERT_TRUE(pattern.has_value());
  const Architecture& sm_80 = *find_architecture("sm_80");
  const auto requests = evaluate(*pattern, 0, sm_80, one_warp(sm_80), {});
  ASSERT_TRUE(requests.has_value());
  EXPECT_EQ((*requests)[0].request.addresses[0].value, 999999999U);
}

TEST(PatternHostile, AnyCutOfAGoodPatternIsAnswered) {
  const std::string whole =
      "struct P { float x, y; int t[3]; }; P p[32]; half h[64][64]; if (lane < 8) { p[lane].t[2]; "
      "*(float4*)&h[lane][lane > 3 ? 8u : 0x10] += 3; atomicAdd(&p[0].t[lane % 3], h[0][0]); }";
  ASSERT_EQ(message_of(whole), "");
  for (std::size_t cut = 0; cut < whole.size(); ++cut) message_of(whole.substr(0, cut));
  for (std::size_t cut = 0; cut < whole.size(); ++cut) message_of(whole.substr(cut));
}

}  // namespace
}  // namespace smemlens
