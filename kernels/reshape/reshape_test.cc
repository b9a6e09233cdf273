#include "kernels/reshape/reshape.h"

#include <string>
#include <utility>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReshape =
    MakeOpFunctions<&BindReshape, &EvalReshapeReference>();
constexpr OpFunctions kSqueeze =
    MakeOpFunctions<&BindSqueeze, &EvalReshapeReference>();
constexpr OpFunctions kExpandDims =
    MakeOpFunctions<&BindExpandDims, &EvalReshapeReference>();

TfLiteReshapeParams To(std::initializer_list<int> extents) {
  TfLiteReshapeParams params{};
  for (int extent : extents) params.shape[params.num_dimensions++] = extent;
  return params;
}

TfLiteSqueezeParams Drop(std::initializer_list<int> dims) {
  TfLiteSqueezeParams params{};
  for (int dim : dims) params.squeeze_dims[params.num_squeeze_dims++] = dim;
  return params;
}

TEST(ReshapeBind, RejectsThreeInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Const<int32_t>({1}, {1});
  test.Output<float>().Params(To({1}));
  EXPECT_TRUE(Violates(test.Run(kReshape), "C1"));
  OpTest squeeze, expand;
  squeeze.Input<float>({1}, {1}).Const<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(squeeze.Params(Drop({})).Run(kSqueeze), "C1"));
  expand.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(expand.Run(kExpandDims), "C1"));
}

TEST(ReshapeBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<int32_t>().Params(To({1}));
  EXPECT_TRUE(Violates(test.Run(kReshape), "C2"));
}

// As many as the options have room for.
TEST(Reshape, TakesEightDimensionsOfTheOptions) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<float>();
  test.Params(To({1, 1, 1, 1, 1, 1, 1, 2}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), (Shape{1, 1, 1, 1, 1, 1, 1, 2}));
  OpTest squeezed;
  squeezed.Input<float>({1, 1, 1, 1, 1, 1, 1, 1}, {3}).Output<float>();
  squeezed.Params(Drop({0, 1, 2, 3, 4, 5, 6, 7}));
  ASSERT_TRUE(IsOk(squeezed.Run(kSqueeze)));
  EXPECT_EQ(squeezed.OutShape(), (Shape{}));
}

TEST(ReshapeBind, RejectsNumbersOfDimensionsThatOptionsCannotList) {
  for (const int number : {-1, 9}) {
    OpTest test;
    test.Input<float>({1}, {1}).Output<float>();
    TfLiteReshapeParams params = To({});
    params.num_dimensions = number;
    EXPECT_FALSE(IsOk(test.Params(params).Run(kReshape))) << number;
  }
}

TEST(ReshapeBind, RejectsTwoOpenExtentsAndNegativeOnes_C3) {
  for (auto extents : {To({-1, -1}), To({-2, 3})}) {
    OpTest test;
    test.Input<float>({6}, {1, 2, 3, 4, 5, 6}).Output<float>().Params(extents);
    EXPECT_TRUE(Violates(test.Run(kReshape), "C3"));
  }
}

TEST(Reshape, TakesTheLargestExtent) {
  OpTest test;
  test.Input<float>({0}, {}).Const<int32_t>({2}, {0, 2147483647});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2147483647}));
}

TEST(ReshapeBind, RejectsOtherNumberOfElements_C4) {
  const std::pair<TfLiteReshapeParams, std::string> cases[] = {
      {To({2, 2}), "(6 != 4)"},
      {To({4, -1}), "(6 != 4)"},
      {To({0, -1}), "(6 != 0)"},
      {To({65536, 65536, 65536, 65536, 65536}), "too many elements"}};
  for (const auto& [extents, reason] : cases) {
    OpTest test;
    test.Input<float>({6}, {1, 2, 3, 4, 5, 6}).Output<float>().Params(extents);
    const Status status = test.Run(kReshape);
    EXPECT_TRUE(Violates(status, "C4"));
    EXPECT_NE(status.message().find(reason), std::string::npos)
        << status.message();
  }
}

// Beside an extent of 0, the others decide what an open one is.
TEST(ReshapeBind, RejectsExtentsWhoseProductIsTooLarge_C4) {
  constexpr int32_t kMost = 2147483647;
  OpTest test;
  test.Input<float>({4, 0}, {});
  test.Const<int32_t>({5}, {0, kMost, kMost, kMost, -1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kReshape), "C4"));
}

TEST(SqueezeBind, RejectsDimensionsThatAreNotOneOrDoNotExist_C5) {
  for (auto dims : {Drop({1}), Drop({2}), Drop({-3})}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2}).Output<float>().Params(dims);
    EXPECT_TRUE(Violates(test.Run(kSqueeze), "C5"));
  }
}

TEST(SqueezeBind, RejectsNumbersOfDimensionsThatOptionsCannotList_C5) {
  for (const int number : {-1, 9}) {
    OpTest test;
    test.Input<float>(Shape::Filled(10, 1), {1}).Output<float>();
    TfLiteSqueezeParams params = Drop({});
    params.num_squeeze_dims = number;
    test.Params(params);
    EXPECT_TRUE(Violates(test.Run(kSqueeze), "C5"));
  }
}

