#include "smemlens/wasm/call.h"

#include <gtest/gtest.h>

#include <string>

#include "smemlens/base/json_value.h"

namespace smemlens {
namespace {

JsonValue answer_to(const std::string& question) {
  return parse_json({"answer", call(question)}).value();
}

// "error.message", walked through objects; null if a part is missing.
JsonValue at(const JsonValue& value, const std::string& path) {
  const std::size_t dot = path.find('.');
  const JsonValue* member = value.find(path.substr(0, dot));
  if (member == nullptr) return {};
  return dot == std::string::npos ? *member : at(*member, path.substr(dot + 1));
}

std::string text_at(const JsonValue& value, const std::string& path) {
  const JsonValue member = at(value, path);
  const std::string* text = member.as_string();
  return text == nullptr ? "" : *text;
}

const std::string kColumn = R"("pattern":"float s[32][32]; s[lane][0]")";

TEST(Call, ExplainsAColumn) {
  const JsonValue answer = answer_to(R"({"call":"explain",)" + kColumn + "}");
  EXPECT_EQ(at(answer, "ok"), JsonValue(true));
  EXPECT_EQ(at(answer, "explanation.totals.wavefronts").as_unsigned(), 32U);
  EXPECT_EQ(text_at(answer, "explanation.schema"), "smemlens.explain/1");
  EXPECT_EQ(text_at(answer, "story.headline"), "Bank conflict: 32 words queue at bank 0");
  EXPECT_TRUE(at(answer, "explanation.fix").is_null());
}

TEST(Call, FixesAsTheCommandDoes) {
  const std::string tile = R"("pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]")";
  const JsonValue answer = answer_to(R"({"call":"fix",)" + tile + "}");
  EXPECT_EQ(text_at(answer, "solution.schema"), "smemlens.fix/1");
  EXPECT_EQ(text_at(answer, "solution.verdict"), "optimal");
  EXPECT_EQ(text_at(answer, "story.statement"), text_at(answer, "solution.statement"));
  const JsonValue::Array points = *at(answer, "story.points").as_array();
  ASSERT_EQ(points.size(), at(answer, "solution.pareto").as_array()->size());
  EXPECT_EQ(text_at(points[0], "change"), "XOR 5 bits of col with row");
  EXPECT_EQ(text_at(points[1], "price"),
            "Price: 128 B more (3.1 %), operations added to each index: 0");
  const JsonValue hindi = answer_to(R"({"call":"fix","lang":"hi",)" + tile + "}");
  EXPECT_EQ(text_at(hindi, "story.statement"),
            "सबसे अच्छा: 2 pass से कम किसी ढाँचे में नहीं, क्योंकि हर phase को कम से कम एक pass "
            "चाहिए, जो 128 बाइट तक लाता है");
  EXPECT_EQ(text_at(at(hindi, "story.points").as_array()->front(), "change"),
            "col के 5 bit का XOR row से");
}

TEST(Call, AFixSaysWhatItRestsOnAndHowItIsWritten) {
  const JsonValue pair = answer_to(
      R"({"call":"fix","pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]; s[lane][lane]"})");
  const JsonValue best = at(pair, "story.points").as_array()->front();
  EXPECT_EQ(text_at(best, "condition"), "") << "the row is among the accesses";
  EXPECT_EQ(at(best, "wavefronts").as_array()->size(), 3U);
  const JsonValue column = answer_to(R"({"call":"fix",)" + kColumn + "}");
  const JsonValue order = at(column, "story.points").as_array()->front();
  EXPECT_TRUE(text_at(order, "condition").starts_with("Only if no other access walks along"));
  EXPECT_EQ(text_at(order, "code"),
            "__shared__ float s[1024];\n"
            "__device__ int s_at(int row, int col) { return col*32 + row; }");
  EXPECT_EQ(text_at(column, "story.refused"), "");
}

