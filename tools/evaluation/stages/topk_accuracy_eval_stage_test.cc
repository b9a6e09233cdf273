#include "tools/evaluation/stages/topk_accuracy_eval_stage.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/evaluation/metrics/topk.h"

namespace tflite {
namespace evaluation {
namespace {

using ::testing::ElementsAre;

TEST(TopK, BreaksTiesByPosition) {
  EXPECT_THAT(TopK({1, 3, 3, 2, 3}, 4), ElementsAre(1, 2, 4, 3));
  EXPECT_THAT(TopK({1, NAN, 2}, 3), ElementsAre(2, 0, 1));
  EXPECT_THAT(TopK({1, 2}, 5), ElementsAre(1, 0));
}

TEST(TopK, LabelsMayRepeat) {
  const std::vector<std::string> labels = {"crane", "cat", "crane"};
  EXPECT_EQ(RankOf({1, 2, 0}, labels, "crane"), 2);
  EXPECT_EQ(RankOf({1}, labels, "crane"), 0);
}

class StageTest : public ::testing::Test {
 protected:
  StageTest() : shape_(TfLiteIntArrayCreate(2), TfLiteIntArrayFree) {
    shape_->data[0] = 1;
    shape_->data[1] = 3;
  }
  static EvaluationStageConfig Config(int k) {
    EvaluationStageConfig config;
    config.mutable_specification()->mutable_topk_accuracy_eval_params()->set_k(
        k);
    return config;
  }
  template <typename T>
  void Run(TopkAccuracyEvalStage* stage, std::vector<T> output,
           std::string truth) {
    stage->SetEvalInputs(output.data(), &truth);
    ASSERT_EQ(stage->Run(), kTfLiteOk);
  }
  static std::vector<float> Accuracies(TopkAccuracyEvalStage* stage) {
    const auto metrics =
        stage->LatestMetrics().process_metrics().topk_accuracy_metrics();
    return {metrics.topk_accuracies().begin(), metrics.topk_accuracies().end()};
  }

  const std::vector<std::string> labels_ = {"a", "b", "c"};
  std::unique_ptr<TfLiteIntArray, void (*)(TfLiteIntArray*)> shape_;
};

TEST_F(StageTest, CountsFromEachRankOn) {
  TopkAccuracyEvalStage stage(Config(2));
  stage.SetTaskInfo(labels_, kTfLiteFloat32, shape_.get());
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  Run<float>(&stage, {0.1f, 0.7f, 0.2f}, "b");
  Run<float>(&stage, {0.1f, 0.7f, 0.2f}, "c");
  Run<float>(&stage, {0.1f, 0.7f, 0.2f}, "a");
  Run<float>(&stage, {0.1f, 0.7f, 0.2f}, "d");
  EXPECT_THAT(Accuracies(&stage), ElementsAre(0.25f, 0.5f));
}

TEST_F(StageTest, ReadsQuantizedOutputs) {
  TopkAccuracyEvalStage stage(Config(1));
  stage.SetTaskInfo(labels_, kTfLiteInt8, shape_.get());
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  Run<int8_t>(&stage, {-128, 5, 100}, "c");
  EXPECT_THAT(Accuracies(&stage), ElementsAre(1.0f));
  stage.SetTaskInfo(labels_, kTfLiteUInt8, shape_.get());
  ASSERT_EQ(stage.Init(), kTfLiteOk);
  Run<uint8_t>(&stage, {200, 5, 100}, "a");
  EXPECT_THAT(Accuracies(&stage), ElementsAre(1.0f));
}

TEST_F(StageTest, RefusesOtherOutputs) {
  TopkAccuracyEvalStage stage(Config(4));
  EXPECT_EQ(stage.Run(), kTfLiteError);
  stage.SetTaskInfo(labels_, kTfLiteFloat32, shape_.get());
  EXPECT_EQ(stage.Init(), kTfLiteError);
  TopkAccuracyEvalStage types(Config(1));
  types.SetTaskInfo(labels_, kTfLiteInt32, shape_.get());
  EXPECT_EQ(types.Init(), kTfLiteError);
  shape_->data[1] = 4;
  types.SetTaskInfo(labels_, kTfLiteFloat32, shape_.get());
  EXPECT_EQ(types.Init(), kTfLiteError);
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
