#ifndef DELEGATES_COMMON_HOST_STEP_PROFILE_H_
#define DELEGATES_COMMON_HOST_STEP_PROFILE_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// True if the host profiles the steps inside kernels.
inline bool WantsStepProfile(const TfLiteContext& context) {
  return context.profiler != nullptr;
}

// Reports the time that a device measured for a step of the running kernel to
// the host's profiler, if there is one. `step` is the step's number within the
// kernel.
void AddStepProfile(const TfLiteContext& context, const std::string& name,
                    int step, uint64_t nanoseconds);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_HOST_STEP_PROFILE_H_
