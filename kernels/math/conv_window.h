#ifndef KERNELS_MATH_CONV_WINDOW_H_
#define KERNELS_MATH_CONV_WINDOW_H_

#include <cstdint>

#include "kernels/math/padding.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// A filter that slides over the two middle dimensions of a NHWC tensor. The
// window of output (y, x) covers, for 0 <= fy < filter_height and
// 0 <= fx < filter_width, the inputs
//   (y * stride_height - pad_top + fy * dilation_height,
//    x * stride_width - pad_left + fx * dilation_width)
// of which those outside the input count as zero.
struct ConvWindow {
  int32_t batch = 0;
  int32_t in_height = 0, in_width = 0, in_channels = 0;
  int32_t out_height = 0, out_width = 0, out_channels = 0;
  int32_t filter_height = 0, filter_width = 0;
  int32_t stride_height = 1, stride_width = 1;
  int32_t dilation_height = 1, dilation_width = 1;
  int32_t pad_top = 0, pad_bottom = 0, pad_left = 0, pad_right = 0;
};

// Fills in the output's height and width and the padding from the rest. An
// error when a stride, a dilation or a filter extent is not positive.
inline Status PlaceConvWindow(TfLitePadding padding, ConvWindow* w) {
  TFLL_ASSIGN_OR_RETURN(const WindowAxis rows,
                        ComputeWindow(padding, w->in_height, w->filter_height,
                                      w->stride_height, w->dilation_height));
  TFLL_ASSIGN_OR_RETURN(const WindowAxis columns,
                        ComputeWindow(padding, w->in_width, w->filter_width,
                                      w->stride_width, w->dilation_width));
  w->out_height = rows.output;
  w->out_width = columns.output;
  w->pad_top = rows.pad_before;
  w->pad_bottom = rows.pad_after;
  w->pad_left = columns.pad_before;
  w->pad_right = columns.pad_after;
  return OkStatus();
}

// The batch, extents and strides that CONV_2D and DEPTHWISE_CONV_2D read alike.
// `input` is [batch, height, width, channels] and `filter` has height and width
// in dimensions 1 and 2.
template <typename Params>
ConvWindow ReadConvWindow(const Params& params, const TensorView& input,
                          const TensorView& filter) {
  ConvWindow w;
  w.batch = input.dim(0);
  w.in_height = input.dim(1);
  w.in_width = input.dim(2);
  w.in_channels = input.dim(3);
  w.filter_height = filter.dim(1);
  w.filter_width = filter.dim(2);
  w.stride_height = params.stride_height;
  w.stride_width = params.stride_width;
  w.dilation_height = params.dilation_height_factor;
  w.dilation_width = params.dilation_width_factor;
  return w;
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_CONV_WINDOW_H_
