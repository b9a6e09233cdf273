#ifndef TESTING_GOLDEN_COMPARE_H_
#define TESTING_GOLDEN_COMPARE_H_

#include <string>
#include <string_view>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_types.h"
#include "testing/golden/golden_case.h"

namespace tflite {
namespace golden {

// A result and its record, both as stored bytes.
struct Pair {
  TfLiteType type;
  std::string_view got;
  std::string_view want;
};

bool IsFloating(TfLiteType type);

// The real numbers of a floating-point tensor with these bytes; complex
// elements count as two. Empty for other types.
std::vector<double> FloatsOf(TfLiteType type, std::string_view bytes);

// OK if `got` is within `tolerance` of `want`; otherwise states how many
// elements are not, and shows the worst one.
base::Status Compare(const Pair& pair, const Tolerance& tolerance);

// The same for all outputs of a detection model: boxes, classes, scores, count,
// in the order of `rule.outputs`. See `detections` in the README of the
// goldens.
base::Status CompareDetections(const std::vector<Pair>& outputs,
                               const Detections& rule);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_COMPARE_H_