TEST(Call, AFixNamesThePadsThatVectorsForbid) {
  const JsonValue vectors =
      answer_to(R"({"call":"fix","pattern":"float s[32][32]; *(float4*)&s[lane][0]"})");
  EXPECT_EQ(text_at(vectors, "story.refused"),
            "rows of 33–35 elements: no, vectors of 16 bytes would begin off a multiple of 16");
  const JsonValue halves =
      answer_to(R"({"call":"fix","pattern":"half h[32][64]; *(half2*)&h[lane][0]"})");
  EXPECT_TRUE(text_at(halves, "story.refused").starts_with("rows of 65 elements"));
  const JsonValue whole = answer_to(R"({"call":"fix","pattern":"float4 s[32][32]; s[lane][0]"})");
  EXPECT_EQ(text_at(whole, "story.refused"), "") << "elements are vectors, rows of 33 keep them";
}

struct BusiestCase {
  std::string pattern;
  std::string arch;
  unsigned words = 0;  // 0: none is told
};

TEST(Call, TheBusiestBankIsThatOfThePicturedRequest) {
  const BusiestCase cases[] = {
      {"float s[32][32]; s[0][lane] = 0; s[lane][0]", "sm_80", 32},
      {"float s[64]; cp.async.4(&s[0])",              "sm_80", 0 },
      {"int n[4]; atomicAdd(&n[0], 1)",               "sm_80", 0 },
      {"float4 v[32]; v[lane]",                       "sm_80", 0 },
      {"float s[32][32]; s[lane][0]",                 "sm_37", 0 },
      {"float s[32][32]; s[lane][0]",                 "sm_10", 0 },
  };
  for (const BusiestCase& a_case : cases) {
    const JsonValue answer = answer_to(R"({"call":"explain","pattern":")" + a_case.pattern +
                                       R"(","arch":")" + a_case.arch + "\"}");
    EXPECT_EQ(at(answer, "story.busiest").is_null(), a_case.words == 0) << a_case.pattern;
    EXPECT_EQ(at(answer, "story.busiest.words").as_unsigned().value_or(0), a_case.words)
        << a_case.pattern;
  }
}

TEST(Call, DoubtsReferToNoDocument) {
  const JsonValue answer =
      answer_to(R"_({"call":"explain","pattern":"int n[4]; atomicAdd(&n[0], 1)"})_");
  EXPECT_EQ(at(answer, "story.inexact").as_array()->at(0),
            JsonValue(std::string("32 wavefronts if lanes of one word take turns, 1 wavefront if "
                                  "they are served together")));
}

TEST(Call, TellsTheStoryInHinglish) {
  const JsonValue answer = answer_to(R"({"call":"explain","lang":"hi-Latn",)" + kColumn + "}");
  EXPECT_EQ(text_at(answer, "story.headline"), "Bank conflict: bank 0 par 32 words ki line");
  EXPECT_TRUE(text_at(answer, "story.law").ends_with("alag words ke liye bank 0 par milti hain"));
  const JsonValue fix = answer_to(R"({"call":"fix","lang":"hi-Latn",)" + kColumn + "}");
  EXPECT_EQ(text_at(at(fix, "story.points").as_array()->front(), "blocks"),
            "sirf shared memory dekho toh 164 KiB mein blocks: ab bhi 32");
}

TEST(Call, TellsALanesLadder) {
  const JsonValue answer =
      answer_to(R"({"call":"lane","pattern":"float s[64]; s[2*lane]","lane":17})");
  EXPECT_EQ(text_at(answer, "note"), "lane 17: word 34, bank 2, pass 2");
  EXPECT_EQ(text_at(answer, "element"), "s[34]");
  EXPECT_EQ(at(answer, "address").as_unsigned(), 136U);
  const JsonValue idle =
      answer_to(R"({"call":"lane","pattern":"float s[64]; if (lane < 8) s[lane]","lane":9})");
  EXPECT_EQ(at(idle, "active"), JsonValue(false));
}

