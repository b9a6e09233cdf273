#ifndef TOOLS_EVALUATION_STAGES_STAGE_STATUS_H_
#define TOOLS_EVALUATION_STAGES_STAGE_STATUS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {

// The status of a stage's function; logs the error.
inline TfLiteStatus Logged(const base::Status& status) {
  if (status.ok()) return kTfLiteOk;
  TFLITE_LOG(ERROR) << status.message();
  return kTfLiteError;
}

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_STAGES_STAGE_STATUS_H_
