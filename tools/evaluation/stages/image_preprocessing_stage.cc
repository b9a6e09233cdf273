#include "tools/evaluation/stages/image_preprocessing_stage.h"

#include "tools/evaluation/stages/model_runner.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr size_t kSpareBytes = 16;

void SetSize(uint32_t width, uint32_t height, ImageSize* size) {
  size->set_width(width);
  size->set_height(height);
}

}  // namespace

TfLiteStatus ImagePreprocessingStage::Init() {
  if (!config_.specification().has_image_preprocessing_params()) {
    return Logged(base::Invalid("the stage has no ImagePreprocessingParams"));
  }
  auto preprocessor = Preprocessor::Create(
      config_.specification().image_preprocessing_params());
  if (!preprocessor.ok()) return Logged(preprocessor.status());
  preprocessor_ = *std::move(preprocessor);
  return kTfLiteOk;
}

TfLiteStatus ImagePreprocessingStage::Run() {
  if (!preprocessor_) return Logged(base::Invalid("Run() before Init()"));
  if (image_path_ == nullptr) return Logged(base::Invalid("no image is set"));
  const int64_t start = NowMicros();
  auto bytes = preprocessor_->Run(*image_path_);
  if (!bytes.ok()) return Logged(bytes.status());
  data_ = *std::move(bytes);
  if (config_.specification().image_preprocessing_params().output_type() !=
      kTfLiteFloat32) {
    data_.append(kSpareBytes, '\0');
  }
  latency_.UpdateStat(NowMicros() - start);
  return kTfLiteOk;
}

EvaluationStageMetrics ImagePreprocessingStage::LatestMetrics() {
  EvaluationStageMetrics metrics;
  *metrics.mutable_process_metrics()->mutable_total_latency() =
      LatencyOf(latency_);
  metrics.set_num_runs(static_cast<int>(latency_.count()));
  return metrics;
}

void* ImagePreprocessingStage::GetPreprocessedImageData() {
  return latency_.empty() ? nullptr : &data_[0];
}

ImagePreprocessingConfigBuilder::ImagePreprocessingConfigBuilder(
    const std::string& name, TfLiteType output_type) {
  config_.set_name(name);
  config_.mutable_specification()
      ->mutable_image_preprocessing_params()
      ->set_output_type(static_cast<int>(output_type));
}

ImagePreprocessingStepParams* ImagePreprocessingConfigBuilder::AddStep() {
  return config_.mutable_specification()
      ->mutable_image_preprocessing_params()
      ->add_steps();
}

void ImagePreprocessingConfigBuilder::AddCroppingStep(
    float cropping_fraction, bool use_square_cropping) {
  CroppingParams* params = AddStep()->mutable_cropping_params();
  params->set_cropping_fraction(cropping_fraction);
  params->set_square_cropping(use_square_cropping);
}

void ImagePreprocessingConfigBuilder::AddCroppingStep(
    uint32_t width, uint32_t height, bool use_square_cropping) {
  CroppingParams* params = AddStep()->mutable_cropping_params();
  SetSize(width, height, params->mutable_target_size());
  params->set_square_cropping(use_square_cropping);
}

void ImagePreprocessingConfigBuilder::AddResizingStep(uint32_t width,
                                                      uint32_t height,
                                                      bool aspect_preserving) {
  ResizingParams* params = AddStep()->mutable_resizing_params();
  SetSize(width, height, params->mutable_target_size());
  params->set_aspect_preserving(aspect_preserving);
}

void ImagePreprocessingConfigBuilder::AddPaddingStep(uint32_t width,
                                                     uint32_t height,
                                                     int value) {
  PaddingParams* params = AddStep()->mutable_padding_params();
  SetSize(width, height, params->mutable_target_size());
  params->set_padding_value(value);
}

void ImagePreprocessingConfigBuilder::AddSquarePaddingStep(int value) {
  PaddingParams* params = AddStep()->mutable_padding_params();
  params->set_square_padding(true);
  params->set_padding_value(value);
}

void ImagePreprocessingConfigBuilder::AddPerChannelNormalizationStep(
    float r_mean, float g_mean, float b_mean, float scale) {
  NormalizationParams* params = AddStep()->mutable_normalization_params();
  params->mutable_means()->set_r_mean(r_mean);
  params->mutable_means()->set_g_mean(g_mean);
  params->mutable_means()->set_b_mean(b_mean);
  params->set_scale(scale);
}

void ImagePreprocessingConfigBuilder::AddNormalizationStep(float mean,
                                                           float scale) {
  NormalizationParams* params = AddStep()->mutable_normalization_params();
  params->set_channelwise_mean(mean);
  params->set_scale(scale);
}

void ImagePreprocessingConfigBuilder::AddDefaultNormalizationStep() {
  switch (config_.specification().image_preprocessing_params().output_type()) {
    case kTfLiteFloat32:
      return AddNormalizationStep(127.5f, 1.0f / 127.5f);
    case kTfLiteInt8:
      return AddNormalizationStep(128.0f, 1.0f);
    default:
      return;
  }
}

}  // namespace evaluation
}  // namespace tflite
