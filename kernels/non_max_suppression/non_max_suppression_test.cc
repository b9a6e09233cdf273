#include "kernels/non_max_suppression/non_max_suppression.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kV4 = MakeOpFunctions<&BindNonMaxSuppressionV4,
                                            &EvalNonMaxSuppressionReference>();
constexpr OpFunctions kV5 = MakeOpFunctions<&BindNonMaxSuppressionV5,
                                            &EvalNonMaxSuppressionReference>();

// Two boxes that overlap by 1/3, and one apart. Corners in either order.
void Boxes(OpTest& test, int32_t most = 3, float max_overlap = 0.3f) {
  test.Input<float>({3, 4}, {0, 0, 1, 2, 1, 3, 0, 1, 5, 5, 6, 6});
  test.Input<float>({3}, {0.9f, 0.8f, 0.7f});
  test.Const<int32_t>({}, {most});
  test.Const<float>({}, {max_overlap}).Const<float>({}, {0.1f});
}

void V4(OpTest& test) { test.Output<int32_t>().Output<int32_t>(); }

TEST(NonMaxSuppressionBind, RejectsFiveInputsOfV5_C1) {
  OpTest test;
  Boxes(test);
  V4(test);
  EXPECT_TRUE(Violates(test.Run(kV5), "C1"));
}

TEST(NonMaxSuppressionBind, RejectsScoresOfOtherBoxes_C2) {
  OpTest test;
  test.Input<float>({1, 4}, {0, 0, 1, 1}).Input<float>({2}, {1, 1});
  test.Const<int32_t>({}, {1}).Const<float>({}, {0.5f}).Const<float>({}, {0});
  V4(test);
  EXPECT_TRUE(Violates(test.Run(kV4), "C2"));
}

TEST(NonMaxSuppressionBind, RejectsThresholdOfAnotherType_C3) {
  OpTest test;
  test.Input<float>({1, 4}, {0, 0, 1, 1}).Input<float>({1}, {1});
  test.Const<int32_t>({}, {1}).Const<int32_t>({}, {1}).Const<float>({}, {0});
  V4(test);
  EXPECT_TRUE(Violates(test.Run(kV4), "C3"));
}

TEST(NonMaxSuppressionBind, RejectsFloatIndices_C4) {
  OpTest test;
  Boxes(test);
  test.Output<float>().Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kV4), "C4"));
}

TEST(NonMaxSuppressionBind, RejectsNegativeCount_C5) {
  OpTest test;
  Boxes(test, -1);
  V4(test);
  EXPECT_TRUE(Violates(test.Run(kV4), "C5"));
}

TEST(NonMaxSuppressionReference, PassesOverOverlap) {
  OpTest test;
  Boxes(test);
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_TRUE(test.OutputIs({0, 2, 0}));
  EXPECT_TRUE(test.OutputIs({2}, 0, 0, 1));
}

// The overlap must be smaller, as of a box and its half, or two boxes apart.
TEST(NonMaxSuppressionReference, PassesOverOverlapOfTheThreshold) {
  for (const auto& [box, overlap] :
       std::vector<std::pair<std::vector<float>, float>>{
           {{0, 0, 1, 1}, 0.5f}, {{5, 5, 6, 6}, 0.0f}}) {
    for (const bool above : {false, true}) {
      OpTest test;
      std::vector<float> boxes = {0, 0, 1, 2};
      boxes.insert(boxes.end(), box.begin(), box.end());
      test.Input<float>({2, 4}, boxes).Input<float>({2}, {0.9f, 0.8f});
      test.Const<int32_t>({}, {2});
      test.Const<float>({}, {above ? std::nextafter(overlap, 1.0f) : overlap});
      test.Const<float>({}, {0.1f});
      V4(test);
      ASSERT_TRUE(IsOk(test.Run(kV4)));
      EXPECT_TRUE(test.OutputIs({above ? 2.0 : 1.0}, 0, 0, 1)) << overlap;
    }
  }
}

TEST(NonMaxSuppressionReference, PassesOverScoresOfTheThreshold) {
  OpTest test;
  test.Input<float>({2, 4}, {0, 0, 1, 2, 5, 5, 6, 6});
  test.Input<float>({2}, {0.9f, 0.1f}).Const<int32_t>({}, {2});
  test.Const<float>({}, {0.5f}).Const<float>({}, {0.1f});
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_TRUE(test.OutputIs({1}, 0, 0, 1));
}

