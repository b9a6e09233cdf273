// Error messages of models that cannot be built or run: the words that users
// search logs for, and that TensorFlow Lite's tests match.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "testing/kernel_tests/tests/any_model.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"
#include "tflite/testing/util.h"

namespace tflite {
namespace {

void Reshape(const std::vector<int>& input, const std::vector<int32_t>& shape) {
  AnyModel m;
  m.AddInput({TensorType_FLOAT32, input});
  m.AddOutput(TensorType_FLOAT32);
  m.Build(BuiltinOperator_RESHAPE, BuiltinOptions_ReshapeOptions,
          CreateReshapeOptions(m.Builder(), m.Builder().CreateVector(shape))
              .Union());
}

TEST(ReshapeErrorTexts, OfOptions) {
  EXPECT_DEATH(Reshape({1, 2, 4, 1}, {2, 1}),
               "num_input_elements != num_output_elements");
  EXPECT_DEATH(Reshape({1, 2, 4, 1}, {3, -1}),
               "num_input_elements != num_output_elements \\(8 != 6\\)");
  EXPECT_DEATH(Reshape({1, 2, 4, 1}, {-1, -1, 2, 4}), "stretch_dim != -1");
  EXPECT_DEATH(Reshape({1, 1, 2, 1}, {1, 1, 2, 1, 1, 1, 1, 1, 1}),
               "Found too many dimensions");
}

void Pad(TensorType type, const std::vector<int>& paddings_shape,
         const std::vector<int32_t>& paddings, float max) {
  AnyModel m;
  m.AddInput({type, {1, 1, 2, 1}, max == 0 ? 0 : -1.0f, max});
  m.AddConstInput<int32_t>(TensorData(TensorType_INT32, paddings_shape),
                           paddings);
  m.AddOutput({type, {}, max == 0 ? 0 : -1.0f, max});
  m.Build(BuiltinOperator_PAD, BuiltinOptions_PadOptions,
          CreatePadOptions(m.Builder()).Union());
}

TEST(PadErrorTexts, OfConstants) {
  const std::vector<std::pair<TensorType, float>> types = {
      {TensorType_FLOAT32, 0.0f},
      {TensorType_UINT8, 1.0f},
      {TensorType_INT8, 1.0f},
      {TensorType_INT16, 1.0f}};
  for (const auto& [type, max] : types) {
    EXPECT_DEATH(Pad(type, {3, 2}, {1, 1, 2, 2, 3, 3}, max), "3 != 4");
    EXPECT_DEATH(Pad(type, {4, 2}, {0, 0, 1, -1, 2, -1, 0, 0}, max),
                 "Pad value has to be greater than equal to 0.");
  }
}

TEST(PadErrorTexts, OfRangesWithoutZero) {
  for (const TensorType type :
       {TensorType_UINT8, TensorType_INT8, TensorType_INT16}) {
    const TensorData above(type, {1}, 1.0f, 2.0f);
    const TensorData below(type, {1}, -2.0f, -1.0f);
    EXPECT_DEATH(AnyModel().AddInput(above), ".*Check failed: f_min <= 0.*");
    EXPECT_DEATH(AnyModel().AddInput(below), ".*Check failed: f_max >= 0.*");
  }
}

struct Shapes {
  std::vector<int> input, filter, bias;
};

void Conv3d(const Shapes& shapes) {
  AnyModel m;
  m.AddInput({TensorType_FLOAT32, shapes.input});
  m.AddInput({TensorType_FLOAT32, shapes.filter});
  m.AddInput({TensorType_FLOAT32, shapes.bias});
  m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_CONV_3D, BuiltinOptions_Conv3DOptions,
          CreateConv3DOptions(m.Builder(), Padding_VALID, 1, 1, 1).Union());
}

void Conv3dTranspose(const Shapes& shapes) {
  AnyModel m;
  m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {5}), {2, 2, 2, 2, 2});
  m.AddInput({TensorType_FLOAT32, shapes.filter});
  m.AddInput({TensorType_FLOAT32, shapes.input});
  m.AddInput({TensorType_FLOAT32, shapes.bias});
  m.AddOutput({TensorType_FLOAT32, {}});
  m.Build(BuiltinOperator_CONV_3D_TRANSPOSE, BuiltinOptions_Conv3DOptions,
          CreateConv3DOptions(m.Builder(), Padding_SAME, 1, 1, 1).Union());
}

