#ifndef DELEGATES_GPU_TESTING_RECORD_H_
#define DELEGATES_GPU_TESTING_RECORD_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

// The text of recorded.golden, from the CPU's reference kernels. It is kept in
// the tree, as a delegate may not link operators' evaluation.
base::StatusOr<std::string> RecordResults();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTING_RECORD_H_
