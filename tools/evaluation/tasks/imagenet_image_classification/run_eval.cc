// The accuracy of a model that classifies images.

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tools/evaluation/metrics/topk.h"
#include "tools/evaluation/run/hash.h"
#include "tools/evaluation/stages/image_classification_stage.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/evaluation/stages/output_values.h"
#include "tools/evaluation/tasks/image_task.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr int kTopK = 10;

class ImagenetClassification : public ImageTask {
 protected:
  std::vector<Flag> TaskFlags() final {
    return {
        Flag::CreateFlag("ground_truth_labels", &truth_path_,
                         "File with the label of each image, a line each in "
                         "the order of the sorted file names.",
                         Flag::kRequired),
        Flag::CreateFlag("model_output_labels", &labels_path_,
                         "File with the label of each output of the model, a "
                         "line each.",
                         Flag::kRequired),
        Flag::CreateFlag("denylist_file_path", &denylist_path_,
                         "File with the numbers, from 1, of images to leave "
                         "out, a line each."),
        Flag::CreateFlag("num_images", &num_images_,
                         "Number of images to evaluate, the first ones; 0: "
                         "all."),
    };
  }

  const char* name() const final { return kClassificationTask; }
  const char* progress_word() const final { return "Evaluated"; }

  base::Status ReadInputs(RunDescription* run,
                          std::vector<ImageItem>* items) final {
    TFLL_ASSIGN_OR_RETURN(const std::vector<std::string> paths, ImagePaths());
    TFLL_ASSIGN_OR_RETURN(const std::vector<std::string> truth,
                          Lines("ground_truth_labels", truth_path_));
    TFLL_ASSIGN_OR_RETURN(labels_, Lines("model_output_labels", labels_path_));
    if (truth.size() != paths.size()) {
      return base::Invalid(truth_path_, " has ", truth.size(),
                           " labels for the ", paths.size(), " images");
    }
    if (num_images_ < 0) return base::Invalid("--num_images=", num_images_);
    TFLL_RETURN_IF_ERROR(CheckTruth(truth));
    std::vector<bool> denied(paths.size());
    if (!denylist_path_.empty()) {
      TFLL_ASSIGN_OR_RETURN(denied, ReadDenylist(denylist_path_, paths.size()));
    }
    std::string joined;
    for (size_t i = 0; i < paths.size(); ++i) {
      if (denied[i]) continue;
      if (num_images_ > 0 && items->size() == static_cast<size_t>(num_images_))
        break;
      items->push_back({static_cast<int64_t>(items->size()), paths[i]});
      truth_.push_back(truth[i]);
      joined += truth[i] + "\n";
    }
    run->mutable_labels()->Assign(labels_.begin(), labels_.end());
    run->set_k(kTopK);
    run->add_configuration(ContentsLine("true labels", joined));
    return base::OkStatus();
  }

  ImagePreprocessingParams Preprocessing(TfLiteType type, int width,
                                         int height) const final {
    return ClassificationPreprocessing(type, width, height)
        .specification()
        .image_preprocessing_params();
  }

  base::Status CheckOutputs(const ModelRunner& model) const final {
    if (model.num_outputs() != 1) {
      return base::Invalid("has ", model.num_outputs(),
                           " outputs; one is read");
    }
    TFLL_ASSIGN_OR_RETURN(const std::vector<float> values,
                          OutputValues(model.output(0)));
    const TfLiteIntArray* dims = model.output(0).dims;
    for (int i = 0; i < dims->size - 1; ++i) {
      if (dims->data[i] == 1) continue;
      return base::Invalid("has an output of another shape than [1, classes]");
    }
    if (values.size() < kTopK) {
      return base::Invalid("has ", values.size(), " classes; at least ", kTopK,
                           " are needed");
    }
    if (values.size() != labels_.size()) {
      return base::Invalid("has ", values.size(), " classes, but ",
                           labels_path_, " has ", labels_.size(), " labels");
    }
    return base::OkStatus();
  }

  base::Status Read(const ModelRunner& model,
                    ImagePrediction* prediction) const final {
    TFLL_ASSIGN_OR_RETURN(const std::vector<float> values,
                          OutputValues(model.output(0)));
    if (values.size() != labels_.size()) {
      return base::Invalid("the model has returned ", values.size(),
                           " classes");
    }
    for (size_t i = 0; i < values.size(); ++i) {
      if (!std::isnan(values[i])) continue;
      return base::Invalid("the model has returned NaN for class ", i);
    }
    for (const int i : TopK(values, kTopK)) {
      prediction->add_top_classes(i);
      prediction->add_top_scores(values[i]);
    }
    return base::OkStatus();
  }

  base::Status AddTruth(const ImageItem& item,
                        ImageRecord* record) const final {
    record->set_true_label(truth_[item.index]);
    return base::OkStatus();
  }

 private:
  // A label that the model does not have can only count as wrong.
  base::Status CheckTruth(const std::vector<std::string>& truth) const {
    const std::set<std::string> known(labels_.begin(), labels_.end());
    size_t unknown = 0, first = 0;
    for (size_t i = 0; i < truth.size(); ++i) {
      if (truth[i].empty()) {
        return base::Invalid(truth_path_, ": line ", i + 1, " is empty");
      }
      if (known.count(truth[i]) == 0 && unknown++ == 0) first = i;
    }
    if (unknown == 0) return base::OkStatus();
    const base::Status status = base::Invalid(
        unknown, " labels of ", truth_path_, " are not in ", labels_path_,
        ", the first in line ", first + 1, ": ", truth[first]);
    if (unknown == truth.size()) return status;
    TFLITE_LOG(WARN) << status.message();
    return base::OkStatus();
  }

  std::string truth_path_;
  std::string labels_path_;
  std::string denylist_path_;
  int32_t num_images_ = 0;
  std::vector<std::string> labels_;
  std::vector<std::string> truth_;  // by the index of the image
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::make_unique<ImagenetClassification>();
}

}  // namespace evaluation
}  // namespace tflite
