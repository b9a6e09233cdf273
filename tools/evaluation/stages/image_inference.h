#ifndef TOOLS_EVALUATION_STAGES_IMAGE_INFERENCE_H_
#define TOOLS_EVALUATION_STAGES_IMAGE_INFERENCE_H_

#include <functional>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/stages/image_preprocessing_stage.h"
#include "tools/evaluation/stages/tflite_inference_stage.h"

namespace tflite {
namespace evaluation {

// The two stages with which classification and detection begin: preprocessing
// of an image, and inference. Errors are logged.
class ImageInference {
 public:
  // Checks the model's tensors before its input is read.
  using Check = std::function<base::Status(TfliteInferenceStage*)>;
  using Preprocessing = EvaluationStageConfig (*)(TfLiteType type, int width,
                                                  int height);

  TfLiteStatus Init(const TfliteInferenceParams& params,
                    const DelegateProviders* delegate_providers,
                    const Check& check, Preprocessing preprocessing);
  // Whether Init has succeeded.
  bool ready() const { return ready_; }
  TfLiteStatus Run(std::string* image_path);

  // Of the model; after Init.
  TfliteInferenceStage* inference() const { return inference_.get(); }

  // Fills in the metrics that classification and detection have in common.
  template <typename Metrics>
  void FillLatencies(EvaluationStageMetrics* metrics, Metrics* result) const {
    const EvaluationStageMetrics run = inference_->LatestMetrics();
    metrics->set_num_runs(run.num_runs());
    *result->mutable_pre_processing_latency() =
        preprocessing_->LatestMetrics().process_metrics().total_latency();
    *result->mutable_inference_latency() =
        run.process_metrics().total_latency();
    *result->mutable_inference_metrics() =
        run.process_metrics().tflite_inference_metrics();
  }

 private:
  bool ready_ = false;
  std::unique_ptr<ImagePreprocessingStage> preprocessing_;
  std::unique_ptr<TfliteInferenceStage> inference_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_IMAGE_INFERENCE_H_
