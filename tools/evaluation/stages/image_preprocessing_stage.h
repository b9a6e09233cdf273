#ifndef TOOLS_EVALUATION_STAGES_IMAGE_PREPROCESSING_STAGE_H_
#define TOOLS_EVALUATION_STAGES_IMAGE_PREPROCESSING_STAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/proto/evaluation_config.pb.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace evaluation {

// Converts image files to the input of a model; see Preprocessor.
class ImagePreprocessingStage : public EvaluationStage {
 public:
  explicit ImagePreprocessingStage(const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override;
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // The file that Run reads. The string must outlive the runs.
  void SetImagePath(std::string* image_path) { image_path_ = image_path; }

  // The result of the last run, until the next one; null before the first.
  // Results of UINT8 and INT8 are followed by 16 spare bytes.
  void* GetPreprocessedImageData();

 private:
  std::optional<Preprocessor> preprocessor_;
  std::string* image_path_ = nullptr;
  std::string data_;
  tensorflow::Stat<int64_t> latency_;
};

// Builds the configuration of the stage step by step.
class ImagePreprocessingConfigBuilder {
 public:
  ImagePreprocessingConfigBuilder(const std::string& name,
                                  TfLiteType output_type);

  // Crops the middle: a fraction of the sides, or a size in pixels.
  void AddCroppingStep(float cropping_fraction,
                       bool use_square_cropping = false);
  void AddCroppingStep(uint32_t width, uint32_t height,
                       bool use_square_cropping = false);
  void AddResizingStep(uint32_t width, uint32_t height, bool aspect_preserving);
  void AddPaddingStep(uint32_t width, uint32_t height, int value);
  // Init of the stage refuses this step: it has no size.
  void AddSquarePaddingStep(int value);
  void AddPerChannelNormalizationStep(float r_mean, float g_mean, float b_mean,
                                      float scale);
  void AddNormalizationStep(float mean, float scale);
  // FLOAT32: to [-1, 1]; INT8: minus 128; UINT8: none.
  void AddDefaultNormalizationStep();

  EvaluationStageConfig build() { return config_; }

 private:
  ImagePreprocessingStepParams* AddStep();

  EvaluationStageConfig config_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_IMAGE_PREPROCESSING_STAGE_H_
