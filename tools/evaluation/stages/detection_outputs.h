#ifndef TOOLS_EVALUATION_STAGES_DETECTION_OUTPUTS_H_
#define TOOLS_EVALUATION_STAGES_DETECTION_OUTPUTS_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"
#include "tools/evaluation/stages/model_runner.h"

namespace tflite {
namespace evaluation {

// Whether the outputs are those of TFLite_Detection_PostProcess, in its order:
// boxes [1, n, 4] (top, left, bottom, right), classes [1, n], scores [1, n],
// count [1].
base::Status CheckDetectionOutputs(const ModelRunner& model);

// The objects that the last run has found, with `class_offset` added to their
// classes.
base::StatusOr<ObjectDetectionResult> ReadDetections(const ModelRunner& model,
                                                     int class_offset);

// An error, which names `source`, unless all classes are in [0, num_classes).
base::Status CheckClasses(const ObjectDetectionResult& result, int num_classes,
                          const std::string& source);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_DETECTION_OUTPUTS_H_
