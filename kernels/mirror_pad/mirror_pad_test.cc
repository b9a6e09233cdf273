#include "kernels/mirror_pad/mirror_pad.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kMirrorPad =
    MakeOpFunctions<&BindMirrorPad, &EvalMirrorPadReference>();
constexpr TfLiteMirrorPaddingParams kReflect = {kTfLiteMirrorPaddingReflect};
constexpr TfLiteMirrorPaddingParams kSymmetric = {
    kTfLiteMirrorPaddingSymmetric};

TEST(MirrorPadBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>().Params(kReflect);
  EXPECT_TRUE(Violates(test.Run(kMirrorPad), "C1"));
}

TEST(MirrorPadBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1, 2}, {0, 0}).Output<int32_t>();
  test.Params(kReflect);
  EXPECT_TRUE(Violates(test.Run(kMirrorPad), "C2"));
}

TEST(MirrorPadBind, RejectsPaddingsOfAnotherShapeOrType_C3) {
  OpTest shape;
  shape.Input<float>({1}, {1}).Const<int32_t>({2}, {0, 0}).Output<float>();
  shape.Params(kReflect);
  EXPECT_TRUE(Violates(shape.Run(kMirrorPad), "C3"));
  OpTest type;
  type.Input<float>({1}, {1}).Const<int8_t>({1, 2}, {0, 0}).Output<float>();
  type.Params(kReflect);
  EXPECT_TRUE(Violates(type.Run(kMirrorPad), "C3"));
}

TEST(MirrorPadBind, RejectsMoreThanTheImage_C4) {
  const std::pair<TfLiteMirrorPaddingParams, std::vector<int32_t>> cases[] = {
      {kReflect, {3, 0}},
      {kReflect, {0, 3}},
      {kSymmetric, {4, 0}},
      {kSymmetric, {-1, 0}}};
  for (const auto& [mode, paddings] : cases) {
    OpTest test;
    test.Input<float>({3}, {1, 2, 3}).Const<int32_t>({1, 2}, paddings);
    test.Output<float>().Params(mode);
    EXPECT_TRUE(Violates(test.Run(kMirrorPad), "C4"));
  }
}

TEST(MirrorPadBind, RejectsUnknownMode_C5) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1, 2}, {0, 0}).Output<float>();
  test.Params(TfLiteMirrorPaddingParams{});
  EXPECT_TRUE(Violates(test.Run(kMirrorPad), "C5"));
}

TEST(MirrorPad, BothModes) {
  const std::pair<TfLiteMirrorPaddingParams, std::vector<double>> cases[] = {
      {kReflect, {3, 2, 1, 2, 3, 2, 1}}, {kSymmetric, {2, 1, 1, 2, 3, 3, 2}}};
  for (const auto& [mode, want] : cases) {
    OpTest test;
    test.Input<int16_t>({3}, {1, 2, 3}).Const<int64_t>({1, 2}, {2, 2});
    test.Output<int16_t>().Params(mode);
    ASSERT_TRUE(IsOk(test.Run(kMirrorPad)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(MirrorPad, OuterDimensionsAndThoseLeftAlone) {
  OpTest test;
  test.Input<float>({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  test.Const<int32_t>({3, 2}, {1, 0, 0, 1, 0, 0})
      .Output<float>()
      .Params(kReflect);
  ASSERT_TRUE(IsOk(test.Run(kMirrorPad)));
  EXPECT_EQ(test.OutShape(), Shape({3, 3, 2}));
  EXPECT_TRUE(
      test.OutputIs({5, 6, 7, 8, 5, 6, 1, 2, 3, 4, 1, 2, 5, 6, 7, 8, 5, 6}));
}

TEST(MirrorPad, PaddingsKnownAtRunTime) {
  OpTest test;
  test.Input<std::string>({2}, {"a", "b"}).Input<int32_t>({1, 2}, {1, 0});
  test.Output<std::string>().Params(kSymmetric);
  ASSERT_TRUE(IsOk(test.Run(kMirrorPad)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"a", "a", "b"}));
}

TEST(MirrorPad, WithoutElements) {
  OpTest test;
  test.Input<float>({0, 2}, {}).Const<int32_t>({2, 2}, {0, 0, 1, 1});
  test.Output<float>().Params(kReflect);
  ASSERT_TRUE(IsOk(test.Run(kMirrorPad)));
  EXPECT_EQ(test.OutShape(), Shape({0, 4}));
}

}  // namespace
}  // namespace tflite::kernels
