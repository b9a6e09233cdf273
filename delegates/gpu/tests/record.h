#ifndef DELEGATES_GPU_TESTS_RECORD_H_
#define DELEGATES_GPU_TESTS_RECORD_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

// Returns the text of recorded.golden, computed by the CPU's reference kernels.
// The text is stored in the tree, because a delegate must not link operator
// evaluation.
base::StatusOr<std::string> RecordResults();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_RECORD_H_
