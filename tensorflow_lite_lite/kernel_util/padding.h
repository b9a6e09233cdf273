#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_PADDING_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_PADDING_H_

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite {

// Windows of `filter_size` elements with the given dilation, at every `stride`
// elements of `in_size`. Sizes are positive.

// The total padding on both sides that `out_size` windows need.
inline int ComputeTotalPadding(int stride, int dilation_rate, int in_size,
                               int filter_size, int out_size) {
  const int span = (filter_size - 1) * dilation_rate + 1;
  const int total = (out_size - 1) * stride + span - in_size;
  return total > 0 ? total : 0;
}

// The padding before the input, which is the smaller half.
inline int ComputePadding(int stride, int dilation_rate, int in_size,
                          int filter_size, int out_size) {
  return ComputeTotalPadding(stride, dilation_rate, in_size, filter_size,
                             out_size) /
         2;
}

// The same; *offset is how much larger the padding after the input is.
inline int ComputePaddingWithOffset(int stride, int dilation_rate, int in_size,
                                    int filter_size, int out_size,
                                    int* offset) {
  const int total = ComputeTotalPadding(stride, dilation_rate, in_size,
                                        filter_size, out_size);
  *offset = total % 2;
  return total / 2;
}

// The number of windows; 0 for a padding that is neither SAME nor VALID.
inline int ComputeOutSize(TfLitePadding padding, int image_size,
                          int filter_size, int stride, int dilation_rate = 1) {
  if (stride == 0) return 0;
  const int span = (filter_size - 1) * dilation_rate + 1;
  switch (padding) {
    case kTfLitePaddingSame:
      return (image_size + stride - 1) / stride;
    case kTfLitePaddingValid:
      return (image_size + stride - span) / stride;
    default:
      return 0;
  }
}

// Both spatial dimensions of an image.
inline TfLitePaddingValues ComputePaddingHeightWidth(
    int stride_height, int stride_width, int dilation_rate_height,
    int dilation_rate_width, int in_height, int in_width, int filter_height,
    int filter_width, TfLitePadding padding, int* out_height, int* out_width) {
  *out_height = ComputeOutSize(padding, in_height, filter_height, stride_height,
                               dilation_rate_height);
  *out_width = ComputeOutSize(padding, in_width, filter_width, stride_width,
                              dilation_rate_width);
  TfLitePaddingValues values;
  values.height = ComputePaddingWithOffset(stride_height, dilation_rate_height,
                                           in_height, filter_height,
                                           *out_height, &values.height_offset);
  values.width =
      ComputePaddingWithOffset(stride_width, dilation_rate_width, in_width,
                               filter_width, *out_width, &values.width_offset);
  return values;
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_PADDING_H_
