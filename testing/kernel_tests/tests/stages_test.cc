// Errors that operators report only when they run, as in TensorFlow Lite: the
// model is built, and Invoke fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;

// Builds the model and allocates its tensors; a failure would end the program.
class StageModel : public SingleOpModel {
 public:
  flatbuffers::FlatBufferBuilder& Builder() { return builder_; }
  void Build(BuiltinOperator op, BuiltinOptions type,
             flatbuffers::Offset<void> options) {
    SetBuiltinOp(op, type, options);
    BuildInterpreter({});
  }
  void BuildWhere() {
    Build(BuiltinOperator_WHERE, BuiltinOptions_WhereOptions,
          CreateWhereOptions(builder_).Union());
  }
  void BuildPad() {
    Build(BuiltinOperator_PADV2, BuiltinOptions_PadV2Options,
          CreatePadV2Options(builder_).Union());
  }
  void BuildBroadcastTo() {
    Build(BuiltinOperator_BROADCAST_TO, BuiltinOptions_BroadcastToOptions,
          CreateBroadcastToOptions(builder_).Union());
  }
  void BuildUnsortedSegment(BuiltinOperator op) {
    Build(op, BuiltinOptions_NONE, 0);
  }
};

template <typename T>
class WhereStageTest : public ::testing::Test {};
using WhereTypes =
    ::testing::Types<bool, float, int8_t, uint8_t, int32_t, uint32_t, int64_t>;
TYPED_TEST_SUITE(WhereStageTest, WhereTypes);

TYPED_TEST(WhereStageTest, ScalarFailsWhenRun) {
  for (const bool constant : {true, false}) {
    StageModel m;
    int input = -1;
    const TensorType type = GetTensorType<TypeParam>();
    if (constant) {
      input = m.AddConstInput<TypeParam>(TensorData(type, {}), {TypeParam(1)});
    } else {
      input = m.AddInput({type, {}});
    }
    m.AddOutput({TensorType_INT64, {}});
    m.BuildWhere();
    if (!constant) m.PopulateTensor<TypeParam>(input, {TypeParam(1)});
    EXPECT_EQ(m.Invoke(), kTfLiteError);
    EXPECT_EQ(m.Invoke(), kTfLiteError);
  }
}

TEST(WhereRunsTest, Vector) {
  StageModel m;
  const int input = m.AddInput({TensorType_BOOL, {3}});
  const int output = m.AddOutput({TensorType_INT64, {}});
  m.BuildWhere();
  m.PopulateTensor<bool>(input, {true, false, true});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<int64_t>(output), ElementsAre(0, 2));
}

class PadStageTest : public ::testing::TestWithParam<std::vector<int>> {};

TEST_P(PadStageTest, PaddingsOfAnotherShapeFailWhenRun) {
  StageModel m;
  const int value = m.AddInput({TensorType_FLOAT32, {1, 2, 1, 1}});
  const int paddings = m.AddInput({TensorType_INT32, GetParam()});
  m.AddConstInput<float>(TensorData(TensorType_FLOAT32, {1}), {5});
  m.AddOutput({TensorType_FLOAT32, {}});
  m.BuildPad();
  m.PopulateTensor<float>(value, {1, 2});
  int count = 1;
  for (const int extent : GetParam()) count *= extent;
  m.PopulateTensor<int32_t>(paddings, std::vector<int32_t>(count, 0));
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PadStageTest,
                         ::testing::Values(std::vector<int>{3, 2},
                                           std::vector<int>{4, 1},
                                           std::vector<int>{8}));

template <typename T>
void PadWithOtherQuantization(bool constant_paddings) {
  StageModel m;
  const TensorType type = GetTensorType<T>();
  const int value = m.AddInput({type, {2}, 0, 0, 0.5f, 0});
  if (constant_paddings) {
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1, 2}), {1, 0});
  } else {
    m.AddInput({TensorType_INT32, {1, 2}});
  }
  m.AddConstInput<T>(TensorData(type, {1}, 0, 0, 0.25f, 0), {T(1)});
  m.AddOutput({type, {}, 0, 0, 0.5f, 0});
  m.BuildPad();
  m.PopulateTensor<T>(value, {T(1), T(2)});
  if (!constant_paddings) m.PopulateTensor<int32_t>(1, {1, 0});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

TEST(PadElementStageTest, ElementsOfAnotherQuantizationFailWhenRun) {
  for (const bool constant : {true, false}) {
    PadWithOtherQuantization<int8_t>(constant);
    PadWithOtherQuantization<uint8_t>(constant);
  }
}