TEST(ExpandDimsBind, RejectsAxisOutOfRange_C6) {
  for (int32_t axis : {3, -4}) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2})
        .Const<int32_t>({}, {axis})
        .Output<float>();
    EXPECT_TRUE(Violates(test.Run(kExpandDims), "C6"));
  }
}

TEST(Reshape, ShapeOfTheOptions) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6})
      .Output<float>()
      .Params(To({3, -1}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 4, 5, 6}));
}

TEST(Reshape, ConstantShapeComesBeforeTheOptions) {
  OpTest test;
  test.Input<int16_t>({6}, {1, 2, 3, 4, 5, 6}).Const<int64_t>({2}, {2, 3});
  test.Output<int16_t>().Params(To({6, 1}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3}));
}

TEST(Reshape, ShapeKnownAtRunTime) {
  OpTest test;
  test.Input<float>({4}, {1, 2, 3, 4})
      .Input<int32_t>({2}, {2, -1})
      .Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  test.SetInput<int32_t>(1, {4, 1});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({4, 1}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 4}));
}

TEST(Reshape, NonVectorShapeTensorYieldsToTheOptions) {
  OpTest test;
  test.Input<float>({1}, {7}).Const<int32_t>({}, {1}).Output<float>();
  test.Params(To({1, 1}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({1, 1}));
}

TEST(Reshape, OptionsOfNothingOrOneZeroMakeAScalar) {
  for (const auto extents : {To({}), To({0})}) {
    OpTest test;
    test.Input<float>({1}, {7}).Output<float>().Params(extents);
    ASSERT_TRUE(IsOk(test.Run(kReshape)));
    EXPECT_EQ(test.OutShape(), Shape({}));
    EXPECT_TRUE(test.OutputIs({7}));
  }
}

TEST(Reshape, WithoutElements) {
  OpTest test;
  test.Input<float>({0, 3}, {}).Const<int32_t>({2}, {0, -1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({0, 3}));
  const std::pair<std::vector<int32_t>, Shape> cases[] = {
      {{2, 0, -1}, {2, 0, 2}}, {{-1}, {0}}, {{-1, 3}, {0, 3}}};
  for (const auto& [extents, shape] : cases) {
    OpTest inferred;
    inferred.Input<float>({4, 0}, {});
    inferred.Const<int32_t>({static_cast<int>(extents.size())}, extents);
    inferred.Output<float>();
    ASSERT_TRUE(IsOk(inferred.Run(kReshape)));
    EXPECT_EQ(inferred.OutShape(), shape);
  }
}

TEST(Reshape, Strings) {
  OpTest test;
  test.Input<std::string>({3}, {"a", "", "ccc"}).Output<std::string>();
  test.Params(To({3, 1}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.OutShape(), Shape({3, 1}));
  EXPECT_EQ(test.Out<std::string>(),
            (std::vector<std::string>{"a", "", "ccc"}));
}

TEST(Reshape, PackedElements) {
  OpTest test;
  test.InputBytes(kTfLiteInt4, {3}, {0x21, 0x03}).OutputOf(kTfLiteInt4);
  test.Params(To({3, 1}));
  ASSERT_TRUE(IsOk(test.Run(kReshape)));
  EXPECT_EQ(test.output(0)->data.uint8[0], 0x21);
  EXPECT_EQ(test.output(0)->data.uint8[1], 0x03);
}

TEST(Reshape, SmallConstantsAreKnownAfterPrepare) {
  OpTest test;
  test.Const<int32_t>({2}, {8, 9}).Output<int32_t>().Params(To({2, 1}));
  ASSERT_TRUE(IsOk(test.Prepare(kReshape)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({8, 9}));
}

TEST(Squeeze, AllListedAndNegativeDimensions) {
  const std::pair<TfLiteSqueezeParams, Shape> cases[] = {{Drop({}), {2}},
                                                         {Drop({0}), {2, 1}},
                                                         {Drop({-1, 0}), {2}},
                                                         {Drop({2}), {1, 2}}};
  for (const auto& [dims, shape] : cases) {
    OpTest test;
    test.Input<float>({1, 2, 1}, {1, 2}).Output<float>().Params(dims);
    ASSERT_TRUE(IsOk(test.Run(kSqueeze)));
    EXPECT_EQ(test.OutShape(), shape);
    EXPECT_TRUE(test.OutputIs({1, 2}));
  }
}

TEST(ExpandDims, AxesFromBothEnds) {
  const std::pair<int64_t, Shape> cases[] = {
      {0, {1, 2, 3}}, {2, {2, 3, 1}}, {-1, {2, 3, 1}}, {-3, {1, 2, 3}}};
  for (const auto& [axis, shape] : cases) {
    OpTest test;
    test.Input<int8_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Const<int64_t>({1}, {axis});
    test.Output<int8_t>();
    ASSERT_TRUE(IsOk(test.Run(kExpandDims)));
    EXPECT_EQ(test.OutShape(), shape);
    EXPECT_TRUE(test.OutputIs({1, 2, 3, 4, 5, 6}));
  }
}

}  // namespace
}  // namespace tflite::kernels
