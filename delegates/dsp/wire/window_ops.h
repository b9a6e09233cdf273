#ifndef DELEGATES_DSP_WIRE_WINDOW_OPS_H_
#define DELEGATES_DSP_WIRE_WINDOW_OPS_H_

#include "delegates/dsp/wire/step_types.h"

// Parameters of steps that read images: convolutions, pooling, resizing.
namespace tflite::dsp {

// out = finish(sum of a * (u - weights_zero_point)). `a` are stored inputs, `u`
// the weights packed as in layout/weights.h: UINT8; 128 is added to INT8
// weights and to their zero point.
struct Conv2dParams {
  Piece input, weights, output;
  Finish finish;
  Window window;
  int32_t groups;
  int32_t is_signed;
  int32_t input_zero_point;    // stored
  int32_t weights_zero_point;  // of the packed weights, in [0, 255]
};

// Output channel o reads input channel o / multiplier. Weights are packed as
// INT8; 128 is subtracted from UINT8 weights and from their zero point.
struct DepthwiseConv2dParams {
  Piece input, weights, output;
  Finish finish;
  Window window;
  int32_t multiplier;
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;  // of the packed weights, in [-128, 127]
};

// A Conv2d with one tap and an image of `rows` pixels, but for halves (Finish).
struct FullyConnectedParams {
  Piece input, weights, output;
  Finish finish;
  int32_t rows, depth, units;
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;
};

// Input pixel (y, x) contributes to the outputs (y * stride_height - pad_top +
// fy, x * stride_width - pad_left + fx). Taps outside the input contribute
// nothing, so the biases are the model's, and the products are those of
// a - input_zero_point.
struct TransposeConvParams {
  Piece input, weights, output;
  Finish finish;
  Window window;  // in_* and out_* are this operator's
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;
};

enum class PoolForm : int32_t { kAverage = 0, kMax = 1 };

// Windows are cropped to the image. An average divides by the number of covered
// elements and rounds halves away from zero. All integers are stored ones.
struct PoolParams {
  Piece input, output;
  PoolForm form;
  Window window;
  int32_t is_signed;
  int32_t min, max;
};

// The input rows or columns that an output row or column interpolates, as in
// kernels/resize/resize.h.
struct Tap {
  int32_t lower, upper;
  int32_t fixed_upper;  // units of 2^-10
  float weight;
};

// INT8: fixed point. UINT8: float without contraction, floor(mixed + 0.5).
struct ResizeBilinearParams {
  Piece input, output;
  Piece taps;  // out_height Taps for rows, then out_width for columns
  int32_t batch, in_height, in_width, channels;
  int32_t out_height, out_width;
  int32_t is_signed;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_WINDOW_OPS_H_
