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

using google::protobuf::TextFormat;

// `lines` has the places of the fields of a text; nothing of a serialized file.
base::Status Parse(const std::string& path, const std::string& bytes,
                   ObjectDetectionGroundTruth* truth,
                   TextFormat::ParseInfoTree* lines) {
  // A line feed is the same byte; only a text has one before a letter.
  const bool binary = bytes.empty() || bytes[0] == kTag;
  if (binary && truth->ParseFromString(bytes)) return base::OkStatus();
  FirstError error;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(lines);
  truth->Clear();
  if (parser.ParseFromString(bytes, truth)) return base::OkStatus();
  return base::Invalid(path,
                       " is neither a serialized ObjectDetectionGroundTruth "
                       "nor its text format: ",
                       error.text());
}

const google::protobuf::FieldDescriptor* Images() {
  return ObjectDetectionGroundTruth::descriptor()->FindFieldByName(
      "detection_results");
}

// "line 3: ", or nothing in a serialized file.
std::string Line(const TextFormat::ParseLocation& at) {
  return at.line < 0 ? "" : "line " + std::to_string(at.line + 1) + ": ";
}

// "line 12: b.jpg", or "object 2 of b.jpg".
std::string PlaceOf(const TextFormat::ParseInfoTree& lines, int image,
                    int object, const std::string& name) {
  const auto* objects =
      ObjectDetectionResult::descriptor()->FindFieldByName("objects");
  const TextFormat::ParseInfoTree* in_image =
      lines.GetTreeForNested(Images(), image);
  const std::string line =
      in_image == nullptr ? "" : Line(in_image->GetLocation(objects, object));
  return line.empty() ? "object " + std::to_string(object + 1) + " of " + name
                      : line + name;
}

// Boxes without an area are true objects that nothing can find: COCO has some.
base::Status CheckBox(
    const ObjectDetectionResult::ObjectInstance::NormalizedBoundingBox& box) {
  for (const float edge : {box.normalized_top(), box.normalized_bottom(),
                           box.normalized_left(), box.normalized_right()}) {
    if (!std::isfinite(edge)) return base::Invalid("an edge at ", edge);
  }
  if (box.normalized_bottom() < box.normalized_top()) {
    return base::Invalid("the bottom at ", box.normalized_bottom(),
                         " is above the top at ", box.normalized_top());
  }
  if (box.normalized_right() < box.normalized_left()) {
    return base::Invalid("the right edge at ", box.normalized_right(),
                         " is left of the left one at ", box.normalized_left());
  }
  return base::OkStatus();
}

}  // namespace

base::StatusOr<std::map<std::string, ObjectDetectionResult>> ReadDetectionTruth(
    const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  ObjectDetectionGroundTruth truth;
  TextFormat::ParseInfoTree lines;
  TFLL_RETURN_IF_ERROR(Parse(path, bytes, &truth, &lines));
  if (truth.detection_results().empty()) {
    return base::Invalid(path, " lists no images");
  }
  std::map<std::string, ObjectDetectionResult> by_name;
  for (int i = 0; i < truth.detection_results_size(); ++i) {
    const ObjectDetectionResult& image = truth.detection_results(i);
    const std::string& name = image.image_name();
    const std::string place =
        path + ": " + Line(lines.GetLocation(Images(), i));
    if (name.empty()) return base::Invalid(place, "an image has no name");
    for (int k = 0; k < image.objects_size(); ++k) {
      TFLL_RETURN_IF_ERROR(
          base::Annotate(CheckBox(image.objects(k).bounding_box()),
                         path + ": " + PlaceOf(lines, i, k, name) +
                             " has a box that is none"));
    }
    if (!by_name.emplace(name, image).second) {
      return base::Invalid(place, "lists ", name, " twice");
    }
  }
  return by_name;
}

}  // namespace evaluation
}  // namespace tflite
