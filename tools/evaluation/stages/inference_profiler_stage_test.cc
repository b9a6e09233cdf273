#include "tools/evaluation/stages/inference_profiler_stage.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "tools/evaluation/stages/model_runner.h"

namespace tflite {
namespace evaluation {
namespace {

EvaluationStageConfig Config(const std::string& model) {
  EvaluationStageConfig config;
  auto* params =
      config.mutable_specification()->mutable_tflite_inference_params();
  params->set_model_file_path(model);
  params->set_num_threads(1);
  return config;
}

TEST(InferenceProfilerStage, SameKernelsAreNoDistanceApart) {
  InferenceProfilerStage stage(Config("examples/digits/digits_int8.tflite"));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  const EvaluationStageMetrics metrics = stage.LatestMetrics();
  EXPECT_EQ(metrics.num_runs(), 2);
  const auto& profiler = metrics.process_metrics().inference_profiler_metrics();
  ASSERT_EQ(profiler.output_errors_size(), 1);
  EXPECT_TRUE(profiler.output_errors(0).has_avg_value());
  EXPECT_EQ(profiler.output_errors(0).avg_value(), 0);
  EXPECT_TRUE(profiler.reference_latency().has_avg_us());
  EXPECT_TRUE(profiler.test_latency().has_avg_us());
}

// h = x + h, where h is kept between runs.
std::string ModelWithState() {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  const auto one = fault::BytesOf<float>({1});
  const int x = fault::AddTensor(&model, 0, "x", TensorType_FLOAT32, {1, 1});
  const int weights =
      fault::AddConstant(&model, 0, "w", TensorType_FLOAT32, {1, 1}, one);
  const int bias = fault::AddConstant(&model, 0, "b", TensorType_FLOAT32, {1},
                                      fault::BytesOf<float>({0}));
  const int state =
      fault::AddTensor(&model, 0, "h", TensorType_FLOAT32, {1, 1});
  const int y = fault::AddTensor(&model, 0, "y", TensorType_FLOAT32, {1, 1});
  SubGraphT& graph = *model.subgraphs[0];
  graph.tensors[state]->is_variable = true;
  graph.inputs = {x};
  graph.outputs = {y};
  fault::AddNode(&model, 0, BuiltinOperator_RNN,
                 {x, weights, weights, bias, state}, {y})
      ->builtin_options.Set(RNNOptionsT());
  const std::string path = testing::TempDir() + "/state.tflite";
  std::ofstream(path, std::ios::binary) << fault::Pack(model);
  return path;
}

TEST(InferenceProfilerStage, ResultsDoNotDependOnOtherRuns) {
  EvaluationStageConfig config = Config(ModelWithState());
  config.mutable_specification()
      ->mutable_tflite_inference_params()
      ->set_invocations_per_run(3);
  InferenceProfilerStage stage(config);
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  std::vector<float> results;
  for (const int run : {5, 4, 5}) {
    stage.SetNextRun(run);
    ASSERT_EQ(stage.Run(), kTfLiteOk);
    EXPECT_EQ(stage.last_errors(), std::vector<float>{0});
    results.push_back(stage.test().output(0).data.f[0]);
  }
  EXPECT_NE(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

// A graph input that is a constant keeps its contents.
TEST(InferenceProfilerStage, LeavesConstantInputsAlone) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->inputs.push_back(1);
  const std::string path = testing::TempDir() + "/constant_input.tflite";
  std::ofstream(path, std::ios::binary) << fault::Pack(model);
  InferenceProfilerStage stage(Config(path));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  EXPECT_EQ(stage.Run(), kTfLiteOk);
  const auto runner = ModelRunner::Create(path, {}, {});
  ASSERT_TRUE(runner.ok()) << runner.status();
  const base::Status set = (*runner)->SetInput(1, std::string(24, 0));
  EXPECT_EQ(set.message(), "input 1 is a constant of the model");
}

TEST(InferenceProfilerStage, RefusesAMissingModelAndDelegate) {
  InferenceProfilerStage no_model(Config("/nonexistent.tflite"));
  EXPECT_EQ(no_model.Init(), kTfLiteError);
  EXPECT_EQ(no_model.Run(), kTfLiteError);

  EvaluationStageConfig config = Config("examples/digits/digits_int8.tflite");
  config.mutable_specification()
      ->mutable_tflite_inference_params()
      ->set_delegate(TfliteInferenceParams::NNAPI);
  InferenceProfilerStage no_delegate(config);
  EXPECT_EQ(no_delegate.Init(), kTfLiteError);
}

struct Tensor {
  template <typename T>
  Tensor(TfLiteType type, std::vector<T>* values) {
    t.type = type;
    t.dims = TfLiteIntArrayCreate(1);
    t.dims->data[0] = static_cast<int>(values->size());
    t.data.data = values->data();
    t.bytes = values->size() * sizeof(T);
  }
  ~Tensor() { TfLiteIntArrayFree(t.dims); }
  TfLiteTensor t{};
};

TEST(MeanDistance, AveragesAbsoluteDifferences) {
  std::vector<float> a = {1, 2, 3, 4}, b = {1, 3, 1, 5};
  const Tensor x(kTfLiteFloat32, &a), y(kTfLiteFloat32, &b);
  const auto mean = MeanDistance(x.t, y.t);
  ASSERT_TRUE(mean.ok());
  EXPECT_FLOAT_EQ(*mean, 1.0f);
}

TEST(MeanDistance, EqualSpecialValuesAreNotApart) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> a = {NAN, inf}, b = {NAN, inf}, c = {0, inf};
  const Tensor x(kTfLiteFloat32, &a), y(kTfLiteFloat32, &b),
      z(kTfLiteFloat32, &c);
  EXPECT_EQ(*MeanDistance(x.t, y.t), 0);
  EXPECT_TRUE(std::isnan(*MeanDistance(x.t, z.t)));
}

TEST(MeanDistance, RefusesOtherTypesAndShapes) {
  std::vector<int8_t> a = {1, 2}, b = {1};
  std::vector<uint8_t> c = {1, 2};
  const Tensor x(kTfLiteInt8, &a), y(kTfLiteInt8, &b), z(kTfLiteUInt8, &c);
  EXPECT_FALSE(MeanDistance(x.t, y.t).ok());
  EXPECT_FALSE(MeanDistance(x.t, z.t).ok());
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
