#ifndef TOOLS_EVALUATION_STAGES_TOPK_ACCURACY_EVAL_STAGE_H_
#define TOOLS_EVALUATION_STAGES_TOPK_ACCURACY_EVAL_STAGE_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/evaluation_stage.h"

namespace tflite {
namespace evaluation {

// The fractions of images whose label is among the k classes with the largest
// values, for each k up to that of TopkAccuracyEvalParams.
class TopkAccuracyEvalStage : public EvaluationStage {
 public:
  explicit TopkAccuracyEvalStage(const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override;
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // Call before Init: the names of all classes, and the type (FLOAT32, UINT8 or
  // INT8) and shape of the output, which is copied.
  void SetTaskInfo(const std::vector<std::string>& all_labels,
                   TfLiteType model_output_type,
                   TfLiteIntArray* model_output_shape);
  // The output of the type and shape above, and the image's label; both must
  // outlive Run.
  void SetEvalInputs(void* model_raw_output, std::string* ground_truth_label) {
    output_ = model_raw_output;
    truth_ = ground_truth_label;
  }

 private:
  base::Status Check() const;

  std::vector<std::string> labels_;
  TfLiteType type_ = kTfLiteNoType;
  std::vector<int> shape_;
  void* output_ = nullptr;
  std::string* truth_ = nullptr;
  bool ready_ = false;
  std::vector<int> ranks_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_TOPK_ACCURACY_EVAL_STAGE_H_
