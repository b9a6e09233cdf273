// Edge cases of operators, in the form of TensorFlow Lite's tests: mixed types,
// shapes that are known before a run, invalid values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "testing/kernel_tests/tests/any_model.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

TEST(FloorDivRules, DividesDoubles) {
  AnyModel m;
  const int a = m.AddInput({TensorType_FLOAT32, {2}});
  const int b = m.AddInput({TensorType_FLOAT32, {2}});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_FLOOR_DIV, BuiltinOptions_FloorDivOptions,
          CreateFloorDivOptions(m.Builder()).Union());
  m.PopulateTensor<float>(a, {-9.9f, 10});
  m.PopulateTensor<float>(b, {-3.3f, -3});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(out), ElementsAre(2, -4));
}

TEST(ArgMaxRules, PassesNanOver) {
  for (const bool max : {true, false}) {
    AnyModel m;
    const int in = m.AddInput({TensorType_FLOAT32, {3}});
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {0});
    const int out = m.AddOutput({TensorType_INT32, {}});
    if (max) {
      m.Build(BuiltinOperator_ARG_MAX, BuiltinOptions_ArgMaxOptions,
              CreateArgMaxOptions(m.Builder(), TensorType_INT32).Union());
    } else {
      m.Build(BuiltinOperator_ARG_MIN, BuiltinOptions_ArgMinOptions,
              CreateArgMinOptions(m.Builder(), TensorType_INT32).Union());
    }
    m.PopulateTensor<float>(in, {NAN, 7, NAN});
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_THAT(m.ExtractVector<int32_t>(out), ElementsAre(1));
  }
}

TEST(ReshapeRules, InfersAnExtentOfAnEmptyTensor) {
  AnyModel m;
  m.AddInput({TensorType_FLOAT32, {4, 0}});
  m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {3}), {2, 0, -1});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_RESHAPE);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetTensorShape(out), ElementsAre(2, 0, 2));
}

TEST(ReshapeRules, TakesHugeExtentsWithoutElements) {
  AnyModel m;
  m.AddInput({TensorType_FLOAT32, {0, 1, INT_MAX, INT_MAX}});
  m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {0});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_RESHAPE);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetTensorShape(out), ElementsAre(0));
}

TEST(DivRules, FailsForAQuantizedZero) {
  AnyModel m;
  const int a = m.AddInput({TensorType_INT8, {2}, -1, 1});
  const int b = m.AddInput({TensorType_INT8, {2}, -1, 1});
  m.AddOutput({TensorType_INT8, {}, -1, 1});
  m.Build(BuiltinOperator_DIV, BuiltinOptions_DivOptions,
          CreateDivOptions(m.Builder()).Union());
  m.QuantizeAndPopulate<int8_t>(a, {0.5, 0.5});
  m.QuantizeAndPopulate<int8_t>(b, {0.5, 0});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

TEST(FullyConnectedRules, TakesWeightsWithAZeroPoint) {
  AnyModel m;
  const int in = m.AddInput({TensorType_INT8, {1, 2}, 0, 0, 0.5f, 1});
  m.AddConstInput<int8_t>(TensorData(TensorType_INT8, {2, 2}, 0, 0, 0.25f, 3),
                          {7, 3, -1, 5});
  m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {2}, 0, 0, 0.125f, 0),
                           {8, 0});
  const int out = m.AddOutput({TensorType_INT8, {}, 0, 0, 0.5f, -2});
  m.Build(BuiltinOperator_FULLY_CONNECTED, BuiltinOptions_FullyConnectedOptions,
          CreateFullyConnectedOptions(m.Builder()).Union());
  m.QuantizeAndPopulate<int8_t>(in, {3, -4});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  // The weights are {1, 0} and {-1, 0.5}.
  EXPECT_THAT(Dequantize<int8_t>(m.ExtractVector<int8_t>(out), 0.5f, -2),
              ElementsAreArray(ArrayFloatNear({4, -5})));
}

TEST(StridedSliceRules, KnowsItsShapeFromConstants) {
  for (const bool offset : {false, true}) {
    AnyModel m;
    const int in = m.AddInput({TensorType_FLOAT32, {5}});
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {1});
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {3});
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {1});
    const int out = m.AddOutput({TensorType_FLOAT32, {}});
    m.Build(
        BuiltinOperator_STRIDED_SLICE, BuiltinOptions_StridedSliceOptions,
        CreateStridedSliceOptions(m.Builder(), 0, 0, 0, 0, 0, offset).Union());
    EXPECT_TRUE(m.IsStatic(out));
    m.PopulateTensor<float>(in, {1, 2, 3, 4, 5});
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_EQ(m.ExtractVector<float>(out), offset
                                               ? (std::vector<float>{2, 3, 4})
                                               : (std::vector<float>{2, 3}));
  }
}

