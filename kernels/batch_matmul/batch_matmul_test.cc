#include "kernels/batch_matmul/batch_matmul.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kMatmul =
    MakeOpFunctions<&BindBatchMatmul, &EvalBatchMatmulReference>();

TfLiteBatchMatMulParams Adjoint(bool x, bool y) {
  TfLiteBatchMatMulParams params{};
  params.adj_x = x;
  params.adj_y = y;
  return params;
}

// Rows 1 2 3 and 4 5 6, by columns 1 0 0 and 0 1 1.
const std::vector<float> kLhs = {1, 2, 3, 4, 5, 6};
const std::vector<float> kRhs = {1, 0, 0, 1, 0, 1};
const std::vector<double> kProduct = {1, 5, 4, 11};

TEST(BatchMatmulBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C1"));
}

TEST(BatchMatmulBind, RejectsThreeInputs_C1) {
  OpTest test;
  test.Input<float>({2, 3}, kLhs).Input<float>({3, 2}, kRhs);
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C1"));
}

TEST(BatchMatmulBind, RejectsVectors_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<float>({2, 1}, {1, 2}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C2"));
}

TEST(BatchMatmulBind, RejectsOtherTypes_C3) {
  OpTest mixed;
  mixed.Input<int8_t>({1, 1}, {1}, 1.0f).Input<float>({1, 1}, {1});
  mixed.Output<float>();
  EXPECT_TRUE(Violates(mixed.Run(kMatmul), "C3"));
  OpTest integers;
  integers.Input<int32_t>({1, 1}, {1}).Input<int32_t>({1, 1}, {1});
  integers.Output<int32_t>();
  EXPECT_TRUE(Violates(integers.Run(kMatmul), "C3"));
  OpTest raw;
  raw.Input<int16_t>({1, 1}, {1}, 1.0f).Input<int16_t>({1, 1}, {1}, 1.0f);
  raw.Output<int32_t>(1.0f);
  EXPECT_TRUE(Violates(raw.Run(kMatmul), "C3"));
}

TEST(BatchMatmulBind, RejectsOtherDepths_C4) {
  OpTest test;
  test.Input<float>({2, 3}, kLhs).Input<float>({2, 3}, kRhs).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C4"));
}

TEST(BatchMatmulBind, RejectsNonBroadcastingBatches_C5) {
  OpTest test;
  test.Input<float>({2, 1, 1}, {1, 2}).Input<float>({3, 1, 1}, {1, 2, 3});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C5"));
}

TEST(BatchMatmulBind, RejectsMissingScales_C6) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {1}).Input<int8_t>({1, 1}, {1}, 1.0f);
  test.Output<int8_t>(1.0f);
  EXPECT_TRUE(Violates(test.Run(kMatmul), "C6"));
  OpTest rhs;
  rhs.Input<int8_t>({1, 1}, {1}, 1.0f).Input<int8_t>({1, 1}, {1});
  rhs.Output<int8_t>(1.0f);
  EXPECT_TRUE(Violates(rhs.Run(kMatmul), "C6"));
  OpTest output;
  output.Input<int8_t>({1, 1}, {1}, 1.0f).Input<int8_t>({1, 1}, {1}, 1.0f);
  output.Output<int8_t>();
  EXPECT_TRUE(Violates(output.Run(kMatmul), "C6"));
  OpTest zero;
  zero.Input<int8_t>({1, 1}, {1}, 0.0f).Input<int8_t>({1, 1}, {1}, 1.0f);
  zero.Output<int8_t>(1.0f);
  EXPECT_TRUE(Violates(zero.Run(kMatmul), "C6"));
  OpTest hybrid;
  hybrid.Input<float>({1, 1}, {1}).Const<int8_t>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(hybrid.Run(kMatmul), "C6"));
}

TEST(BatchMatmulBind, RejectsZeroPoints_C6) {
  OpTest words;
  words.Input<int16_t>({1, 1}, {1}, {1.0f, 1})
      .Input<int16_t>({1, 1}, {1}, 1.0f);
  words.Output<int16_t>(1.0f);
  EXPECT_TRUE(Violates(words.Run(kMatmul), "C6"));
  OpTest hybrid;
  hybrid.Input<float>({1, 1}, {1}).Const<int8_t>({1, 1}, {1}, {1.0f, 3});
  hybrid.Output<float>();
  EXPECT_TRUE(Violates(hybrid.Run(kMatmul), "C6"));
}

