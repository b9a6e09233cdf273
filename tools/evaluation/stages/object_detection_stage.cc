#include "tools/evaluation/stages/object_detection_stage.h"

#include <utility>

#include "tools/evaluation/stages/detection_outputs.h"
#include "tools/evaluation/stages/image_input.h"

namespace tflite {
namespace evaluation {

TfLiteStatus ObjectDetectionStage::Init(
    const DelegateProviders* delegate_providers) {
  if (!config_.specification().has_object_detection_params()) {
    return Logged(base::Invalid("the stage has no ObjectDetectionParams"));
  }
  const ObjectDetectionParams& params =
      config_.specification().object_detection_params();
  inference_ = std::make_unique<TfliteInferenceStage>(
      InferenceConfig(params.inference_params()));
  if (inference_->Init(delegate_providers) != kTfLiteOk) return kTfLiteError;
  const base::Status model = CheckModel();
  if (!model.ok()) return Logged(model);
  const TfLiteTensor& input = *inference_->GetModelInfo()->inputs[0];
  preprocessing_ =
      std::make_unique<ImagePreprocessingStage>(DetectionPreprocessing(
          input.type, input.dims->data[2], input.dims->data[1]));
  if (preprocessing_->Init() != kTfLiteOk) return kTfLiteError;
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

base::Status ObjectDetectionStage::CheckModel() const {
  const TfLiteModelInfo& info = *inference_->GetModelInfo();
  if (info.inputs.size() != 1) {
    return base::Invalid("the model has ", info.inputs.size(), " inputs");
  }
  TFLL_RETURN_IF_ERROR(CheckImageInput(*info.inputs[0]));
  return base::Annotate(CheckDetectionOutputs(*inference_->runner()),
                        "the model");
}

TfLiteStatus ObjectDetectionStage::Run() {
  if (precision_ == nullptr) {
    return Logged(base::Invalid("Run() before Init()"));
  }
  preprocessing_->SetImagePath(&image_path_);
  if (preprocessing_->Run() != kTfLiteOk) return kTfLiteError;
  inference_->SetInputs({preprocessing_->GetPreprocessedImageData()});
  if (inference_->Run() != kTfLiteOk) return kTfLiteError;
  const auto& params = config_.specification().object_detection_params();
  auto found =
      ReadDetections(*inference_->runner(),
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
  FillLatencies(preprocessing_.get(), inference_.get(), &metrics, result);
  *result->mutable_average_precision_metrics() =
      precision_->LatestMetrics()
          .process_metrics()
          .object_detection_average_precision_metrics();
  return metrics;
}

}  // namespace evaluation
}  // namespace tflite