TEST(StridedSliceRules, RefusesTheLeastStride) {
  AnyModel m;
  const int in = m.AddInput({TensorType_FLOAT32, {2}});
  m.AddInput({TensorType_INT32, {1}});
  m.AddInput({TensorType_INT32, {1}});
  const int stride = m.AddInput({TensorType_INT32, {1}});
  m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_STRIDED_SLICE, BuiltinOptions_StridedSliceOptions,
          CreateStridedSliceOptions(m.Builder()).Union());
  m.PopulateTensor<float>(in, {1, 2});
  m.PopulateTensor<int32_t>(1, {0});
  m.PopulateTensor<int32_t>(2, {2});
  m.PopulateTensor<int32_t>(stride, {INT32_MIN});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

TEST(SliceRules, KnowsItsShapeFromConstantsOf64Bits) {
  AnyModel m;
  const int in = m.AddInput({TensorType_FLOAT32, {5}});
  m.AddConstInput<int64_t>(TensorData(TensorType_INT64, {1}), {1});
  m.AddConstInput<int64_t>(TensorData(TensorType_INT64, {1}), {2});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_SLICE, BuiltinOptions_SliceOptions,
          CreateSliceOptions(m.Builder()).Union());
  EXPECT_TRUE(m.IsStatic(out));
  m.PopulateTensor<float>(in, {1, 2, 3, 4, 5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(out), ElementsAre(2, 3));
}

template <typename T>
void MultiplyWords() {
  AnyModel m;
  const float kMax = 32767.0f / 32768.0f;
  const int a = m.AddInput({TensorType_INT16, {2}, -1, kMax});
  const int b = m.AddInput({TensorType_INT16, {2}, -1, kMax});
  const int out = m.AddOutput({GetTensorType<T>(), {}, -1, 127.0f / 128});
  m.Build(BuiltinOperator_MUL, BuiltinOptions_MulOptions,
          CreateMulOptions(m.Builder()).Union());
  m.QuantizeAndPopulate<int16_t>(a, {-0.8, 0.5});
  m.QuantizeAndPopulate<int16_t>(b, {0.5, 0.5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(Dequantize<T>(m.ExtractVector<T>(out), m.GetScale(out),
                            m.GetZeroPoint(out)),
              ElementsAreArray(ArrayFloatNear({-0.4, 0.25}, 0.01)));
}

TEST(MulRules, GivesBytesOfWords) {
  MultiplyWords<int8_t>();
  MultiplyWords<uint8_t>();
}

TEST(PreluRules, TakesBytesOfSlopesForWords) {
  AnyModel m;
  const int in = m.AddInput({TensorType_INT16, {2}, 0, 0, 1 / 32768.0f, 0});
  m.AddConstInput<int8_t>(TensorData(TensorType_INT8, {1}, 0, 0, 1 / 128.0f, 0),
                          {64});
  const int out = m.AddOutput({TensorType_INT16, {}, 0, 0, 1 / 32768.0f, 0});
  m.Build(BuiltinOperator_PRELU);
  m.QuantizeAndPopulate<int16_t>(in, {0.25, -0.5});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(
      Dequantize<int16_t>(m.ExtractVector<int16_t>(out), 1 / 32768.0f, 0),
      ElementsAreArray(ArrayFloatNear({0.25, -0.25}, 1e-4)));
}

TEST(ConcatenationRules, MakesAVectorOfScalars) {
  AnyModel m;
  const int a = m.AddInput({TensorType_FLOAT32, {}});
  const int b = m.AddInput({TensorType_FLOAT32, {}});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_CONCATENATION, BuiltinOptions_ConcatenationOptions,
          CreateConcatenationOptions(m.Builder(), 0).Union());
  m.PopulateTensor<float>(a, {1});
  m.PopulateTensor<float>(b, {2});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetTensorShape(out), ElementsAre(2));
  EXPECT_THAT(m.ExtractVector<float>(out), ElementsAre(1, 2));
}

TEST(EmbeddingLookupRules, GivesSignedBytesOfUnsignedOnes) {
  AnyModel m;
  const int in = m.AddInput({TensorType_INT32, {1}});
  m.AddConstInput<uint8_t>(TensorData(TensorType_UINT8, {2, 2}, 0, 0, 0.5f, 0),
                           {1, 2, 3, 4});
  const int out = m.AddOutput({TensorType_INT8, {}, 0, 0, 0.5f, 0});
  m.Build(BuiltinOperator_EMBEDDING_LOOKUP);
  m.PopulateTensor<int32_t>(in, {1});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int8_t>(out), ElementsAre(3, 4));
}

