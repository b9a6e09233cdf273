#ifndef TOOLS_EVALUATION_STAGES_OUTPUT_VALUES_H_
#define TOOLS_EVALUATION_STAGES_OUTPUT_VALUES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace evaluation {

// The elements of a tensor as real numbers, according to its own type: FLOAT32,
// or UINT8, INT8 and INT16 with their scale (1 if they have none). An error for
// other types.
base::StatusOr<std::vector<float>> OutputValues(const TfLiteTensor& tensor);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_OUTPUT_VALUES_H_
