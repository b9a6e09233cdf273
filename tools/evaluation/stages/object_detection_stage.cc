#include "tools/evaluation/stages/object_detection_stage.h"

#include <utility>

#include "tools/evaluation/stages/detection_outputs.h"
#include "tools/evaluation/stages/image_input.h"

namespace tflite {
namespace evaluation {

namespace {

base::Status CheckModel(TfliteInferenceStage* inference) {
  const TfLiteModelInfo& info = *inference->GetModelInfo();
  if (info.inputs.size() != 1) {
    return base::Invalid("the model has ", info.inputs.size(), " inputs");
  }
  TFLL_RETURN_IF_ERROR(CheckImageInput(*info.inputs[0]));
  return base::Annotate(CheckDetectionOutputs(*inference->runner()),
                        "the model");
}

}  // namespace

TfLiteStatus ObjectDetectionStage::Init(
    const DelegateProviders* delegate_providers) {
  if (!config_.specification().has_object_detection_params()) {
    return Logged(base::Invalid("the stage has no ObjectDetectionParams"));
  }
  const ObjectDetectionParams& params =
      config_.specification().object_detection_params();
  if (images_.Init(params.inference_params(), delegate_providers, CheckModel,
                   DetectionPreprocessing) != kTfLiteOk) {
    return kTfLiteError;
  }
  EvaluationStageConfig config;
  config.set_name("average_precision");
  auto* ap = config.mutable_specification()
                 ->mutable_object_detection_average_precision_params();
  *ap = params.ap_params();
  if (!ap->has_num_classes()) {
    ap->set_num_classes(static_cast<int>(labels_.size()));
  }
  precision_ = std::make_unique<ObjectDetectionAveragePrecisionStage>(config);
  return precision_->Init();
}

TfLiteStatus ObjectDetectionStage::Run() {
  if (precision_ == nullptr) {
    return Logged(base::Invalid("Run() before Init()"));
  }
  if (images_.Run(&image_path_) != kTfLiteOk) return kTfLiteError;
  const auto& params = config_.specification().object_detection_params();
  auto found =
      ReadDetections(*images_.inference()->runner(),
                     params.has_class_offset() ? params.class_offset() : 1);
  if (!found.ok()) return Logged(base::Annotate(found.status(), image_path_));
  prediction_ = *std::move(found);
  prediction_.set_image_name(truth_.image_name());
  precision_->SetEvalInputs(prediction_, truth_);
  return precision_->Run();
}

EvaluationStageMetrics ObjectDetectionStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (precision_ == nullptr) return metrics;
  auto* result =
      metrics.mutable_process_metrics()->mutable_object_detection_metrics();
  images_.FillLatencies(&metrics, result);
  *result->mutable_average_precision_metrics() =
      precision_->LatestMetrics()
          .process_metrics()
          .object_detection_average_precision_metrics();
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
