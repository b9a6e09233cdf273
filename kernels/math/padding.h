#ifndef KERNELS_MATH_PADDING_H_
#define KERNELS_MATH_PADDING_H_

#include <algorithm>
#include <cstdint>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// A sliding window along one spatial axis.
struct WindowAxis {
  int32_t output = 0;      // positions of the window
  int32_t pad_before = 0;  // elements of padding before the input
  int32_t pad_after = 0;
};

// SAME: output = ceil(input / stride); VALID: ceil((input - span + 1) /
// stride), span = (filter - 1) * dilation + 1. An odd amount of SAME padding
// puts the extra element after. `input` may be 0; the rest must be positive.
inline StatusOr<WindowAxis> ComputeWindow(TfLitePadding padding, int32_t input,
                                          int32_t filter, int32_t stride,
                                          int32_t dilation = 1) {
  if (stride <= 0 || filter <= 0 || dilation <= 0) {
    return Invalid("filter ", filter, ", stride ", stride, " and dilation ",
                   dilation, " must be positive");
  }
  const int64_t span = (int64_t{filter} - 1) * dilation + 1;
  WindowAxis axis;
  int64_t out = 0;
  if (padding == kTfLitePaddingSame) {
    out = (int64_t{input} + stride - 1) / stride;
  } else if (padding == kTfLitePaddingValid) {
    out = (int64_t{input} - span + stride) / stride;
    if (int64_t{input} < span) out = 0;
  } else {
    return Invalid("padding ", static_cast<int>(padding), " is unknown");
  }
  axis.output = static_cast<int32_t>(out);
  const int64_t total = std::max<int64_t>(0, (out - 1) * stride + span - input);
  if (out > 0 && padding == kTfLitePaddingSame) {
    if (total > INT32_MAX)
      return Invalid("padding of ", total, " is too large");
    axis.pad_before = static_cast<int32_t>(total / 2);
    axis.pad_after = static_cast<int32_t>(total - total / 2);
  }
  return axis;
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_PADDING_H_
