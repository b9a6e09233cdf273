#ifndef TOOLS_EVALUATION_STAGES_IMAGE_CLASSIFICATION_STAGE_H_
#define TOOLS_EVALUATION_STAGES_IMAGE_CLASSIFICATION_STAGE_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/evaluation_stage.h"
#include "tools/evaluation/stages/image_inference.h"
#include "tools/evaluation/stages/topk_accuracy_eval_stage.h"

namespace tflite {
namespace evaluation {

// Classifies an image per run, one after another: preprocessing, inference, and
// the accuracy if TopkAccuracyEvalParams are given. The program
// tasks/imagenet_image_classification does the same on several threads.
class ImageClassificationStage : public EvaluationStage {
 public:
  explicit ImageClassificationStage(const EvaluationStageConfig& config)
      : EvaluationStage(config) {}

  TfLiteStatus Init() override { return Init(nullptr); }
  TfLiteStatus Init(const DelegateProviders* delegate_providers);
  TfLiteStatus Run() override;
  EvaluationStageMetrics LatestMetrics() override;

  // The names of the model's outputs; call before Init if the accuracy is
  // wanted.
  void SetAllLabels(const std::vector<std::string>& all_labels) {
    labels_ = all_labels;
  }
  // For the next Run. The label only matters for the accuracy.
  void SetInputs(const std::string& image_path,
                 const std::string& ground_truth_label) {
    image_path_ = image_path;
    truth_ = ground_truth_label;
  }

 private:
  std::vector<std::string> labels_;
  std::string image_path_;
  std::string truth_;
  ImageInference images_;
  std::unique_ptr<TopkAccuracyEvalStage> accuracy_;
};

struct ImageLabel {
  std::string image;
  std::string label;
};

// Removes the images whose numbers, from 1, are in the file, a line each. An
// error if the file cannot be read or names an image twice or one that does not
// exist.
TfLiteStatus FilterDenyListedImages(const std::string& denylist_file_path,
                                    std::vector<ImageLabel>* image_labels);

// The numbers in the lines of the file; each in [1, count], none twice.
base::StatusOr<std::vector<bool>> ReadDenylist(const std::string& path,
                                               size_t count);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_IMAGE_CLASSIFICATION_STAGE_H_
