// A vendor's own evaluation in one file: the accuracy of a classifier on the
// first images of a folder.

#include <algorithm>
#include <string>
#include <vector>

#include "tensorflow/lite/tools/command_line_flags.h"
#include "tensorflow/lite/tools/evaluation/proto/evaluation_config.pb.h"
#include "tensorflow/lite/tools/evaluation/stages/image_classification_stage.h"
#include "tensorflow/lite/tools/evaluation/tasks/task_executor.h"
#include "tensorflow/lite/tools/evaluation/utils.h"
#include "tensorflow/lite/tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

class MyTask : public TaskExecutor {
 protected:
  std::vector<Flag> GetFlags() final {
    return {
        Flag::CreateFlag("model_file", &model_, "The classifier."),
        Flag::CreateFlag("images", &images_, "Folder of the images."),
        Flag::CreateFlag("truth", &truth_, "The images' labels."),
        Flag::CreateFlag("labels", &labels_, "The classes' names."),
        Flag::CreateFlag("first", &first_, "How many images to use."),
    };
  }

  std::optional<EvaluationStageMetrics> RunImpl() final {
    std::vector<std::string> files, truth, labels;
    if (GetSortedFileNames(images_, &files) != kTfLiteOk ||
        !ReadFileLines(truth_, &truth) || !ReadFileLines(labels_, &labels)) {
      TFLITE_LOG(ERROR) << "the files cannot be read";
      return std::nullopt;
    }
    EvaluationStageConfig config;
    config.set_name("my_task");
    auto* params =
        config.mutable_specification()->mutable_image_classification_params();
    params->mutable_inference_params()->set_model_file_path(model_);
    params->mutable_topk_accuracy_eval_params()->set_k(3);
    ImageClassificationStage stage(config);
    stage.SetAllLabels(labels);
    if (stage.Init(&delegate_providers_) != kTfLiteOk) return std::nullopt;
    const int count = std::min(
        first_, static_cast<int>(std::min(files.size(), truth.size())));
    for (int i = 0; i < count; ++i) {
      stage.SetInputs(files[i], truth[i]);
      if (stage.Run() != kTfLiteOk) return std::nullopt;
    }
    const EvaluationStageMetrics metrics = stage.LatestMetrics();
    const auto& result =
        metrics.process_metrics().image_classification_metrics();
    TFLITE_LOG(INFO) << "My accuracy on " << metrics.num_runs() << " images: "
                     << result.topk_accuracy_metrics().topk_accuracies(0);
    return metrics;
  }

 private:
  std::string model_, images_, truth_, labels_;
  int32_t first_ = 10;
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::unique_ptr<TaskExecutor>(new MyTask());
}

}  // namespace evaluation
}  // namespace tflite
