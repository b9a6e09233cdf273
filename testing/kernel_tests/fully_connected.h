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

// Checks for INT16 inputs and weights that the weights [units, depth] and the
// output have element counts that fit an int, and that the output's rows have
// `units` elements. Errors are reported to `context`.
TfLiteStatus ValidateInt16FilterInt16Indexing(TfLiteContext* context,
                                              const RuntimeShape& filter_shape,
                                              const RuntimeShape& output_shape);

}  // namespace fully_connected
}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_FULLY_CONNECTED_H_
