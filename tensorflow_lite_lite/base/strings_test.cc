#include "tensorflow_lite_lite/base/strings.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::base {
namespace {

using ::testing::ElementsAre;

TEST(StrCat, WritesTextsAndNumbers) {
  enum Plain { kOne = 1 };
  const std::string s = "s";
  EXPECT_EQ(StrCat("a", s, std::string_view("b")), "asb");
  EXPECT_EQ(StrCat(-1, " ", 2u, " ", int8_t{-3}, " ", uint8_t{200}, " ", kOne),
            "-1 2 -3 200 1");
  EXPECT_EQ(StrCat(std::numeric_limits<int64_t>::min(), " ",
                   std::numeric_limits<uint64_t>::max()),
            "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(StrCat(true, false), "10");
  EXPECT_EQ(StrCat(), "");
}

TEST(StrCat, WritesFloatsInSixDigits) {
  EXPECT_EQ(StrCat(0.1f, " ", 1e6, " ", 123456.7, " ", 1e-7, " ", -0.0),
            "0.1 1e+06 123457 1e-07 -0");
  EXPECT_EQ(StrCat(INFINITY, " ", -INFINITY, " ", NAN, " ", -NAN),
            "inf -inf nan nan");
}

TEST(StrJoin, PutsSeparatorsBetween) {
  EXPECT_EQ(StrJoin(std::vector<int>{1, 2, 3}, ", "), "1, 2, 3");
  EXPECT_EQ(StrJoin(std::vector<std::string>{}, ", "), "");
  const std::vector<std::pair<int, int>> pairs = {{1, 2}, {3, 4}};
  EXPECT_EQ(StrJoin(pairs, ";",
                    [](std::string* out, const auto& pair) {
                      StrAppend(out, pair.first, "=", pair.second);
                    }),
            "1=2;3=4");
}

TEST(StrSplit, KeepsEmptyParts) {
  EXPECT_THAT(StrSplit("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(StrSplit("", ','), ElementsAre(""));
  EXPECT_THAT(StrSplitNonEmpty("a,,b,", ','), ElementsAre("a", "b"));
  EXPECT_TRUE(StrSplitNonEmpty("", ',').empty());
  EXPECT_THAT(StrSplitToStrings("a:b", ':'), ElementsAre("a", "b"));
}

TEST(Strings, AreCompared) {
  EXPECT_TRUE(StartsWith("abc", "ab") && StartsWith("abc", ""));
  EXPECT_FALSE(StartsWith("a", "ab"));
  EXPECT_TRUE(EndsWith("abc", "bc") && EndsWith("abc", ""));
  EXPECT_FALSE(EndsWith("c", "bc"));
  EXPECT_TRUE(StrContains("abc", "b"));
  EXPECT_FALSE(StrContains("abc", "d"));
  std::string_view text = "--flag=1";
  EXPECT_FALSE(ConsumePrefix(&text, "--other="));
  EXPECT_TRUE(ConsumePrefix(&text, "--flag="));
  EXPECT_EQ(text, "1");
}

TEST(Strings, AreChanged) {
  EXPECT_EQ(StripWhitespace(" \t a b\n"), "a b");
  EXPECT_EQ(StripWhitespace(" \n"), "");
  EXPECT_EQ(ReplaceAll("a,b,,", ",", "; "), "a; b; ; ");
  EXPECT_EQ(ToLower("MAX_POOL_2D"), "max_pool_2d");
  EXPECT_EQ(StrFormat("%d %s", 1, "x"), "1 x");
  EXPECT_EQ(StrFormat("%s", std::string(1000, 'x').c_str()).size(), 1000u);
}

TEST(Strings, AreEscaped) {
  const std::string text = "a\n\"\x01\xc3\xa9";
  EXPECT_EQ(EscapeText(text, /*keep_utf8=*/true), "a\\n\\\"\\x01\xc3\xa9");
  EXPECT_EQ(EscapeText(text, /*keep_utf8=*/false), "a\\n\\\"\\x01\\xc3\\xa9");
}

TEST(ParseNumber, TakesWholeTextsInRange) {
  int i = 7;
  EXPECT_TRUE(ParseNumber(" -12 ", &i));
  EXPECT_EQ(i, -12);
  EXPECT_TRUE(ParseNumber("+3", &i));
  EXPECT_EQ(i, 3);
  for (const char* text :
       {"", " ", "1x", "1 2", "0x10", "+-1", "--1", "1.5", "2147483648"}) {
    EXPECT_FALSE(ParseNumber(text, &i)) << text;
  }
  EXPECT_EQ(i, 3);
  float f = 0;
  EXPECT_TRUE(ParseNumber("1.5e3", &f));
  EXPECT_EQ(f, 1500.0f);
  EXPECT_FALSE(ParseNumber("1.5.", &f));
}

TEST(Abbreviate, KeepsCharactersWhole) {
  EXPECT_EQ(Abbreviate("abcdef", 6), "abcdef");
  EXPECT_EQ(Abbreviate("abcdefg", 6), "abc...");
  EXPECT_EQ(Abbreviate("ab\xc3\xa9"
                       "efgh",
                       7),
            "ab\xc3\xa9...");
  EXPECT_EQ(Abbreviate("ab\xc3\xa9"
                       "efg",
                       6),
            "ab...");
  EXPECT_EQ(Abbreviate("\xa9\xa9\xa9\xa9", 3), "...");
}

TEST(ParseBool, TakesWords) {
  bool b = false;
  EXPECT_TRUE(ParseBool("True", &b));
  EXPECT_TRUE(b);
  EXPECT_TRUE(ParseBool("0", &b));
  EXPECT_FALSE(b);
  EXPECT_FALSE(ParseBool("on", &b));
}

}  // namespace
}  // namespace tflite::base
