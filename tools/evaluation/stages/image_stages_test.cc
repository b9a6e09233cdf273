// The stages of whole tasks, on the shipped sets.

#include <algorithm>
#include <fstream>
#include <unordered_map>

#include "gtest/gtest.h"
#include "tools/evaluation/files_and_delegates.h"
#include "tools/evaluation/stages/image_classification_stage.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/evaluation/stages/object_detection_stage.h"

namespace tflite {
namespace evaluation {
namespace {

const std::string kData = "examples/detection/";

EvaluationStageConfig DetectionConfig(const std::string& model) {
  EvaluationStageConfig config;
  config.mutable_specification()
      ->mutable_object_detection_params()
      ->mutable_inference_params()
      ->set_model_file_path(kData + model);
  return config;
}

TfLiteIntArray* BuildArray(const std::vector<int>& values) {
  TfLiteIntArray* array = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), array->data);
  return array;
}

std::vector<std::string> LinesOf(const std::string& file) {
  std::vector<std::string> lines;
  EXPECT_TRUE(ReadFileLines(kData + file, &lines));
  return lines;
}

TEST(ObjectDetectionStage, DetectsShapes) {
  std::unordered_map<std::string, ObjectDetectionResult> truth;
  ASSERT_EQ(PopulateGroundTruth(kData + "shapes/ground_truth.pbtxt", &truth),
            kTfLiteOk);
  EXPECT_EQ(truth.size(), 40u);
  ObjectDetectionStage stage(DetectionConfig("shapes_float.tflite"));
  stage.SetAllLabels(LinesOf("shapes/labels.txt"));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  for (const auto& [name, objects] : truth) {
    stage.SetInputs(kData + "shapes/images/" + name, objects);
    ASSERT_EQ(stage.Run(), kTfLiteOk);
  }
  EXPECT_GT(stage.GetLatestPrediction()->objects_size(), 0);
  const EvaluationStageMetrics metrics = stage.LatestMetrics();
  EXPECT_EQ(metrics.num_runs(), 40);
  const auto& result = metrics.process_metrics().object_detection_metrics();
  EXPECT_GT(result.average_precision_metrics().overall_mean_average_precision(),
            0.7f);
  EXPECT_EQ(result.inference_metrics().num_inferences(), 40);
  EXPECT_GT(result.pre_processing_latency().sum_us(), 0);
  EXPECT_GT(result.inference_latency().sum_us(), 0);

  stage.SetInputs("/none.jpg", {});
  EXPECT_EQ(stage.Run(), kTfLiteError);
}

TEST(ObjectDetectionStage, RefusesOtherModels) {
  ObjectDetectionStage classifier(DetectionConfig("digits_rgb_float.tflite"));
  classifier.SetAllLabels({"a"});
  EXPECT_EQ(classifier.Init(), kTfLiteError);
  EXPECT_EQ(classifier.Run(), kTfLiteError);
  ObjectDetectionStage none(DetectionConfig("none.tflite"));
  EXPECT_EQ(none.Init(), kTfLiteError);
  // Without labels there are no classes.
  ObjectDetectionStage unlabelled(DetectionConfig("shapes_float.tflite"));
  EXPECT_EQ(unlabelled.Init(), kTfLiteError);
}

// The interpreter makes unknown sizes 1; images of one pixel mean nothing.
TEST(ImageInput, RefusesUnknownSizes) {
  TfLiteTensor input{};
  const auto accepts = [&input](std::vector<int> shape,
                                std::vector<int> signature) {
    input.dims = BuildArray(shape);
    TfLiteIntArray* array = BuildArray(signature);
    input.dims_signature = array;
    const bool ok = CheckImageInput(input).ok();
    TfLiteIntArrayFree(input.dims);
    TfLiteIntArrayFree(array);
    return ok;
  };
  EXPECT_TRUE(accepts({1, 8, 9, 3}, {}));
  EXPECT_TRUE(accepts({1, 8, 9, 3}, {1, 8, 9, 3}));
  EXPECT_TRUE(accepts({1, 8, 9, 3}, {-1, 8, 9, 3}));
  EXPECT_FALSE(accepts({1, 1, 9, 3}, {1, -1, 9, 3}));
  EXPECT_FALSE(accepts({1, 1, 1, 3}, {-1, -1, -1, 3}));
  EXPECT_FALSE(accepts({2, 8, 9, 3}, {}));
  EXPECT_FALSE(accepts({1, 8, 9, 1}, {}));
  EXPECT_FALSE(accepts({8, 9, 3}, {}));
}

TEST(ImageClassificationStage, ReadsQuantizedModels) {
  EvaluationStageConfig config;
  auto* params =
      config.mutable_specification()->mutable_image_classification_params();
  params->mutable_inference_params()->set_model_file_path(
      kData + "digits_rgb_int8.tflite");
  params->mutable_topk_accuracy_eval_params()->set_k(5);
  ImageClassificationStage stage(config);
  stage.SetAllLabels(LinesOf("digits/labels.txt"));
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  const std::vector<std::string> truth = LinesOf("digits/truth.txt");
  std::vector<std::string> images;
  ASSERT_EQ(GetSortedFileNames(kData + "digits/images", &images), kTfLiteOk);
  ASSERT_EQ(images.size(), truth.size());
  for (size_t i = 0; i < images.size(); ++i) {
    stage.SetInputs(images[i], truth[i]);
    ASSERT_EQ(stage.Run(), kTfLiteOk);
  }
  const auto metrics =
      stage.LatestMetrics().process_metrics().image_classification_metrics();
  ASSERT_EQ(metrics.topk_accuracy_metrics().topk_accuracies_size(), 5);
  EXPECT_GT(metrics.topk_accuracy_metrics().topk_accuracies(0), 0.85f);
}

TEST(ImageClassificationStage, LeavesOutDeniedImages) {
  const std::string path = ::testing::TempDir() + "/deny";
  std::vector<ImageLabel> images = {{"a", "1"}, {"b", "2"}, {"c", "3"}};
  std::ofstream(path) << "2\n";
  ASSERT_EQ(FilterDenyListedImages(path, &images), kTfLiteOk);
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[1].image, "c");
  std::ofstream(path) << "3\n";
  EXPECT_EQ(FilterDenyListedImages(path, &images), kTfLiteError);
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
