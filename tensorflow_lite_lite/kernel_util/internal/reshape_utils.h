#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"

namespace tflite {
namespace reshape_internal {

// Replaces an extent of -1 of the shape by what RESHAPE makes of it: as many
// elements as the input has. Where neither has any, the extents that are not 0
// count if they divide: for {2, 0, -1}, {4, 0} becomes {2, 0, 2}. An error,
// told to `context`, where the shape does not fit the input; it is left as it
// was then.
TfLiteStatus ResolveOutputShape(TfLiteContext* context,
                                const RuntimeShape& input_shape,
                                TfLiteIntArray& output_shape);

}  // namespace reshape_internal
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RESHAPE_UTILS_H_