// What two boxes without end share is not known. Only soft suppression computes
// with it.
TEST(NonMaxSuppressionReference, PicksBoxesWithoutEnd) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  OpTest test;
  test.Input<float>({2, 4}, {0, 0, kInfinity, 1, 0, 0, kInfinity, 1});
  test.Input<float>({2}, {0.9f, 0.8f}).Const<int32_t>({}, {2});
  test.Const<float>({}, {0.5f}).Const<float>({}, {0.1f});
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
  EXPECT_TRUE(test.OutputIs({2}, 0, 0, 1));
}

TEST(NonMaxSuppressionReference, PicksNoneWhereNoneAreWanted) {
  OpTest test;
  Boxes(test, 0);
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_EQ(test.OutShape(), Shape({0}));
  EXPECT_TRUE(test.OutputIs({0}, 0, 0, 1));
}

TEST(NonMaxSuppressionReference, KeepsScoresWithoutASigma) {
  OpTest test;
  Boxes(test, 3, 0.9f);
  test.Const<float>({}, {0});
  test.Output<int32_t>().Output<float>().Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kV5)));
  EXPECT_TRUE(test.OutputIs({0, 1, 2}));
  EXPECT_TRUE(test.OutputIs({0.9f, 0.8f, 0.7f}, 0, 0, 1));
}

TEST(NonMaxSuppressionReference, KeepsOverlapBelowTheThreshold) {
  OpTest test;
  Boxes(test, 2, 0.4f);
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

TEST(NonMaxSuppressionReference, TakesEqualScoresInTheirOrder) {
  constexpr int kBoxes = 12;
  std::vector<float> boxes, scores;
  std::vector<double> picked;
  for (int i = 0; i < kBoxes; ++i) {
    const float at = static_cast<float>(2 * i);
    boxes.insert(boxes.end(), {at, 0, at + 1, 1});
    // Two scores in turn: first all even boxes, then all odd ones.
    scores.push_back(i % 2 == 0 ? 0.8f : 0.6f);
    picked.push_back(i < kBoxes / 2 ? 2 * i : 2 * i - kBoxes + 1);
  }
  OpTest test;
  test.Input<float>({kBoxes, 4}, boxes).Input<float>({kBoxes}, scores);
  test.Const<int32_t>({}, {kBoxes});
  test.Const<float>({}, {0.5f}).Const<float>({}, {0.1f});
  V4(test);
  ASSERT_TRUE(IsOk(test.Run(kV4)));
  EXPECT_TRUE(test.OutputIs(picked));
}

// Scores such as logits, of which none is too low: an overlapping box is
// passed over whatever the sign of its score.
TEST(NonMaxSuppressionReference, PassesOverOverlapWithNegativeThreshold) {
  for (const float score : {0.5f, 0.0f, -0.5f}) {
    for (const bool soft : {false, true}) {
      OpTest test;
      test.Input<float>({3, 4}, {0, 0, 1, 2, 0, 0, 1, 1.9f, 5, 5, 6, 6});
      test.Input<float>({3}, {0.9f, score, -2});
      test.Const<int32_t>({}, {3});
      test.Const<float>({}, {0.5f}).Const<float>({}, {-9});
      if (soft) test.Const<float>({}, {0.5f});
      test.Output<int32_t>();
      if (soft) test.Output<float>();
      test.Output<int32_t>();
      ASSERT_TRUE(IsOk(test.Run(soft ? kV5 : kV4)));
      EXPECT_TRUE(test.OutputIs({0, 2, 0})) << score << " " << soft;
      EXPECT_TRUE(test.OutputIs({2}, 0, 0, soft ? 2 : 1));
    }
  }
}

TEST(NonMaxSuppressionReference, BoxesWithoutAreaDoNotOverlap) {
  OpTest test;
  test.Input<float>({2, 4}, {1, 0, 1, 2, 1, 0, 1, 2});
  test.Input<float>({2}, {0.9f, 0.8f});
  test.Const<int32_t>({}, {2});
  test.Const<float>({}, {0.5f}).Const<float>({}, {0.1f}).Const<float>({}, {1});
  test.Output<int32_t>().Output<float>().Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kV5)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
  EXPECT_TRUE(test.OutputIs({0.9f, 0.8f}, 0, 0, 1));
}

TEST(NonMaxSuppressionReference, SoftSuppressionLowersScores) {
  OpTest test;
  Boxes(test, 3, 0.9f);
  test.Const<float>({}, {0.5f});
  test.Output<int32_t>().Output<float>().Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kV5)));
  // exp(-(1/3)^2 / (2 * 0.5)) * 0.8 = 0.7159, above the third's 0.7.
  EXPECT_TRUE(test.OutputIs({0, 1, 2}));
  EXPECT_TRUE(test.OutputIs({0.9, 0.8 * std::exp(-1.0 / 9), 0.7}, 1e-6, 0, 1));
}

}  // namespace
}  // namespace tflite::kernels
