#ifndef TOOLS_EVALUATION_STAGES_TFLITE_INFERENCE_STAGE_H_
#define TOOLS_EVALUATION_STAGES_TFLITE_INFERENCE_STAGE_H_

#include <memory>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/stages/model_runner.h"

namespace tflite {
namespace evaluation {

// The input and output tensors of a model. They belong to the stage.
struct TfLiteModelInfo {
  std::vector<const TfLiteTensor*> inputs;
  std::vector<const TfLiteTensor*> outputs;
};

// Runs a model on inputs in memory and measures its latency.
class TfliteInferenceStage : public EvaluationStage {
 public:
  explicit TfliteInferenceStage(const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override { return Init(nullptr); }
  // If `delegate_providers` is null, only the delegate in the config's
  // TfliteInferenceParams is applied.
  TfLiteStatus Init(const DelegateProviders* delegate_providers);
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // A buffer per input, of the tensor's size; read by Run.
  void SetInputs(const std::vector<void*>& raw_input_ptrs) {
    inputs_ = raw_input_ptrs;
  }
  // A buffer per output, until the next run.
  std::vector<void*>* GetOutputs() { return &outputs_; }
  const TfLiteModelInfo* GetModelInfo() const { return &info_; }

  // Null before Init.
  ModelRunner* runner() { return runner_.get(); }

 private:
  base::Status InitImpl(const DelegateProviders& providers);
  base::Status RunImpl();
  void UpdateModelInfo();

  std::unique_ptr<ModelRunner> runner_;
  TfLiteModelInfo info_;
  std::vector<void*> inputs_;
  std::vector<void*> outputs_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_TFLITE_INFERENCE_STAGE_H_
