#include "tools/evaluation/stages/object_detection_average_precision_stage.h"

#include "tools/evaluation/run/results.h"
#include "tools/evaluation/stages/detection_outputs.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

TfLiteStatus ObjectDetectionAveragePrecisionStage::Init() {
  images_.clear();
  if (!config_.specification()
           .has_object_detection_average_precision_params()) {
    return Logged(base::Invalid(
        "the stage has no ObjectDetectionAveragePrecisionParams"));
  }
  const auto& params =
      config_.specification().object_detection_average_precision_params();
  if (!params.has_num_classes() || params.num_classes() < 1) {
    return Logged(base::Invalid("num_classes is ", params.num_classes()));
  }
  num_classes_ = params.num_classes();
  return kTfLiteOk;
}

TfLiteStatus ObjectDetectionAveragePrecisionStage::Run() {
  if (num_classes_ < 0) return Logged(base::Invalid("Run() before Init()"));
  base::Status status =
      CheckClasses(predicted_, num_classes_, "the prediction");
  status.Update(CheckClasses(truth_, num_classes_, "the truth"));
  if (!status.ok()) return Logged(status);
  ImageRecord record;
  *record.mutable_truth() = truth_;
  *record.mutable_prediction()->mutable_objects() = predicted_.objects();
  images_.push_back(BoxesOf(record, record.prediction()));
  return kTfLiteOk;
}

EvaluationStageMetrics ObjectDetectionAveragePrecisionStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (images_.empty()) return metrics;
  metrics.set_num_runs(static_cast<int>(images_.size()));
  FillPrecision(
      MeanAveragePrecision(
          images_,
          PrecisionParamsOf(config_.specification()
                                .object_detection_average_precision_params())),
      metrics.mutable_process_metrics()
          ->mutable_object_detection_average_precision_metrics());
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
