#ifndef DELEGATES_COMMON_STEP_PROFILE_H_
#define DELEGATES_COMMON_STEP_PROFILE_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// Whether the host wants to know what the steps inside a kernel take.
inline bool WantsStepProfile(const TfLiteContext& context) {
  return context.profiler != nullptr;
}

// Tells the host's profiler, where it has one, what a device measured for a
// step of the kernel that is running; `step` is its number within the kernel.
void AddStepProfile(const TfLiteContext& context, const std::string& name,
                    int step, uint64_t nanoseconds);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_STEP_PROFILE_H_
