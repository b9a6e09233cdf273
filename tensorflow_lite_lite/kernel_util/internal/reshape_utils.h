#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"

namespace tflite {
namespace reshape_internal {

// Replaces a dimension of -1 in the shape as RESHAPE does, so that it has as
// many elements as the input. If both have none, the dimensions that are not 0
// determine it if they divide: for {2, 0, -1}, {4, 0} becomes {2, 0, 2}. If the
// shape does not fit the input, reports an error to `context` and leaves the
// shape unchanged.
TfLiteStatus ResolveOutputShape(TfLiteContext* context,
                                const RuntimeShape& input_shape,
                                TfLiteIntArray& output_shape);

}  // namespace reshape_internal
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_
