#ifndef DELEGATES_DSP_WIRE_STEP_TYPES_H_
#define DELEGATES_DSP_WIRE_STEP_TYPES_H_

#include <stdint.h>

// What the parameters of all steps share.
//
// Host, executor and kernels share these structs. They cross the boundary
// between processes and instruction sets, so all fields have fixed sizes, and
// all are little-endian. The executor checks a step with check.h before a
// kernel sees it.
//
// Elements are INT8 if `is_signed` is 1 and UINT8 if it is 0; input and output
// have the same type. Shapes are NHWC, and dense unless there are strides.
// "Stored" integers are those in memory, including the zero point.
namespace tflite::dsp {

// A range of the shared memory. Each starts at a multiple of 128. Kernels may
// read from 128 bytes before it to 128 bytes past its end rounded up to 128,
// and may write up to its end rounded up to 128.
struct Piece {
  uint32_t offset;
  uint32_t bytes;
};

enum class Opcode : uint32_t {
  kConv2d = 1,
  kDepthwiseConv2d = 2,
  kFullyConnected = 3,
  kTransposeConv = 4,
  kPool = 5,
  kBinary = 6,
  kMap = 7,
  kCopy = 8,
  kFill = 9,
  kTake = 10,
  kResizeBilinear = 11,
  kReduce = 12,
  kSoftmax = 13,
  kL2Normalization = 14,
  kArgMinMax = 15,
  kLstm = 16,
  kSvdf = 17,
};
constexpr uint32_t kOpcodeEnd = 18;

// A real factor as multiplier * 2^(shift - 31): multiplier 0 or in [2^30,
// 2^31), shift in [-31, 30]. M(x, factor) is MultiplyByQuantizedMultiplier of
// kernels/math/fixed_point.h, with its two roundings and halves away from zero.
struct Factor {
  int32_t multiplier;
  int32_t shift;
};

// Requantization of a sum: output = M(bias + sum, factor) + zero_point, clamped
// to [min, max]. `planes` holds three consecutive arrays of `channels` INT32:
// biases, multipliers, shifts. `channels` is a multiple of 32; the index of an
// output channel is its PaddedChannel (layout/weights.h). Bias, multiplier and
// shift of padding are 0.
//   bias = the model's bias - input_zero_point * sum over the whole window of
//          (weight - weights_zero_point), wrapping
// so that a tap outside the image counts as input_zero_point * weight.
// Of FullyConnected, M takes halves up.
struct Finish {
  Piece planes;
  int32_t channels;
  // From one array to the next, in INT32. `channels`, except in parts of steps
  // (skel/parts.h).
  int32_t pitch;
  int32_t zero_point;
  int32_t min, max;
};

// The inputs that the window of an output covers: math/conv_window.h.
struct Window {
  int32_t batch;
  int32_t in_height, in_width, in_channels;
  int32_t out_height, out_width, out_channels;
  int32_t filter_height, filter_width;
  int32_t stride_height, stride_width;
  int32_t dilation_height, dilation_width;
  int32_t pad_top, pad_left;
};

constexpr int kMostDims = 6;

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_STEP_TYPES_H_
