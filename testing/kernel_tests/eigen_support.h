#ifndef TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_
#define TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_

#include "tensorflow_lite_lite/c/common.h"

namespace Eigen {
struct ThreadPoolDevice;
}

namespace tflite {
namespace eigen_support {

// For operators outside of this tree that compute with Eigen: one device for
// all nodes of a context, kept as its external context kTfLiteEigenContext.

// An operator's Init and Free call these; the device goes with the last one.
void IncrementUsageCounter(TfLiteContext* context);
void DecrementUsageCounter(TfLiteContext* context);

// Between those calls. Its threads are started when first asked for: as many as
// the context recommends, else four. Refresh of the external context follows a
// changed recommendation.
const Eigen::ThreadPoolDevice* GetThreadPoolDevice(TfLiteContext* context);

}  // namespace eigen_support
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_EIGEN_SUPPORT_H_
