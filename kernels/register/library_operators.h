#ifndef KERNELS_REGISTER_LIBRARY_OPERATORS_H_
#define KERNELS_REGISTER_LIBRARY_OPERATORS_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace ops {
namespace builtin {

// Whether a node's code is that of BuiltinOpResolver for the operator. False
// where the application registers its own, which may compute something else:
// default delegates leave such nodes to it.
bool IsLibraryOperator(const TfLiteRegistration& registration);

}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // KERNELS_REGISTER_LIBRARY_OPERATORS_H_
