// The Skeleton delegate. Its only operator is NEG on FLOAT32, and its device is
// the host's processor.
#ifndef DELEGATES_SKELETON_SKELETON_DELEGATE_H_
#define DELEGATES_SKELETON_SKELETON_DELEGATE_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

extern "C" {
#endif

typedef struct SkeletonDelegateOptions {
  // The index of the device. There is only device 0.
  int device;
  // Bytes of device memory for values within a partition; 0: no limit.
  int64_t memory_bytes;
} SkeletonDelegateOptions;

SkeletonDelegateOptions SkeletonDelegateOptionsDefault(void);

// Creates a delegate, to be deleted with SkeletonDelegateDelete. NULL means
// default options.
TfLiteDelegate* SkeletonDelegateCreate(const SkeletonDelegateOptions* options);

// NULL is allowed.
void SkeletonDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"

namespace tflite::skeleton {

// Unavailable if the machine lacks the device.
base::Status OpenSkeletonDevice(const SkeletonDelegateOptions& options);

// SkeletonDelegateCreate with the options that every delegate has.
TfLiteDelegate* CreateSkeletonDelegate(
    const SkeletonDelegateOptions& options,
    const SimpleDelegateInterface::Options& common);

}  // namespace tflite::skeleton
#endif

#endif  // DELEGATES_SKELETON_SKELETON_DELEGATE_H_
