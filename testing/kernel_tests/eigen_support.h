#ifndef TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_
#define TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_

#include "tensorflow_lite_lite/c/common.h"

namespace Eigen {
struct ThreadPoolDevice;
}

namespace tflite {
namespace eigen_support {

// For operators outside of this tree that compute with Eigen: all nodes of a
// context share a device, stored as its external context kTfLiteEigenContext.

// Called by an operator's Init and Free; the last decrement deletes the device.
void IncrementUsageCounter(TfLiteContext* context);
void DecrementUsageCounter(TfLiteContext* context);

// Returns the device; valid between these calls. The first call starts its
// threads: the number that the context recommends, or else four. If the
// recommendation changes, Refresh of the external context updates the number.
const Eigen::ThreadPoolDevice* GetThreadPoolDevice(TfLiteContext* context);

}  // namespace eigen_support
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_
