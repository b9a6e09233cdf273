#include "tools/evaluation/stages/image_inference.h"

#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

TfLiteStatus ImageInference::Init(const TfliteInferenceParams& params,
                                  const DelegateProviders* delegate_providers,
                                  const Check& check,
                                  Preprocessing preprocessing) {
  ready_ = false;
  EvaluationStageConfig config;
  config.set_name("tflite_inference");
  *config.mutable_specification()->mutable_tflite_inference_params() = params;
  inference_ = std::make_unique<TfliteInferenceStage>(config);
  if (inference_->Init(delegate_providers) != kTfLiteOk) return kTfLiteError;
  const base::Status model = check(inference_.get());
  if (!model.ok()) return Logged(model);
  const TfLiteTensor& input = *inference_->GetModelInfo()->inputs[0];
  preprocessing_ = std::make_unique<ImagePreprocessingStage>(
      preprocessing(input.type, input.dims->data[2], input.dims->data[1]));
  if (preprocessing_->Init() != kTfLiteOk) return kTfLiteError;
  ready_ = true;
  return kTfLiteOk;
}

TfLiteStatus ImageInference::Run(std::string* image_path) {
  preprocessing_->SetImagePath(image_path);
  if (preprocessing_->Run() != kTfLiteOk) return kTfLiteError;
  inference_->SetInputs({preprocessing_->GetPreprocessedImageData()});
  return inference_->Run();
}

}  // namespace evaluation
}  // namespace tflite