TEST(CastRules, ComputesConstantsBeforeTheRun) {
  AnyModel m;
  m.AddConstInput<float>(TensorData(TensorType_FLOAT32, {2}), {1.5f, -2});
  const int out = m.AddOutput({TensorType_INT32, {}});
  m.Build(BuiltinOperator_CAST, BuiltinOptions_CastOptions,
          CreateCastOptions(m.Builder()).Union());
  EXPECT_EQ(m.AllocationOf(out), kTfLitePersistentRo);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int32_t>(out), ElementsAre(1, -2));
}

template <typename T>
class ReduceWindowRules : public ::testing::Test {};
using WindowTypes =
    ::testing::Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t>;
TYPED_TEST_SUITE(ReduceWindowRules, WindowTypes);

TYPED_TEST(ReduceWindowRules, Adds) {
  AnyModel m;
  const TensorType type = GetTensorType<TypeParam>();
  const int in = m.AddInput({type, {4}});
  m.AddConstInput<TypeParam>(TensorData(type, {}), {TypeParam(0)});
  for (int i = 0; i < 3; ++i) {  // window, strides, dilations
    m.AddConstInput<int64_t>(TensorData(TensorType_INT64, {1}),
                             {i == 0 ? 2 : 1});
  }
  const int out = m.AddOutput(type);
  m.SetBuiltinOp(
      BuiltinOperator_REDUCE_WINDOW, BuiltinOptions2_ReduceWindowOptions,
      CreateReduceWindowOptions(m.Builder(), ReduceWindowFunction_ADD).Union());
  m.BuildInterpreter({});
  m.PopulateTensor<TypeParam>(in, {1, 2, 3, 4});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<TypeParam>(out), ElementsAre(3, 5, 7));
}

TEST(SegmentSumRules, FailsForIdsThatDoNotAscend) {
  AnyModel m;
  const int data = m.AddInput({TensorType_INT32, {2, 2}});
  const int ids = m.AddInput({TensorType_INT32, {2}});
  const int out = m.AddOutput({TensorType_INT32, {}});
  m.Build(BuiltinOperator_SEGMENT_SUM, BuiltinOptions_SegmentSumOptions,
          CreateSegmentSumOptions(m.Builder()).Union());
  m.PopulateTensor<int32_t>(data, {1, 2, 3, 4});
  m.PopulateTensor<int32_t>(ids, {1, 0});
  EXPECT_NE(m.Invoke(), kTfLiteOk);
  m.PopulateTensor<int32_t>(ids, {0, 0});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int32_t>(out), ElementsAre(4, 6));
}

// Runs with dense or sparse weights whose values are quantized when the model
// is written.
std::vector<float> Hybrid(bool sparse, bool asymmetric) {
  constexpr int kUnits = 3, kDepth = 32;
  std::vector<float> weights(kUnits * kDepth, 0);
  for (int i = 0; i < 16; ++i) {
    weights[i] = 0.3f * static_cast<float>(i % 5 - 2);
    weights[2 * kDepth + 16 + i] = 0.1f * static_cast<float>(i % 7 - 3);
  }
  AnyModel m;
  const int in = m.AddInput({TensorType_FLOAT32, {2, kDepth}});
  int dense = -1;
  if (sparse) {
    TensorData data(TensorType_FLOAT32, {kUnits, kDepth});
    data.traversal_order = {0, 1, 2};
    data.format = {kTfLiteDimDense, kTfLiteDimSparseCSR};
    data.block_size = {16};
    data.block_map = {1};
    m.AddConstSparseInput(data, weights, /*symmetric_quantize=*/true);
  } else {
    dense = m.AddInput({TensorType_INT8, {kUnits, kDepth}});
  }
  const int bias = m.AddInput({TensorType_FLOAT32, {kUnits}});
  const int out = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_FULLY_CONNECTED, BuiltinOptions_FullyConnectedOptions,
          CreateFullyConnectedOptions(
              m.Builder(), ActivationFunctionType_NONE,
              FullyConnectedOptionsWeightsFormat_DEFAULT, false, asymmetric)
              .Union());
  if (!sparse) m.SymmetricQuantizeAndPopulate(dense, weights);
  std::vector<float> x(2 * kDepth);
  for (int i = 0; i < 2 * kDepth; ++i) x[i] = std::sin(static_cast<float>(i));
  m.PopulateTensor(in, x);
  m.PopulateTensor<float>(bias, {1, 2, 3});
  EXPECT_EQ(m.Invoke(), kTfLiteOk);
  return m.ExtractVector<float>(out);
}

TEST(FullyConnectedRules, TakesSparseHybridWeights) {
  for (const bool asymmetric : {false, true}) {
    const std::vector<float> want = Hybrid(/*sparse=*/false, asymmetric);
    EXPECT_THAT(Hybrid(/*sparse=*/true, asymmetric),
                ElementsAreArray(ArrayFloatNear(want, 1e-5)));
    EXPECT_NEAR(want[1], 2, 1e-6);
    EXPECT_GT(std::abs(want[0] - 1), 0.1);
  }
}

}  // namespace
}  // namespace tflite
