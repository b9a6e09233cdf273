#include "tools/evaluation/stages/detection_outputs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/evaluation/stages/output_values.h"

namespace tflite {
namespace evaluation {

base::Status CheckDetectionOutputs(const ModelRunner& model) {
  constexpr char kExpected[] =
      "; boxes [1, n, 4], classes [1, n], scores [1, n] and a count [1] are "
      "read, in this order";
  if (model.num_outputs() != 4) {
    return base::Invalid("has ", model.num_outputs(), " outputs", kExpected);
  }
  const TfLiteIntArray* boxes = model.output(0).dims;
  if (boxes->size != 3 || boxes->data[0] != 1 || boxes->data[2] != 4) {
    return base::Invalid("has other boxes", kExpected);
  }
  for (const int i : {1, 2}) {
    const TfLiteIntArray* dims = model.output(i).dims;
    if (dims->size != 2 || dims->data[0] != 1 ||
        dims->data[1] != boxes->data[1]) {
      return base::Invalid("has another output ", i, kExpected);
    }
  }
  const TfLiteIntArray* count = model.output(3).dims;
  for (int i = 0; i < count->size; ++i) {
    if (count->data[i] != 1) {
      return base::Invalid("has another count", kExpected);
    }
  }
  return base::OkStatus();
}

base::StatusOr<ObjectDetectionResult> ReadDetections(const ModelRunner& model,
                                                     int class_offset) {
  TFLL_RETURN_IF_ERROR(CheckDetectionOutputs(model));
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> boxes,
                        OutputValues(model.output(0)));
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> classes,
                        OutputValues(model.output(1)));
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> scores,
                        OutputValues(model.output(2)));
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> count,
                        OutputValues(model.output(3)));
  const float limit = static_cast<float>(scores.size());
  if (count.empty() || !(count[0] >= 0 && count[0] <= limit)) {
    return base::Invalid("the model has found ",
                         count.empty() ? -1.0f : count[0], " objects of ",
                         scores.size());
  }
  ObjectDetectionResult result;
  for (size_t i = 0; i < static_cast<size_t>(count[0]); ++i) {
    if (!(std::abs(classes[i]) < 1e9f)) {
      return base::Invalid("the model has found an object of class ",
                           classes[i]);
    }
    const float* edges = &boxes[4 * i];
    for (const float value :
         {scores[i], edges[0], edges[1], edges[2], edges[3]}) {
      if (std::isfinite(value)) continue;
      return base::Invalid("the model has found an object with a score or an ",
                           "edge of ", value);
    }
    auto* object = result.add_objects();
    object->set_class_id(static_cast<int>(classes[i]) + class_offset);
    object->set_score(scores[i]);
    auto* box = object->mutable_bounding_box();
    box->set_normalized_top(edges[0]);
    box->set_normalized_left(edges[1]);
    box->set_normalized_bottom(edges[2]);
    box->set_normalized_right(edges[3]);
  }
  return result;
}

base::Status CheckClasses(const ObjectDetectionResult& result, int num_classes,
                          const std::string& source) {
  for (const auto& object : result.objects()) {
    if (object.class_id() < 0 || object.class_id() >= num_classes) {
      return base::Invalid(source, " has an object of class ",
                           object.class_id(), "; there are ", num_classes,
                           " labels");
    }
  }
  return base::OkStatus();
}

}  // namespace evaluation
}  // namespace tflite
