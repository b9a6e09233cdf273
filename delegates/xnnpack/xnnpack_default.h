#ifndef DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_
#define DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_

#include <vector>

#include "delegates/xnnpack/left_to_kernels.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::xnnpack {

// The delegate that is applied by default. It takes all nodes that XNNPACK
// supports, except those with the types in `left_to_kernels` (FLOAT32, INT8,
// UINT8) and operators that the application has replaced. Null if no type
// remains.
TfLiteDelegateUniquePtr CreateDefaultXnnpackDelegate(
    const std::vector<TfLiteType>& left_to_kernels);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_DEFAULT_H_
