#ifndef TOOLS_EVALUATION_GROUND_TRUTH_DETECTION_TRUTH_H_
#define TOOLS_EVALUATION_GROUND_TRUTH_DETECTION_TRUTH_H_

#include <map>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/proto/evaluation_stages.pb.h"

namespace tflite {
namespace evaluation {

// The entries of an ObjectDetectionGroundTruth by image name. The file is a
// serialized message or its text format. Errors name the file.
base::StatusOr<std::map<std::string, ObjectDetectionResult>> ReadDetectionTruth(
    const std::string& path);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_GROUND_TRUTH_DETECTION_TRUTH_H_
