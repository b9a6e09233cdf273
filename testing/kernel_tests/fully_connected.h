// FULLY_CONNECTED under the names of TensorFlow Lite's header.
#ifndef TESTING_KERNEL_TESTS_FULLY_CONNECTED_H_
#define TESTING_KERNEL_TESTS_FULLY_CONNECTED_H_

#include "kernels/register/builtin_registrations.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"

namespace tflite {
namespace ops {
namespace builtin {
namespace fully_connected {

// Whether the weights [units, depth] and the output of INT16 by INT16 have
// element counts that fit an int, and the output has rows of `units`. Errors
// are reported to `context`.
TfLiteStatus ValidateInt16FilterInt16Indexing(TfLiteContext* context,
                                              const RuntimeShape& filter_shape,
                                              const RuntimeShape& output_shape);

}  // namespace fully_connected
}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_FULLY_CONNECTED_H_