TEST(Conv3dErrorTexts, OfShapes) {
  EXPECT_DEATH(Conv3d({{2, 2, 4, 1}, {1, 3, 2, 2, 2}, {2}}),
               "input->dims->size != 5");
  EXPECT_DEATH(Conv3d({{1, 2, 2, 4, 1}, {3, 2, 2, 1}, {2}}),
               "filter->dims->size != 5");
  EXPECT_DEATH(Conv3d({{1, 2, 2, 4, 1}, {1, 2, 2, 2, 2}, {2}}),
               "input->dims->data.4. != filter->dims->data.3.");
  EXPECT_DEATH(Conv3d({{1, 2, 2, 4, 2}, {1, 2, 2, 2, 2}, {3}}),
               "NumElements.bias. != SizeOfDimension.filter, 4.");
}

TEST(Conv3dTransposeErrorTexts, OfShapes) {
  EXPECT_DEATH(Conv3dTranspose({{2, 2, 4, 1}, {1, 3, 2, 2, 2}, {2}}),
               "input->dims->size != 5");
  EXPECT_DEATH(Conv3dTranspose({{1, 2, 2, 4, 1}, {3, 2, 2, 1}, {2}}),
               "filter->dims->size != 5");
  EXPECT_DEATH(Conv3dTranspose({{2, 2, 2, 2, 1}, {1, 2, 2, 2, 2}, {2}}),
               "input->dims->data.4. != filter->dims->data.4.");
  EXPECT_DEATH(Conv3dTranspose({{2, 2, 2, 2, 2}, {1, 2, 2, 2, 2}, {3}}),
               "NumElements.bias. != SizeOfDimension.filter, 3.");
}

void Transpose(const std::vector<int>& shape,
               const std::vector<int32_t>& perm) {
  AnyModel m;
  m.AddInput({TensorType_FLOAT32, shape});
  m.AddConstInput<int32_t>(
      TensorData(TensorType_INT32, {static_cast<int>(perm.size())}), perm);
  m.AddOutput(TensorType_FLOAT32);
  m.Build(BuiltinOperator_TRANSPOSE, BuiltinOptions_TransposeOptions,
          CreateTransposeOptions(m.Builder()).Union());
}

TEST(TransposeErrorTexts, OfPermutations) {
  EXPECT_DEATH(Transpose({1, 3, 3, 1}, {2, 2}), "2 != 4");
  EXPECT_DEATH(Transpose({1, 2}, {0, 7}),
               "Transpose op permutations array is out of bounds.");
}

TEST(SplitErrorTexts, OfUnevenSplits) {
  const auto split = [] {
    AnyModel m;
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {1}), {0});
    m.AddInput({TensorType_FLOAT32, {3}});
    m.AddOutput({TensorType_FLOAT32, {}});
    m.AddOutput({TensorType_FLOAT32, {}});
    m.Build(BuiltinOperator_SPLIT, BuiltinOptions_SplitOptions,
            CreateSplitOptions(m.Builder(), 2).Union());
  };
  EXPECT_DEATH(split(), "Not an even split");
}

TEST(TileErrorTexts, OfShapes) {
  const auto broadcast = [](std::vector<int> input, std::vector<int32_t> to) {
    AnyModel m;
    m.AddInput({TensorType_FLOAT32, input});
    m.AddConstInput<int32_t>(
        TensorData(TensorType_INT32, {static_cast<int>(to.size())}), to);
    m.AddOutput(TensorType_FLOAT32);
    m.Build(BuiltinOperator_BROADCAST_TO);
  };
  EXPECT_DEATH(broadcast({2, 4, 1, 2}, {2, 4, 1, 3}),
               "Output shape must be broadcastable from input shape.");
  EXPECT_DEATH(broadcast({2, 4, 1, 2}, {2, 4}),
               "Output shape must be broadcastable from input shape.");
  const auto fill = [] {
    AnyModel m;
    m.AddConstInput<int32_t>(TensorData(TensorType_INT32, {2}), {2, -1});
    m.AddConstInput<float>(TensorData(TensorType_FLOAT32, {}), {1});
    m.AddOutput(TensorType_FLOAT32);
    m.Build(BuiltinOperator_FILL);
  };
  EXPECT_DEATH(fill(), "Fill dimensions must be >= 0");
}

