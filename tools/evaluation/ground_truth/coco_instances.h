#ifndef TOOLS_EVALUATION_GROUND_TRUTH_COCO_INSTANCES_H_
#define TOOLS_EVALUATION_GROUND_TRUTH_COCO_INSTANCES_H_

#include <map>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/proto/evaluation_records.pb.h"

namespace tflite {
namespace evaluation {

// The images of a COCO annotation file (JSON) by their file names, with their
// annotations in the order of the file. Errors name the file.
base::StatusOr<std::map<std::string, CocoImageTruth>> ReadCocoInstances(
    const std::string& path);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_GROUND_TRUTH_COCO_INSTANCES_H_
