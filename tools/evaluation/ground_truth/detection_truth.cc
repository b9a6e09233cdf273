#include "tools/evaluation/ground_truth/detection_truth.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <cmath>

#include "tools/evaluation/image/preprocessor.h"

namespace tflite {
namespace evaluation {
namespace {

// The first error of a text, instead of messages on standard error.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (text_.empty())
      text_ = "line " + std::to_string(line + 1) + ": " + message;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A serialized message begins with the tag of its only field; its text with a
// letter, a comment or space.
constexpr char kTag = (1 << 3) | 2;

base::Status Parse(const std::string& path, const std::string& bytes,
                   ObjectDetectionGroundTruth* truth) {
  // A line feed is the same byte; only a text has one before a letter.
  const bool binary = bytes.empty() || bytes[0] == kTag;
  if (binary && truth->ParseFromString(bytes)) return base::OkStatus();
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  truth->Clear();
  if (parser.ParseFromString(bytes, truth)) return base::OkStatus();
  return base::Invalid(path,
                       " is neither a serialized ObjectDetectionGroundTruth "
                       "nor its text format: ",
                       error.text());
}

}  // namespace

base::StatusOr<std::map<std::string, ObjectDetectionResult>> ReadDetectionTruth(
    const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  ObjectDetectionGroundTruth truth;
  TFLL_RETURN_IF_ERROR(Parse(path, bytes, &truth));
  if (truth.detection_results().empty()) {
    return base::Invalid(path, " lists no images");
  }
  std::map<std::string, ObjectDetectionResult> by_name;
  for (const ObjectDetectionResult& result : truth.detection_results()) {
    for (const auto& object : result.objects()) {
      const auto& box = object.bounding_box();
      if (!std::isfinite(box.normalized_top() + box.normalized_left() +
                         box.normalized_bottom() + box.normalized_right())) {
        return base::Invalid(path, ": ", result.image_name(),
                             " has a box with an edge that is not finite");
      }
    }
    if (!by_name.emplace(result.image_name(), result).second) {
      return base::Invalid(path, " lists ", result.image_name(), " twice");
    }
  }
  return by_name;
}

}  // namespace evaluation
}  // namespace tflite