TEST(BinaryErrorTexts, OfShapes) {
  const auto add = [] {
    AnyModel m;
    m.AddInput({TensorType_FLOAT32, {2, 3}});
    m.AddInput({TensorType_FLOAT32, {4}});
    m.AddOutput(TensorType_FLOAT32);
    m.Build(BuiltinOperator_ADD, BuiltinOptions_AddOptions,
            CreateAddOptions(m.Builder()).Union());
  };
  EXPECT_DEATH(add(),
               "Given shapes, \\[2,3\\] and \\[4\\], are not "
               "broadcastable.");
  EXPECT_DEATH(add(), "Cannot allocate tensors");
}

// Returns the error that Invoke reports.
std::string ErrorOf(const std::function<void(AnyModel*)>& build_and_run) {
  AnyModel m;
  ::testing::internal::CaptureStderr();
  build_and_run(&m);
  return ::testing::internal::GetCapturedStderr();
}

TEST(IndexErrorTexts, OfGathers) {
  const std::string gather = ErrorOf([](AnyModel* m) {
    const int value = m->AddInput({TensorType_FLOAT32, {2}});
    const int index = m->AddInput({TensorType_INT32, {1}});
    m->AddOutput(TensorType_FLOAT32);
    m->Build(BuiltinOperator_GATHER, BuiltinOptions_GatherOptions,
             CreateGatherOptions(m->Builder()).Union());
    m->PopulateTensor<float>(value, {1, 2});
    m->PopulateTensor<int32_t>(index, {2});
    EXPECT_EQ(m->Invoke(), kTfLiteError);
  });
  EXPECT_NE(gather.find("gather index out of bounds"), std::string::npos)
      << gather;
  const std::string gather_nd = ErrorOf([](AnyModel* m) {
    const int value = m->AddInput({TensorType_FLOAT32, {2}});
    const int index = m->AddInput({TensorType_INT32, {1, 1}});
    m->AddOutput(TensorType_FLOAT32);
    m->Build(BuiltinOperator_GATHER_ND);
    m->PopulateTensor<float>(value, {1, 2});
    m->PopulateTensor<int32_t>(index, {-1});
    EXPECT_EQ(m->Invoke(), kTfLiteError);
  });
  EXPECT_NE(gather_nd.find("gather_nd index out of bounds"), std::string::npos)
      << gather_nd;
}

TEST(IndexErrorTexts, OfLookups) {
  const std::string text = ErrorOf([](AnyModel* m) {
    const int index = m->AddInput({TensorType_INT32, {1}});
    const int value = m->AddInput({TensorType_FLOAT32, {3, 1}});
    m->AddOutput(TensorType_FLOAT32);
    m->Build(BuiltinOperator_EMBEDDING_LOOKUP);
    m->PopulateTensor<float>(value, {1, 2, 3});
    m->PopulateTensor<int32_t>(index, {5});
    EXPECT_EQ(m->Invoke(), kTfLiteError);
  });
  EXPECT_NE(text.find("index out of bounds. Got 5, and bounds are [0, 2]"),
            std::string::npos)
      << text;
}

TEST(WhereErrorTexts, OfScalars) {
  const std::string text = ErrorOf([](AnyModel* m) {
    const int input = m->AddInput({TensorType_BOOL, {}});
    m->AddOutput({TensorType_INT64, {}});
    m->Build(BuiltinOperator_WHERE);
    m->PopulateTensor<bool>(input, {true});
    EXPECT_EQ(m->Invoke(), kTfLiteError);
  });
  EXPECT_NE(text.find("Where op requires condition w/ rank > 0"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace tflite
