#include "kernels/skip_gram/skip_gram.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSkipGram =
    MakeOpFunctions<&BindSkipGram, &EvalSkipGramReference>();

using Words = std::vector<std::string>;

Words Runs(const std::string& text, int size, int skip, bool all) {
  OpTest test;
  test.Input<std::string>({1}, {text}).Output<std::string>();
  test.Params(TfLiteSkipGramParams{size, skip, all});
  EXPECT_TRUE(IsOk(test.Run(kSkipGram)));
  EXPECT_EQ(test.OutShape(),
            Shape({static_cast<int32_t>(test.Out<std::string>().size())}));
  return test.Out<std::string>();
}

TEST(SkipGramBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<std::string>({1}, {"a"}).Input<std::string>({1}, {"a"});
  test.Output<std::string>().Params(TfLiteSkipGramParams{1, 0, false});
  EXPECT_TRUE(Violates(test.Run(kSkipGram), "C1"));
}

TEST(SkipGramBind, RejectsOtherTypes_C2) {
  OpTest test;
  test.Input<int8_t>({1}, {1}).Output<std::string>();
  test.Params(TfLiteSkipGramParams{1, 0, false});
  EXPECT_TRUE(Violates(test.Run(kSkipGram), "C2"));
}

TEST(SkipGram, NeighboursAndSkippedWords) {
  EXPECT_EQ(Runs("a b c d", 2, 0, false), (Words{"a b", "b c", "c d"}));
  EXPECT_EQ(Runs("a b c d", 2, 1, false),
            (Words{"a b", "a c", "b c", "b d", "c d"}));
  EXPECT_EQ(Runs("a b c d", 3, 1, false),
            (Words{"a b c", "a b d", "a c d", "b c d"}));
}

TEST(SkipGram, ShorterRunsFollowThoseTheyBegin) {
  EXPECT_EQ(Runs("a b c", 3, 1, true),
            (Words{"a b c", "a b", "a c", "a", "b c", "b", "c"}));
}

TEST(SkipGram, AnyWhiteSpacePartsWords) {
  EXPECT_EQ(Runs(" \ta\n\nb\r\v\fc ", 2, 0, false), (Words{"a b", "b c"}));
}

TEST(SkipGram, TooFewWordsGiveNone) {
  EXPECT_EQ(Runs("a b", 3, 0, true), Words{});
  EXPECT_EQ(Runs("", 1, 0, false), Words{});
  EXPECT_EQ(Runs("a", 0, 0, true), Words{});
}

// Of 80 words there are more parts of such runs than a machine can count.
TEST(SkipGram, LongRunsTakeNoTimeForThoseThatCannotEnd) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "a ";
  EXPECT_EQ(Runs(text, 80, 40, false).size(), 1u);
  EXPECT_EQ(Runs(text, 79, 40, false).size(), 80u);
}

TEST(SkipGram, NegativeSkipsJoinNothing) {
  EXPECT_EQ(Runs("a b", 2, -1, true), (Words{"a", "b"}));
}

TEST(SkipGram, OnlyTheFirstElementIsRead) {
  OpTest test;
  test.Input<std::string>({2}, {"a", "b"}).Output<std::string>();
  test.Params(TfLiteSkipGramParams{1, 0, false});
  ASSERT_TRUE(IsOk(test.Run(kSkipGram)));
  EXPECT_EQ(test.Out<std::string>(), Words{"a"});
}

}  // namespace
}  // namespace tflite::kernels
