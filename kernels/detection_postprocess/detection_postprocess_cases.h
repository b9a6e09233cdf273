#ifndef KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_CASES_H_
#define KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_CASES_H_

#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Three detections of boxes around `anchors` anchors, whose scores have a
// background class in front of `classes` classes.
Case DetectionCase(const std::string& name, bool regular, int anchors,
                   int classes);

}  // namespace conformance
}  // namespace tflite

#endif  // KERNELS_DETECTION_POSTPROCESS_DETECTION_POSTPROCESS_CASES_H_
