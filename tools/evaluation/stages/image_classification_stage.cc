#include "tools/evaluation/stages/image_classification_stage.h"

#include <utility>

#include "tools/evaluation/files_and_delegates.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

namespace {

base::Status CheckModel(TfliteInferenceStage* inference) {
  const TfLiteModelInfo& info = *inference->GetModelInfo();
  if (info.inputs.size() != 1 || info.outputs.size() != 1) {
    return base::Invalid("the model has ", info.inputs.size(), " inputs and ",
                         info.outputs.size(), " outputs, not one of each");
  }
  return CheckImageInput(*info.inputs[0]);
}

}  // namespace

TfLiteStatus ImageClassificationStage::Init(
    const DelegateProviders* delegate_providers) {
  if (!config_.specification().has_image_classification_params()) {
    return Logged(base::Invalid("the stage has no ImageClassificationParams"));
  }
  const ImageClassificationParams& params =
      config_.specification().image_classification_params();
  if (images_.Init(params.inference_params(), delegate_providers, CheckModel,
                   ClassificationPreprocessing) != kTfLiteOk) {
    return kTfLiteError;
  }
  if (!params.has_topk_accuracy_eval_params()) return kTfLiteOk;
  EvaluationStageConfig config;
  config.set_name("topk_accuracy");
  *config.mutable_specification()->mutable_topk_accuracy_eval_params() =
      params.topk_accuracy_eval_params();
  accuracy_ = std::make_unique<TopkAccuracyEvalStage>(config);
  const TfLiteTensor& output = *images_.inference()->GetModelInfo()->outputs[0];
  accuracy_->SetTaskInfo(labels_, output.type, output.dims);
  return accuracy_->Init();
}

TfLiteStatus ImageClassificationStage::Run() {
  if (!images_.ready()) return Logged(base::Invalid("Run() before Init()"));
  if (images_.Run(&image_path_) != kTfLiteOk) return kTfLiteError;
  if (accuracy_ == nullptr) return kTfLiteOk;
  accuracy_->SetEvalInputs(images_.inference()->GetOutputs()->at(0), &truth_);
  return accuracy_->Run();
}

EvaluationStageMetrics ImageClassificationStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  if (!images_.ready()) return metrics;
  auto* result =
      metrics.mutable_process_metrics()->mutable_image_classification_metrics();
  images_.FillLatencies(&metrics, result);
  if (accuracy_ != nullptr) {
    *result->mutable_topk_accuracy_metrics() =
        accuracy_->LatestMetrics().process_metrics().topk_accuracy_metrics();
  }
  return metrics;
}

base::StatusOr<std::vector<bool>> ReadDenylist(const std::string& path,
                                               size_t count) {
  std::vector<std::string> lines;
  if (!ReadFileLines(path, &lines)) return base::Invalid("cannot read ", path);
  std::vector<bool> denied(count);
  for (const std::string& line : lines) {
    const bool digits =
        !line.empty() && line.size() <= 9 &&
        line.find_first_not_of("0123456789") == std::string::npos;
    const size_t number = digits ? std::stoul(line) : 0;
    if (number < 1 || number > count) {
      return base::Invalid(path, ": \"", line,
                           "\" is not the number of an image");
    }
    if (denied[number - 1]) return base::Invalid(path, " has ", line, " twice");
    denied[number - 1] = true;
  }
  return denied;
}

TfLiteStatus FilterDenyListedImages(const std::string& denylist_file_path,
                                    std::vector<ImageLabel>* image_labels) {
  const auto denied = ReadDenylist(denylist_file_path, image_labels->size());
  if (!denied.ok()) return Logged(denied.status());
  std::vector<ImageLabel> kept;
  for (size_t i = 0; i < image_labels->size(); ++i) {
    if (!(*denied)[i]) kept.push_back(std::move((*image_labels)[i]));
  }
  *image_labels = std::move(kept);
  return kTfLiteOk;
}

}  // namespace evaluation
}  // namespace tflite
