#ifndef TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_AVERAGE_PRECISION_STAGE_H_
#define TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_AVERAGE_PRECISION_STAGE_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/metrics/average_precision.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"

namespace tflite {
namespace evaluation {

// The average precision of detected objects; see MeanAveragePrecision.
class ObjectDetectionAveragePrecisionStage : public EvaluationStage {
 public:
  explicit ObjectDetectionAveragePrecisionStage(
      const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override;
  // An error if a class is not in [0, num_classes).
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // The objects of one image, for the next Run.
  void SetEvalInputs(const ObjectDetectionResult& predicted_objects,
                     const ObjectDetectionResult& ground_truth_objects) {
    predicted_ = predicted_objects;
    truth_ = ground_truth_objects;
  }

 private:
  int num_classes_ = -1;
  ObjectDetectionResult predicted_;
  ObjectDetectionResult truth_;
  std::vector<DetectedImage> images_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_AVERAGE_PRECISION_STAGE_H_