TEST(PadElementStageTest, NegativePaddingsFailWhenRun) {
  StageModel m;
  const int value = m.AddInput({TensorType_FLOAT32, {2}});
  const int paddings = m.AddInput({TensorType_INT32, {1, 2}});
  const int output = m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_PAD, BuiltinOptions_NONE, 0);
  m.PopulateTensor<float>(value, {1, 2});
  m.PopulateTensor<int32_t>(paddings, {0, -1});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
  // The next run differs.
  m.PopulateTensor<int32_t>(paddings, {0, 1});
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.ExtractVector<float>(output), ElementsAre(1, 2, 0));
}

template <typename T>
class BroadcastToStageTest : public ::testing::Test {};
using BroadcastTypes =
    ::testing::Types<float, uint8_t, int8_t, int16_t, int32_t>;
TYPED_TEST_SUITE(BroadcastToStageTest, BroadcastTypes);

TYPED_TEST(BroadcastToStageTest, ShapeMustBeAVectorWhenRun) {
  StageModel m;
  const TensorType type = GetTensorType<TypeParam>();
  m.AddInput({type, {2, 1}});
  const int shape = m.AddInput({TensorType_INT32, {2, 2}});
  m.AddOutput(type);
  m.BuildBroadcastTo();
  m.PopulateTensor<int32_t>(shape, {2, 3, 2, 2});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

TYPED_TEST(BroadcastToStageTest, ShapesMustFitWhenRun) {
  StageModel m;
  const TensorType type = GetTensorType<TypeParam>();
  m.AddInput({type, {2, 4}});
  const int shape = m.AddInput({TensorType_INT32, {2}});
  m.AddOutput(type);
  m.BuildBroadcastTo();
  m.PopulateTensor<int32_t>(shape, {2, 3});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
  m.PopulateTensor<int32_t>(shape, {2, 4});
  EXPECT_EQ(m.Invoke(), kTfLiteOk);
}

class SegmentStageTest : public ::testing::TestWithParam<BuiltinOperator> {};

TEST_P(SegmentStageTest, ShapesFailWhenRun) {
  for (const bool constant : {true, false}) {
    StageModel m;
    const int data = m.AddInput({TensorType_INT32, {3, 2}});
    const int ids = m.AddInput({TensorType_INT32, {2}});
    int count = -1;
    if (constant) {
      m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {2});
    } else {
      count = m.AddInput({TensorType_INT32, {1}});
    }
    m.AddOutput({TensorType_INT32, {}});
    m.BuildUnsortedSegment(GetParam());
    m.PopulateTensor<int32_t>(data, {1, 2, 3, 4, 5, 6});
    m.PopulateTensor<int32_t>(ids, {0, 1});
    if (!constant) m.PopulateTensor<int32_t>(count, {2});
    EXPECT_EQ(m.Invoke(), kTfLiteError);
  }
}

TEST_P(SegmentStageTest, NumbersOfSegmentsFailWhenRun) {
  const std::vector<std::vector<int32_t>> numbers = {{2, 2}, {-1}};
  for (const std::vector<int32_t>& n : numbers) {
    StageModel m;
    const int data = m.AddInput({TensorType_INT32, {2}});
    const int ids = m.AddInput({TensorType_INT32, {2}});
    m.AddConstInput<int32_t>(
        TensorData(TensorType_INT32, {static_cast<int>(n.size())}), n);
    m.AddOutput({TensorType_INT32, {}});
    m.BuildUnsortedSegment(GetParam());
    m.PopulateTensor<int32_t>(data, {1, 2});
    m.PopulateTensor<int32_t>(ids, {0, 1});
    EXPECT_EQ(m.Invoke(), kTfLiteError);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Operators, SegmentStageTest,
    ::testing::Values(BuiltinOperator_UNSORTED_SEGMENT_MAX,
                      BuiltinOperator_UNSORTED_SEGMENT_MIN,
                      BuiltinOperator_UNSORTED_SEGMENT_PROD,
                      BuiltinOperator_UNSORTED_SEGMENT_SUM));

TEST(RnnStageTest, TypesOfWeightsFailWhenRun) {
  StageModel m;
  const int input = m.AddInput({TensorType_FLOAT32, {1, 2}});
  m.AddInput({TensorType_INT32, {1, 2}});
  m.AddInput({TensorType_INT32, {1, 1}});
  m.AddInput({TensorType_FLOAT32, {1}});
  m.AddVariableInput({TensorType_FLOAT32, {1, 1}});
  m.AddOutput({TensorType_FLOAT32, {}});
  flatbuffers::FlatBufferBuilder& fbb = m.Builder();
  m.Build(BuiltinOperator_RNN, BuiltinOptions_RNNOptions,
          CreateRNNOptions(fbb, ActivationFunctionType_RELU).Union());
  m.PopulateTensor<float>(input, {1, 2});
  EXPECT_EQ(m.Invoke(), kTfLiteError);
}

}  // namespace
}  // namespace tflite
