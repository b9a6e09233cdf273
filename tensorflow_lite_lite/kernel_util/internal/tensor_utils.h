// portable_tensor_utils.h under the name operators include.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_UTILS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_UTILS_H_

#include "tensorflow_lite_lite/kernel_util/internal/portable_tensor_utils.h"  // IWYU pragma: export

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_UTILS_H_
