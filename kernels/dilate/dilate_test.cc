#include "kernels/dilate/dilate.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kDilate =
    MakeOpFunctions<&BindDilate, &EvalDilateReference>();

void Small(OpTest& test, const std::vector<int32_t>& dilations) {
  test.Input<float>({2, 2}, {1, 2, 3, 4});
  test.Const<int32_t>({static_cast<int32_t>(dilations.size())}, dilations);
  test.Const<float>({}, {-1}).Output<float>();
}

TEST(DilateBind, RejectsTwoInputsAndFour_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDilate), "C1"));
  OpTest more;
  for (int i = 0; i < 4; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kDilate), "C1"));
}

TEST(DilateBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Const<int32_t>({}, {0});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDilate), "C2"));
}

TEST(DilateBind, RejectsOtherNumbersOfDilations_C3) {
  OpTest count;
  Small(count, {2});
  EXPECT_TRUE(Violates(count.Run(kDilate), "C3"));
  OpTest type;
  type.Input<float>({1}, {1}).Const<float>({1}, {1}).Const<float>({}, {0});
  type.Output<float>();
  EXPECT_TRUE(Violates(type.Run(kDilate), "C3"));
}

TEST(DilateBind, RejectsNonPositiveDilations_C4) {
  for (int32_t dilation : {0, -2}) {
    OpTest test;
    Small(test, {1, dilation});
    EXPECT_TRUE(Violates(test.Run(kDilate), "C4"));
  }
}

TEST(DilateBind, RejectsTooLargeExtents_C4) {
  OpTest test;
  test.Input<float>({3}, {1, 2, 3}).Const<int32_t>({1}, {2147483647});
  test.Const<float>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDilate), "C4"));
}

// Four gaps of 2^62 are 2^64.
TEST(DilateBind, RejectsExtentsThatOverflow_C4) {
  OpTest test;
  test.Input<float>({5}, {1, 2, 3, 4, 5});
  test.Const<int64_t>({1}, {int64_t{1} << 62});
  test.Const<float>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDilate), "C4"));
}

TEST(DilateBind, RejectsSeveralPaddingValues_C5) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Const<float>({2},
                                                                    {0, 1});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDilate), "C5"));
}

TEST(Dilate, PadsBetweenNeighbours) {
  OpTest test;
  Small(test, {2, 3});
  ASSERT_TRUE(IsOk(test.Run(kDilate)));
  EXPECT_EQ(test.OutShape(), Shape({3, 4}));
  EXPECT_TRUE(test.OutputIs({1, -1, -1, 2, -1, -1, -1, -1, 3, -1, -1, 4}));
}

TEST(Dilate, ExtentsOfOneStay) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Const<int32_t>({2}, {4, 2});
  test.Const<float>({}, {-1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kDilate)));
  EXPECT_EQ(test.OutShape(), Shape({1, 3}));
  EXPECT_TRUE(test.OutputIs({1, -1, 2}));
}

// The product of dilation and stride would not fit 64 bits.
TEST(Dilate, ExtentsOfOneStayWhateverTheDilation) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2});
  test.Const<int64_t>({2}, {int64_t{1} << 62, 2});
  test.Const<float>({}, {-1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kDilate)));
  EXPECT_EQ(test.OutShape(), Shape({1, 3}));
  EXPECT_TRUE(test.OutputIs({1, -1, 2}));
}

TEST(Dilate, LearnsDilationsWhenRun) {
  OpTest test;
  test.Input<int16_t>({3}, {1, 2, 3}).Input<int64_t>({1}, {2});
  test.Const<int16_t>({}, {9}).Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kDilate)));
  EXPECT_TRUE(test.OutputIs({1, 9, 2, 9, 3}));
  test.SetInput<int64_t>(1, {1});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({1, 2, 3}));
}

TEST(Dilate, MovesPackedIntegersAndStrings) {
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {3}, {0x21, 0x0F}).Const<int32_t>({1}, {2});
  packed.ConstBytes(kTfLiteInt4, {}, {0x07}).OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(packed.Run(kDilate)));
  const auto* bytes = reinterpret_cast<uint8_t*>(packed.output(0)->data.raw);
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 3),
            (std::vector<uint8_t>{0x71, 0x72, 0x0F}));
  OpTest strings;
  strings.Input<std::string>({2}, {"a", "bc"}).Const<int32_t>({1}, {2});
  strings.Const<std::string>({}, {"-"}).Output<std::string>();
  ASSERT_TRUE(IsOk(strings.Run(kDilate)));
  EXPECT_EQ(strings.Out<std::string>(),
            (std::vector<std::string>{"a", "-", "bc"}));
}

TEST(Dilate, TakesScalarsAndEmptyTensors) {
  OpTest scalar;
  scalar.Input<float>({}, {5}).Const<int32_t>({0}, {}).Const<float>({}, {0});
  scalar.Output<float>();
  ASSERT_TRUE(IsOk(scalar.Run(kDilate)));
  EXPECT_TRUE(scalar.OutputIs({5}));
  OpTest empty;
  empty.Input<float>({2, 0}, {})
      .Const<int32_t>({2}, {3, 3})
      .Const<float>({}, {0});
  empty.Output<float>();
  ASSERT_TRUE(IsOk(empty.Run(kDilate)));
  EXPECT_EQ(empty.OutShape(), Shape({4, 0}));
}

}  // namespace
}  // namespace tflite::kernels
