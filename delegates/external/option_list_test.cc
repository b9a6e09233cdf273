#include "delegates/external/option_list.h"

#include <cstddef>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::external {
namespace {

using Options = TfLiteExternalDelegateOptions;

TEST(ExternalDelegateOptions, DefaultHasTheLibraryAlone) {
  const Options options = TfLiteExternalDelegateOptionsDefault("lib.so");
  EXPECT_STREQ(options.lib_path, "lib.so");
  EXPECT_EQ(options.count, 0);
  EXPECT_TRUE(AllOptions(options)->empty());
}

TEST(ExternalDelegateOptions, LayoutIsThatOfOtherRuntimes) {
  EXPECT_EQ(sizeof(Options), 4120u);
  EXPECT_EQ(offsetof(Options, values), 2064u);
  EXPECT_EQ(offsetof(Options, insert), 4112u);
}

TEST(ExternalDelegateOptions, InsertAppends) {
  Options options = TfLiteExternalDelegateOptionsDefault("lib.so");
  ASSERT_EQ(options.insert(&options, "a", "1"), kTfLiteOk);
  ASSERT_EQ(TfLiteExternalDelegateOptionsInsert(&options, "a", "x:y;z\n"),
            kTfLiteOk);
  EXPECT_EQ(*AllOptions(options),
            (PluginOptions{{"a", "1"}, {"a", "x:y;z\n"}}));
}

TEST(ExternalDelegateOptions, InsertRefusesNullPointers) {
  Options options = TfLiteExternalDelegateOptionsDefault("lib.so");
  EXPECT_EQ(TfLiteExternalDelegateOptionsInsert(nullptr, "a", "1"),
            kTfLiteError);
  EXPECT_EQ(TfLiteExternalDelegateOptionsInsert(&options, nullptr, "1"),
            kTfLiteError);
  EXPECT_EQ(TfLiteExternalDelegateOptionsInsert(&options, "a", nullptr),
            kTfLiteError);
  EXPECT_EQ(options.count, 0);
}

// Numbered options, as owned strings and as inserted.
struct Numbered {
  explicit Numbered(int count) {
    for (int i = 0; i < count; ++i) {
      all.emplace_back("k" + std::to_string(i), "v" + std::to_string(i));
    }
    for (const auto& [key, value] : all) {
      EXPECT_EQ(TfLiteExternalDelegateOptionsInsert(&options, key.c_str(),
                                                    value.c_str()),
                kTfLiteOk);
    }
  }
  PluginOptions all;
  Options options = TfLiteExternalDelegateOptionsDefault("lib.so");
};

TEST(ExternalDelegateOptions, HoldMoreThanTheArraysDo) {
  for (const int count : {255, 256, 257, 258, 1000}) {
    const Numbered numbered(count);
    EXPECT_EQ(*AllOptions(numbered.options), numbered.all) << count;
  }
}

TEST(ExternalDelegateOptions, CopiesAreIndependent) {
  Numbered numbered(300);
  Options copy = numbered.options;
  ASSERT_EQ(TfLiteExternalDelegateOptionsInsert(&copy, "more", "x"), kTfLiteOk);
  EXPECT_EQ(AllOptions(numbered.options)->size(), 300u);
  EXPECT_EQ(AllOptions(copy)->size(), 301u);
  EXPECT_EQ(AllOptions(copy)->back().first, "more");
}

TEST(ExternalDelegateOptions, ArraysStayReadableWhereMoreFollows) {
  const Numbered numbered(300);
  ASSERT_EQ(numbered.options.count, kExternalDelegateMaxOptions);
  for (int i = 0; i < numbered.options.count; ++i) {
    EXPECT_GE(std::string(numbered.options.keys[i]).size(), 1u);
    EXPECT_GE(std::string(numbered.options.values[i]).size(), 0u);
  }
}

TEST(ExternalDelegateOptions, ReadingRefusesWhatIsNoOption) {
  Options options = TfLiteExternalDelegateOptionsDefault("lib.so");
  options.count = 1;
  EXPECT_FALSE(AllOptions(options).ok());
  options.count = -1;
  EXPECT_FALSE(AllOptions(options).ok());
  EXPECT_EQ(TfLiteExternalDelegateOptionsInsert(&options, "a", "1"),
            kTfLiteError);
  options.count = kExternalDelegateMaxOptions + 1;
  EXPECT_FALSE(AllOptions(options).ok());
}

TEST(ParsePluginOptions, SplitsAtSemicolonsAndTheFirstColon) {
  EXPECT_EQ(
      *ParsePluginOptions("a:1;url:http://host:80/x;empty:"),
      (PluginOptions{{"a", "1"}, {"url", "http://host:80/x"}, {"empty", ""}}));
}

TEST(ParsePluginOptions, SkipsEmptyItems) {
  EXPECT_TRUE(ParsePluginOptions("")->empty());
  EXPECT_EQ(*ParsePluginOptions(";a:1;;b:2;"),
            (PluginOptions{{"a", "1"}, {"b", "2"}}));
}

TEST(ParsePluginOptions, BackslashKeepsASemicolonAndIsItselfElsewhere) {
  EXPECT_EQ(*ParsePluginOptions("list:x\\;y;path:C:\\dir\\"),
            (PluginOptions{{"list", "x;y"}, {"path", "C:\\dir\\"}}));
}

TEST(ParsePluginOptions, NamesTheItemThatIsNoPair) {
  for (const std::string text : {"a:1;verbose", ":1"}) {
    const auto options = ParsePluginOptions(text);
    ASSERT_FALSE(options.ok());
    EXPECT_NE(options.status().message().find("is not of the form key:value"),
              std::string::npos);
  }
  EXPECT_NE(
      ParsePluginOptions("a:1;verbose").status().message().find("verbose"),
      std::string::npos);
}

}  // namespace
}  // namespace tflite::external
