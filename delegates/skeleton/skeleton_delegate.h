// The Skeleton delegate. NEG on FLOAT32 is its only operator, and the host's
// processor its device.
#ifndef DELEGATES_SKELETON_SKELETON_DELEGATE_H_
#define DELEGATES_SKELETON_SKELETON_DELEGATE_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

extern "C" {
#endif

typedef struct SkeletonDelegateOptions {
  // Which of several devices to use. There is one, number 0.
  int device;
  // Bytes of the device for values within a partition; 0: as many as it takes.
  int64_t memory_bytes;
} SkeletonDelegateOptions;

SkeletonDelegateOptions SkeletonDelegateOptionsDefault(void);

// Deleted by SkeletonDelegateDelete. NULL for `options` stands for the default
// ones.
TfLiteDelegate* SkeletonDelegateCreate(const SkeletonDelegateOptions* options);

// NULL is allowed.
void SkeletonDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"

namespace tflite::skeleton {

// SkeletonDelegateCreate with the options that every delegate has.
TfLiteDelegate* CreateSkeletonDelegate(
    const SkeletonDelegateOptions& options,
    const SimpleDelegateInterface::Options& common);

}  // namespace tflite::skeleton
#endif

#endif  // DELEGATES_SKELETON_SKELETON_DELEGATE_H_