TEST(Call, CountsWithoutLookingForAFix) {
  const JsonValue answer =
      answer_to(R"({"call":"count","pattern":"float s[32][33]; s[0][lane] = 0; s[8 * lane][0]"})");
  EXPECT_EQ(text_at(answer, "error.message"), "index 32 is outside s[32][33] for lane 4");
  const JsonValue both =
      answer_to(R"({"call":"count","pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]"})");
  EXPECT_EQ(at(both, "totals.wavefronts").as_unsigned(), 33U);
  const JsonValue accesses = at(both, "accesses");
  ASSERT_EQ(accesses.as_array()->size(), 2U);
  EXPECT_EQ(at(accesses.as_array()->at(0), "wavefronts").as_unsigned(), 1U);
  EXPECT_EQ(at(accesses.as_array()->at(1), "excess_wavefronts").as_unsigned(), 31U);
}

TEST(Call, DrawsAndLists) {
  const JsonValue figure = answer_to(R"({"call":"figure","figure":"scene",)" + kColumn + "}");
  EXPECT_TRUE(text_at(figure, "svg").starts_with("<svg"));
  EXPECT_EQ(at(figure, "passes").as_unsigned(), 32U);
  EXPECT_FALSE(at(answer_to(R"({"call":"architectures"})"), "archs").as_array()->empty());
  EXPECT_NE(text_at(answer_to(R"({"call":"theme"})"), "css").find("--sl-ink"), std::string::npos);
}

struct BadCase {
  std::string question;
  std::string message;
};

TEST(Call, RefusesWithAReason) {
  const BadCase cases[] = {
      {"", "the JSON text ends too early"},
      {"[]", "the parameters of a figure must be a JSON object"},
      {"{}", "there is no call \"\""},
      {R"({"call":7})", "call must be a string"},
      {R"({"call":"explian"})", "there is no call \"explian\""},
      {R"({"call":"explain"})", "\"pattern\" is missing"},
      {R"({"call":"explain","patern":"x"})", "\"pattern\" is missing"},
      {R"({"call":"explain","blok":1,)" + kColumn + "}", "there is no parameter 'blok' here"},
      {R"({"call":"explain","arch":"sm_7",)" + kColumn + "}", "there is no architecture 'sm_7'"},
      {R"({"call":"explain","warp":1,)" + kColumn + "}", "warp must be a whole number from 0 to 0"},
      {R"({"call":"fix"})", "\"pattern\" is missing"},
      {R"({"call":"fix","pattern":"float s[1 << 21]; s[lane]"})",
       "s has more than 1048576 elements"},
      {R"({"call":"lane","lane":1e99,)" + kColumn + "}",
       "lane must be a whole number from 0 to 31"},
      {R"({"call":"figure"})", "there is no figure ''"},
      {R"({"call":"figure","figure":"scene","pattern":"float s[32]; s[lane]","id":"<"})",
       "id must be a letter, then letters, digits, '-' or '_', at most 64 in all"},
      {R"({"call":)" + std::string(100'000, '['), "more than 64 levels of nesting"},
  };
  for (const BadCase& a_case : cases) {
    const JsonValue answer = answer_to(a_case.question);
    EXPECT_EQ(at(answer, "ok"), JsonValue(false)) << a_case.question.substr(0, 80);
    EXPECT_EQ(text_at(answer, "error.message"), a_case.message) << a_case.question.substr(0, 80);
  }
}

TEST(Call, SuggestsAndPointsAtThePlace) {
  EXPECT_EQ(text_at(answer_to(R"({"call":"explian"})"), "error.hint"), "did you mean explain?");
  const JsonValue answer = answer_to(R"({"call":"explain","pattern":"float s[32]; s[8*lane]"})");
  EXPECT_EQ(text_at(answer, "error.source"), "pattern");
  EXPECT_EQ(at(answer, "error.column").as_unsigned(), 16U);
  EXPECT_EQ(at(answer, "error.end_column").as_unsigned(), 22U);
}

}  // namespace
}  // namespace smemlens
