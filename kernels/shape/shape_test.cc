#include "kernels/shape/shape.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kShape =
    MakeOpFunctions<&BindShape, &EvalShapeReference>();
constexpr OpFunctions kRank = MakeOpFunctions<&BindRank, &EvalShapeReference>();

TEST(ShapeBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kShape), "C1"));
}

TEST(ShapeBind, RejectsAMissingInput) {
  for (const OpFunctions& kernel : {kShape, kRank}) {
    OpTest test;
    test.NoInput().Output<int32_t>();
    EXPECT_EQ(test.Prepare(kernel).message().find("OP: "), 0u);
  }
}

TEST(ShapeBind, RejectsOtherOutputTypes_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kShape), "C2"));
  OpTest rank;
  rank.Input<float>({1}, {1}).Output<int64_t>();
  EXPECT_TRUE(Violates(rank.Run(kRank), "C2"));
}

TEST(Shape, IsKnownAfterPrepare) {
  OpTest test;
  test.Input<int8_t>({2, 0, 3}, {}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Prepare(kShape)));
  EXPECT_EQ(test.OutShape(), Shape({3}));
  EXPECT_TRUE(test.OutputIs({2, 0, 3}));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({2, 0, 3}));
}

TEST(Shape, Int64AndScalars) {
  OpTest test;
  test.Input<float>({4, 5}, std::vector<float>(20)).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kShape)));
  EXPECT_TRUE(test.OutputIs({4, 5}));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(scalar.Run(kShape)));
  EXPECT_EQ(scalar.OutShape(), Shape({0}));
}

TEST(Rank, OfTensorAndScalar) {
  OpTest test;
  test.Input<std::string>({1, 2}, {"a", "b"}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kRank)));
  EXPECT_EQ(test.OutShape(), Shape({}));
  EXPECT_TRUE(test.OutputIs({2}));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Output<int32_t>();
  ASSERT_TRUE(IsOk(scalar.Run(kRank)));
  EXPECT_TRUE(scalar.OutputIs({0}));
}

}  // namespace
}  // namespace tflite::kernels
