#include "tools/evaluation/stages/inference_profiler_stage.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"
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