TEST(BatchMatmulBind, RejectsZeroPointsOutsideTheType_C6) {
  for (const int32_t zero_point : {-129, 128}) {
    OpTest test;
    test.Input<int8_t>({1, 1}, {1}, {1.0f, zero_point});
    test.Input<int8_t>({1, 1}, {1}, 1.0f).Output<int8_t>(1.0f);
    EXPECT_TRUE(Violates(test.Run(kMatmul), "C6")) << zero_point;
  }
}

// Of operands without elements.
TEST(BatchMatmulBind, RejectsOutputsBeyond64Bits) {
  constexpr int32_t kMost = 2147483647;
  for (const int32_t batches : {1, 4}) {
    OpTest test;
    test.Input<float>({batches, kMost, 0}, {}).Input<float>({0, kMost}, {});
    test.Output<float>();
    EXPECT_EQ(test.Bound(&BindBatchMatmul).ok(), batches == 1);
  }
}

TEST(BatchMatmulBind, RejectsQuantizationsOfColumns_C6) {
  const auto bind = [](const Quantized& rhs, bool adj_y = false) {
    OpTest test;
    test.Input<int8_t>({1, 2}, {1, 2}, 0.5f);
    test.Input<int8_t>({2, 2}, {1, 2, 3, 4}, rhs).Output<int8_t>(0.5f);
    test.Params(Adjoint(false, adj_y));
    return test.Run(kMatmul);
  };
  EXPECT_TRUE(IsOk(bind({{1, 4}, {0, 0}, 1})));
  EXPECT_TRUE(Violates(bind({{1, 4}, {0, 1}, 1}), "C6"));
  EXPECT_TRUE(Violates(bind({{1, 0}, {0, 0}, 1}), "C6"));
  EXPECT_TRUE(Violates(bind({{1, 4, 1}, {0, 0, 0}, 1}), "C6"));
  EXPECT_TRUE(Violates(bind({{1, 4}, {0, 0}, 0}), "C6"));
  EXPECT_TRUE(Violates(bind({{1, 4}, {0, 0}, 1}, true), "C6"));
  for (const bool constant : {false, true}) {
    OpTest hybrid;
    const Quantized columns{{1, 4}, {0, 0}, 1};
    hybrid.Input<float>({1, 1}, {1}).Output<float>();
    constant ? hybrid.Const<int8_t>({1, 2}, {1, 2}, columns)
             : hybrid.Input<int8_t>({1, 2}, {1, 2}, columns);
    EXPECT_TRUE(Violates(hybrid.Run(kMatmul), "C6")) << constant;
  }
}

TEST(BatchMatmul, MultipliesMatrices) {
  OpTest test;
  test.Input<float>({2, 3}, kLhs).Input<float>({3, 2}, kRhs).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs(kProduct));
}

TEST(BatchMatmul, TransposesOperands) {
  OpTest x;
  x.Input<float>({3, 2}, {1, 4, 2, 5, 3, 6}).Input<float>({3, 2}, kRhs);
  x.Output<float>().Params(Adjoint(true, false));
  ASSERT_TRUE(IsOk(x.Run(kMatmul)));
  EXPECT_TRUE(x.OutputIs(kProduct));
  OpTest xy;
  xy.Input<float>({3, 2}, {1, 4, 2, 5, 3, 6});
  xy.Input<float>({2, 3}, {1, 0, 0, 0, 1, 1});
  xy.Output<float>().Params(Adjoint(true, true));
  ASSERT_TRUE(IsOk(xy.Run(kMatmul)));
  EXPECT_TRUE(xy.OutputIs(kProduct));
}

TEST(BatchMatmul, BroadcastsBothSides) {
  OpTest test;
  test.Input<float>({2, 1, 1, 1}, {2, 3}).Input<float>({3, 1, 1}, {5, 7, 11});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3, 1, 1}));
  EXPECT_TRUE(test.OutputIs({10, 14, 22, 15, 21, 33}));
}

