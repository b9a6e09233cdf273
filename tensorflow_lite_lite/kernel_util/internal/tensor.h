// All headers about the tensors of a node, under the name operators include.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_H_

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/kernel_util/internal/portable_tensor.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"
#include "tensorflow_lite_lite/kernel_util/internal/types.h"
#include "tensorflow_lite_lite/string_util.h"
// IWYU pragma: end_exports

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_H_
