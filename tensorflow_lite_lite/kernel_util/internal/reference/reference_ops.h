// The reference loops that tests of operators compare with.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_REFERENCE_OPS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_REFERENCE_OPS_H_

// IWYU pragma: begin_exports
#include "tensorflow_lite_lite/kernel_util/internal/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/reference/log_softmax.h"
#include "tensorflow_lite_lite/kernel_util/internal/reference/softmax.h"
#include "tensorflow_lite_lite/kernel_util/internal/reference/transpose.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor.h"
// IWYU pragma: end_exports

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_REFERENCE_OPS_H_
