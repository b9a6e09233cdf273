// The average precision of a model that detects objects.

#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/evaluation/ground_truth/coco_instances.h"
#include "tools/evaluation/ground_truth/detection_truth.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/hash.h"
#include "tools/evaluation/stages/detection_outputs.h"
#include "tools/evaluation/stages/image_input.h"
#include "tools/evaluation/tasks/image_task.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

class CocoDetectionTask : public ImageTask {
 protected:
  std::vector<Flag> TaskFlags() final {
    return {
        Flag::CreateFlag("model_output_labels", &labels_path_,
                         "File with the names of the classes, a line each; the "
                         "first is the background's.",
                         Flag::kRequired),
        Flag::CreateFlag("ground_truth_proto", &truth_path_,
                         "File with the true objects: a "
                         "tflite.evaluation.ObjectDetectionGroundTruth, binary "
                         "or text. Without it, no precision is computed."),
        Flag::CreateFlag("debug_mode", &debug_mode_,
                         "Print the objects found in each image."),
        Flag::CreateFlag("strict_coco", &strict_coco_,
                         "Also print the twelve figures of pycocotools; needs "
                         "--instances_file."),
        Flag::CreateFlag("instances_file", &instances_path_,
                         "COCO's annotation file (JSON) for --strict_coco."),
    };
  }

  const char* name() const final { return kDetectionTask; }
  const char* progress_word() const final { return "Finished"; }

  base::Status ReadInputs(RunDescription* run,
                          std::vector<ImageItem>* items) final {
    TFLL_ASSIGN_OR_RETURN(const std::vector<std::string> paths, ImagePaths());
    TFLL_ASSIGN_OR_RETURN(const std::vector<std::string> labels,
                          Lines("model_output_labels", labels_path_));
    run->mutable_labels()->Assign(labels.begin(), labels.end());
    num_classes_ = static_cast<int>(labels.size());
    run->mutable_ap_params()->set_num_classes(num_classes_);
    for (const std::string& path : paths) {
      items->push_back({static_cast<int64_t>(items->size()), path});
    }
    TFLL_RETURN_IF_ERROR(ReadTruth(*items, run));
    return strict_coco_ ? ReadInstances(*items, run) : base::OkStatus();
  }

  ImagePreprocessingParams Preprocessing(TfLiteType type, int width,
                                         int height) const final {
    return DetectionPreprocessing(type, width, height)
        .specification()
        .image_preprocessing_params();
  }

  base::Status CheckOutputs(const ModelRunner& model) const final {
    return CheckDetectionOutputs(model);
  }

  base::Status Read(const ModelRunner& model,
                    ImagePrediction* prediction) const final {
    TFLL_ASSIGN_OR_RETURN(const ObjectDetectionResult result,
                          ReadDetections(model, kClassOffset));
    TFLL_RETURN_IF_ERROR(CheckClasses(result, num_classes_, "the model"));
    *prediction->mutable_objects() = result.objects();
    return base::OkStatus();
  }

  base::Status AddTruth(const ImageItem& item,
                        ImageRecord* record) const final {
    const auto truth = truth_.find(FileName(item.path));
    if (truth != truth_.end()) *record->mutable_truth() = truth->second;
    if (strict_coco_) {
      *record->mutable_coco() = instances_.at(FileName(item.path));
    }
    return base::OkStatus();
  }

  std::string LinesAbout(const ImageRecord& record) const final {
    if (!debug_mode_ || record.has_error()) return "";
    std::ostringstream lines;
    lines << "Image: " << FileName(record.path()) << "\n";
    int i = 0;
    for (const auto& object : record.prediction().objects()) {
      const auto& box = object.bounding_box();
      lines << "Object [" << i++ << "]\n  Score: " << object.score()
            << "\n  Class-ID: " << object.class_id()
            << "\n  Bounding Box:\n    Normalized Top: " << box.normalized_top()
            << "\n    Normalized Bottom: " << box.normalized_bottom()
            << "\n    Normalized Left: " << box.normalized_left()
            << "\n    Normalized Right: " << box.normalized_right() << "\n";
    }
    lines << std::string(54, '=') << "\n";
    return lines.str();
  }

 private:
  // COCO's classes are numbered from 1; models do not count the background.
  static constexpr int kClassOffset = 1;

  base::Status ReadTruth(const std::vector<ImageItem>& items,
                         RunDescription* run) {
    run->set_has_truth(!truth_path_.empty());
    if (truth_path_.empty()) {
      TFLITE_LOG(WARN) << "Without --ground_truth_proto, no precision is "
                          "computed.";
      return base::OkStatus();
    }
    TFLL_ASSIGN_OR_RETURN(truth_, ReadDetectionTruth(truth_path_));
    std::string bytes;
    for (const auto& [image, truth] : truth_) {
      TFLL_RETURN_IF_ERROR(
          CheckClasses(truth, num_classes_, truth_path_ + ": " + image));
      bytes += truth.SerializeAsString();
    }
    run->add_configuration(ContentsLine("true objects", bytes));
    size_t unlisted = 0;
    for (const ImageItem& item : items) {
      unlisted += truth_.count(FileName(item.path)) == 0;
    }
    if (unlisted == items.size() && unlisted > 0) {
      return base::Invalid(truth_path_, " lists none of the images, such as ",
                           FileName(items.front().path));
    }
    if (unlisted > 0) {
      TFLITE_LOG(WARN) << truth_path_ << " does not list " << unlisted
                       << " of the images: they count as images without "
                          "objects";
    }
    return base::OkStatus();
  }

  base::Status ReadInstances(const std::vector<ImageItem>& items,
                             RunDescription* run) {
    run->set_strict_coco(true);
    if (instances_path_.empty()) {
      return base::Invalid("--strict_coco needs --instances_file");
    }
    TFLL_ASSIGN_OR_RETURN(instances_, ReadCocoInstances(instances_path_));
    std::string bytes;
    for (const ImageItem& item : items) {
      const auto found = instances_.find(FileName(item.path));
      if (found == instances_.end()) {
        return base::Invalid(instances_path_, " does not list ",
                             FileName(item.path));
      }
      bytes += found->second.SerializeAsString();
    }
    run->add_configuration(ContentsLine("instances", bytes));
    return base::OkStatus();
  }

  std::string labels_path_;
  std::string truth_path_;
  std::string instances_path_;
  bool debug_mode_ = false;
  bool strict_coco_ = false;
  int num_classes_ = 0;
  std::map<std::string, ObjectDetectionResult> truth_;  // by file name
  std::map<std::string, CocoImageTruth> instances_;     // by file name
};

}  // namespace

std::unique_ptr<TaskExecutor> CreateTaskExecutor() {
  return std::make_unique<CocoDetectionTask>();
}

}  // namespace evaluation
}  // namespace tflite