TEST(BatchMatmul, BroadcastsSixDimensions) {
  OpTest test;
  test.Input<float>({1, 2, 1, 2, 1, 1}, {1, 2, 3, 4});
  test.Input<float>({2, 1, 1, 1, 1, 1}, {10, 100}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 1, 2, 1, 1}));
  EXPECT_TRUE(test.OutputIs({10, 20, 30, 40, 100, 200, 300, 400}));
}

TEST(BatchMatmul, TakesEmptyDimensions) {
  OpTest depth;
  depth.Input<float>({2, 0}, {}).Input<float>({0, 1}, {}).Output<float>();
  ASSERT_TRUE(IsOk(depth.Run(kMatmul)));
  EXPECT_TRUE(depth.OutputIs({0, 0}));
  OpTest batch;
  batch.Input<float>({0, 2, 3}, {}).Input<float>({3, 2}, kRhs).Output<float>();
  ASSERT_TRUE(IsOk(batch.Run(kMatmul)));
  EXPECT_EQ(batch.OutShape(), Shape({0, 2, 2}));
}

TEST(BatchMatmul, ComputesInt8) {
  OpTest test;
  test.Input<int8_t>({1, 2}, {3, 5}, {0.5f, 1});   // 1 2
  test.Input<int8_t>({2, 1}, {-1, 6}, {1.0f, 2});  // -3 4
  test.Output<int8_t>({0.5f, 10});
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({20}));
}

TEST(BatchMatmul, TakesAScaleAColumn) {
  for (const bool adj_y : {false, true}) {
    OpTest test;
    test.Input<int8_t>({1, 2}, {1, 2}, 0.5f);
    // Columns 1 3 and 2 4.
    test.Input<int8_t>({2, 2},
                       adj_y ? std::vector<int8_t>{1, 3, 2, 4}
                             : std::vector<int8_t>{1, 2, 3, 4},
                       {{1, 4}, {0, 0}, adj_y ? 0 : 1});
    test.Output<int8_t>(0.5f).Params(Adjoint(false, adj_y));
    ASSERT_TRUE(IsOk(test.Run(kMatmul)));
    EXPECT_TRUE(test.OutputIs({7, 40})) << adj_y;
  }
}

TEST(BatchMatmul, TakesTheLastZeroPoints) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {-125}, {1.0f, -128});
  test.Input<int8_t>({1, 1}, {125}, {1.0f, 127}).Output<int8_t>({1.0f, 127});
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({121}));
}

TEST(BatchMatmul, SaturatesInt8) {
  OpTest test;
  test.Input<int8_t>({1, 1}, {100}, 1.0f).Input<int8_t>({1, 1}, {-100}, 1.0f);
  test.Output<int8_t>(1.0f);
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({-128}));
}

TEST(BatchMatmul, ComputesInt16) {
  OpTest test;
  test.Input<int16_t>({1, 2}, {300, -200}, 1.0f);
  test.Input<int16_t>({2, 1}, {100, 100}, 0.01f).Output<int16_t>(1.0f);
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({100}));
}

// Zero points and scales stay out of INT32 outputs.
TEST(BatchMatmul, GivesRawProducts) {
  OpTest test;
  test.Input<int8_t>({1, 2}, {3, 5}, {0.5f, 1});
  test.Input<int8_t>({2, 1}, {-1, 6}, {1.0f, 2}).Output<int32_t>(1.0f);
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({27}));
}

TEST(BatchMatmul, QuantizesEachRowOfAHybrid) {
  OpTest test;
  test.Input<float>({2, 2}, {127, -64, 1.27f, -0.64f});
  test.Const<int8_t>({2, 1}, {3, 2}, 0.5f).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({126.5, 1.265}, 1e-4));
}

TEST(BatchMatmul, QuantizesRowsWithAZeroPoint) {
  OpTest test;
  test.Input<float>({1, 2}, {255, 1}).Const<int8_t>({2, 1}, {0, 2}, 0.5f);
  TfLiteBatchMatMulParams params{};
  params.asymmetric_quantize_inputs = true;
  test.Output<float>().Params(params);
  ASSERT_TRUE(IsOk(test.Run(kMatmul)));
  EXPECT_TRUE(test.OutputIs({1}, 1e-4));
}

}  // namespace
}  // namespace tflite::kernels
