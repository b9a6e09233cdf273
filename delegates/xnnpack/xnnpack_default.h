#ifndef DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_
#define DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_

#include <vector>

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::xnnpack {

// What XNNPACK takes where nobody asks for it: all it can, but for operators on
// the types given (FLOAT32, INT8, UINT8) and operators whose code the
// application has replaced. Null where nothing remains.
TfLiteDelegateUniquePtr CreateDefaultXnnpackDelegate(
    const std::vector<TfLiteType>& left_to_kernels);

// What is left to the kernels on this processor: types on which they are
// quicker, and those whose results would otherwise depend on it.
std::vector<TfLiteType> TypesLeftToKernels();

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_
