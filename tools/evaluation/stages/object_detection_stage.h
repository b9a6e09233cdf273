#ifndef TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_STAGE_H_
#define TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_STAGE_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/ground_truth/detection_truth.h"
#include "tools/evaluation/stages/image_inference.h"
#include "tools/evaluation/stages/object_detection_average_precision_stage.h"
#include "tools/evaluation/stages/stage_status.h"

namespace tflite {
namespace evaluation {

// Detects the objects of an image per run, one after another: preprocessing,
// inference, and the precision. The model ends in TFLite_Detection_PostProcess.
// The program tasks/coco_object_detection does the same on several threads.
class ObjectDetectionStage : public EvaluationStage {
 public:
  explicit ObjectDetectionStage(const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override { return Init(nullptr); }
  TfLiteStatus Init(const DelegateProviders* delegate_providers);
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // The names of the classes, from 0; call before Init.
  void SetAllLabels(const std::vector<std::string>& all_labels) {
    labels_ = all_labels;
  }
  // For the next Run.
  void SetInputs(const std::string& image_path,
                 const ObjectDetectionResult& ground_truth_objects) {
    image_path_ = image_path;
    truth_ = ground_truth_objects;
  }
  // What the last Run has found; class_offset is added to the classes.
  const ObjectDetectionResult* GetLatestPrediction() const {
    return &prediction_;
  }

 private:
  std::vector<std::string> labels_;
  std::string image_path_;
  ObjectDetectionResult truth_;
  ObjectDetectionResult prediction_;
  ImageInference images_;
  std::unique_ptr<ObjectDetectionAveragePrecisionStage> precision_;
};

// Adds the entries of the file (see ReadDetectionTruth) to a map from image
// names.
template <typename Map>
TfLiteStatus PopulateGroundTruth(const std::string& ground_truth_proto_file,
                                 Map* ground_truth_mapping) {
  auto truth = ReadDetectionTruth(ground_truth_proto_file);
  if (!truth.ok()) return Logged(truth.status());
  for (auto& [name, objects] : *truth) (*ground_truth_mapping)[name] = objects;
  return kTfLiteOk;
}

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_OBJECT_DETECTION_STAGE_H_
