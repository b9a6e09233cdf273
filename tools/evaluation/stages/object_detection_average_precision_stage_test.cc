#include "tools/evaluation/stages/object_detection_average_precision_stage.h"

#include "gtest/gtest.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr float kError = 1e-6f;

void Add(int class_id, float score, float top, float left,
         ObjectDetectionResult* result) {
  auto* object = result->add_objects();
  object->set_class_id(class_id);
  object->set_score(score);
  auto* box = object->mutable_bounding_box();
  box->set_normalized_top(top);
  box->set_normalized_left(left);
  box->set_normalized_bottom(1);
  box->set_normalized_right(1);
}

ObjectDetectionResult Truth() {
  ObjectDetectionResult truth;
  Add(1, 1, 0.5f, 0.5f, &truth);
  Add(1, 1, 0, 0, &truth);
  Add(2, 1, 0.5f, 0.5f, &truth);
  return truth;
}

EvaluationStageConfig Config(const std::vector<float>& thresholds) {
  EvaluationStageConfig config;
  auto* params = config.mutable_specification()
                     ->mutable_object_detection_average_precision_params();
  params->set_num_classes(3);
  for (const float t : thresholds) params->add_iou_thresholds(t);
  return config;
}

ObjectDetectionAveragePrecisionMetrics Metrics(EvaluationStage* stage) {
  return stage->LatestMetrics()
      .process_metrics()
      .object_detection_average_precision_metrics();
}

// Values that TensorFlow Lite computes for these boxes.
TEST(ObjectDetectionAveragePrecisionStage, ThreeImages) {
  ObjectDetectionAveragePrecisionStage stage(Config({0.5f, 0.999f}));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  ObjectDetectionResult predicted;
  stage.SetEvalInputs(predicted, Truth());
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  EXPECT_EQ(Metrics(&stage).overall_mean_average_precision(), 0);

  stage.SetEvalInputs(Truth(), Truth());
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  EXPECT_NEAR(Metrics(&stage).overall_mean_average_precision(), 0.50495052f,
              kError);

  Add(1, 0.8f, 0.091f, 0.091f, &predicted);
  Add(1, 0.9f, 0.474f, 0.474f, &predicted);
  Add(1, 0.95f, 0.474f, 0.474f, &predicted);
  stage.SetEvalInputs(predicted, Truth());
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  const auto metrics = Metrics(&stage);
  ASSERT_EQ(metrics.individual_average_precisions_size(), 2);
  EXPECT_NEAR(metrics.individual_average_precisions(0).average_precision(),
              0.4841584f, kError);
  EXPECT_NEAR(metrics.individual_average_precisions(1).average_precision(),
              0.33663365f, kError);
  EXPECT_NEAR(metrics.overall_mean_average_precision(), 0.41039604f, kError);
  EXPECT_EQ(stage.LatestMetrics().num_runs(), 3);
}

TEST(ObjectDetectionAveragePrecisionStage, DefaultThresholds) {
  ObjectDetectionAveragePrecisionStage stage(Config({}));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  stage.SetEvalInputs(Truth(), Truth());
  ASSERT_EQ(stage.Run(), kTfLiteOk);
  const auto metrics = Metrics(&stage);
  EXPECT_EQ(metrics.overall_mean_average_precision(), 1);
  EXPECT_EQ(metrics.individual_average_precisions_size(), 10);
}

TEST(ObjectDetectionAveragePrecisionStage, RefusesUnknownClasses) {
  ObjectDetectionAveragePrecisionStage stage(Config({}));
  EXPECT_EQ(stage.Run(), kTfLiteError);
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  ObjectDetectionResult other;
  Add(3, 1, 0, 0, &other);
  stage.SetEvalInputs(other, Truth());
  EXPECT_EQ(stage.Run(), kTfLiteError);
  stage.SetEvalInputs(Truth(), other);
  EXPECT_EQ(stage.Run(), kTfLiteError);
  ObjectDetectionAveragePrecisionStage empty((EvaluationStageConfig()));
  EXPECT_EQ(empty.Init(), kTfLiteError);
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
