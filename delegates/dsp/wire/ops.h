#ifndef DELEGATES_DSP_WIRE_OPS_H_
#define DELEGATES_DSP_WIRE_OPS_H_

#include <stdint.h>

// What one step of a program says. Host, executor and kernels share these
// structs; they cross the border between processes and instruction sets, so
// that all fields have fixed sizes and all are little-endian. The executor
// checks a step with check.h before a kernel sees it.
//
// Elements are INT8 where `is_signed` is 1 and UINT8 where it is 0; input and
// output have one type. Shapes are NHWC and dense unless there are strides.
// "Stored" integers are those in memory, zero point included.
namespace tflite::dsp {

// Part of the shared memory. Each begins at a multiple of 128; kernels may read
// up to 128 bytes before it and 128 bytes past its end rounded up to 128, and
// may write up to its end rounded up to 128.
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
// kernels/math/fixed_point.h, with its two roundings.
struct Factor {
  int32_t multiplier;
  int32_t shift;
};

// How a sum becomes a stored output: M(bias + sum, factor) + zero_point,
// clamped to [min, max]. `planes` holds three arrays of `channels` INT32 one
// after another: biases, multipliers, shifts. `channels` is a multiple of 32;
// output channel `o` of group g stands at PaddedChannel (layout/weights.h).
// Padding has bias, multiplier and shift 0.
//   bias = the model's bias - input_zero_point * sum over the whole window of
//          (weight - weights_zero_point), wrapping
// so that a tap outside of the image counts as input_zero_point times it.
struct Finish {
  Piece planes;
  int32_t channels;
  int32_t zero_point;
  int32_t min, max;
  // 1 if all shifts are equal, padding channels aside, as they are without
  // per-channel scales.
  int32_t uniform;
};

// Which inputs the window of an output covers: math/conv_window.h.
struct Window {
  int32_t batch;
  int32_t in_height, in_width, in_channels;
  int32_t out_height, out_width, out_channels;
  int32_t filter_height, filter_width;
  int32_t stride_height, stride_width;
  int32_t dilation_height, dilation_width;
  int32_t pad_top, pad_left;
};

// out = finish(sum of a * (u - weights_zero_point)), `a` being stored inputs
// and `u` packed weights as layout/weights.h has them: UINT8 for INT8 weights
// too, 128 added to weights and zero point.
struct Conv2dParams {
  Piece input, weights, output;
  Finish finish;
  Window window;
  int32_t groups;
  int32_t is_signed;
  int32_t input_zero_point;    // stored
  int32_t weights_zero_point;  // of the packed weights, in [0, 255]
};

// Output channel o sees input channel o / multiplier. Weights are packed as
// INT8, UINT8 ones less 128, with their zero point.
struct DepthwiseConv2dParams {
  Piece input, weights, output;
  Finish finish;
  Window window;
  int32_t multiplier;
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;  // of the packed weights, in [-128, 127]
};

// Conv2d with one tap, an image of `rows` pixels.
struct FullyConnectedParams {
  Piece input, weights, output;
  Finish finish;
  int32_t rows, depth, units;
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;
};

// Input pixel (y, x) goes to outputs (y * stride_height - pad_top + fy,
// x * stride_width - pad_left + fx). Taps outside of the input are left out, so
// that the biases are the model's: a tap counts (a - input_zero_point) times.
struct TransposeConvParams {
  Piece input, weights, output;
  Finish finish;
  Window window;  // in_* and out_* are this operator's
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t weights_zero_point;
};

enum class PoolForm : int32_t { kAverage = 0, kMax = 1 };

// Covers what lies inside of the image; an average divides by the number of
// elements covered, halves away from zero. Stored integers throughout.
struct PoolParams {
  Piece input, output;
  PoolForm form;
  Window window;
  int32_t is_signed;
  int32_t min, max;
};

// a = x - x_zero_point, b = y - y_zero_point.
enum class BinaryForm8 : int32_t {
  kSum = 0,     // M(M(a << shift, x_factor) +- M(b << shift, y_factor), factor)
  kSquare = 1,  // M((M(a << shift, x_factor) - M(b << shift, y_factor))^2, ..)
  kProduct = 2,  // M(a * b, factor)
  kMaximum = 3,  // of the stored integers
  kMinimum = 4,
  kTable = 5,  // table[x + 256 * y], both as bytes; nothing is added after
};

constexpr int kMostDims = 6;

// Two operands, stretched to the output's extents by strides of 0; the output
// is dense. zero_point is added (but for kMaximum, kMinimum, kTable), then
// [min, max] clamps (but for kTable). The outer M, with `factor`, is
// SaturatingMultiplyByQuantizedMultiplier.
struct BinaryParams {
  Piece x, y, output;
  Piece table;  // 65536 bytes, kTable
  BinaryForm8 form;
  int32_t is_signed;
  int32_t subtract;  // kSum
  int32_t rank;      // extents used, 1 to kMostDims; the last one is innermost
  int32_t extents[kMostDims];
  int32_t x_strides[kMostDims];  // elements
  int32_t y_strides[kMostDims];
  int32_t x_zero_point, y_zero_point;
  int32_t shift;
  Factor x_factor, y_factor, factor;
  int32_t zero_point;
  int32_t min, max;
};

// out = table[x], the byte of x being the index; any function of one operand.
struct MapParams {
  Piece input, output;
  Piece table;  // 256 bytes
  int32_t count;
};

// A box of elements from one dense array of bytes into another; copies,
// transposes, slices and parts of a concatenation. Strides may be negative or
// 0 in the input, and are positive in the output.
struct CopyParams {
  Piece input, output;
  int32_t element_bytes;  // 1, 2, 4 or 8; offsets and strides count elements
  int32_t rank;           // 1 to kMostDims
  int32_t in_offset, out_offset;
  int32_t extents[kMostDims];
  int32_t in_strides[kMostDims];
  int32_t out_strides[kMostDims];
};

// Every byte of the output is `value`.
struct FillParams {
  Piece output;
  int32_t value;
};

// Output [extents[0], .., extents[rank - 1], inner bytes], dense: at i.. the
// `inner` bytes at the sum over d of offsets_d[i_d]. `tables` holds the
// offsets_d, INT32, one after another. Nearest neighbours, mirror padding.
struct TakeParams {
  Piece input, output;
  Piece tables;
  int32_t inner;
  int32_t rank;  // 1 to kMostDims
  int32_t extents[kMostDims];
};

// Where an output row or column reads (kernels/resize/resize.h).
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

enum class ReduceForm : int32_t { kMean = 0, kMax = 1, kMin = 2 };

// The elements along dimensions whose bit is set in `reduced` become one.
//   mean: M(sum of (x - input_zero_point), factor) + zero_point, clamped
struct ReduceParams {
  Piece input, output;
  ReduceForm form;
  int32_t is_signed;
  int32_t rank;
  int32_t extents[kMostDims];
  int32_t reduced;  // bit d: dimension d
  int32_t input_zero_point;
  Factor factor;
  int32_t zero_point;
  int32_t min, max;
};

// For each row of `depth`: m = the greatest element; e_i = exps[256 * m + x_i]
// (indices are bytes of stored integers less the type's least value); sum of
// the e_i in order, in float; out_i = round(e_i / sum / scale) + zero_point,
// saturated to the type. Divisions round to nearest; round() takes halves away
// from zero.
struct SoftmaxParams {
  Piece input, output;
  Piece exps;  // 256 * 256 floats
  int32_t rows, depth;
  int32_t is_signed;
  int32_t zero_point;
  float scale;
};

// In fixed point, results in steps of 1/128 (kernels/l2_normalization).
struct L2NormalizationParams {
  Piece input, output;
  int32_t rows, depth;
  int32_t is_signed;
  int32_t input_zero_point;
  int32_t zero_point;
};

// Input [outer, extent, inner]; output [outer, inner] of INT32 or INT64: the
// first place of the greatest (or least) element.
struct ArgMinMaxParams {
  Piece input, output;
  int32_t outer, extent, inner;
  int32_t is_signed;
  int32_t max;        // 1: the greatest
  int32_t out_bytes;  // 4 or 8
};

// INT8 operands, INT16 weights over time and state. `state` is read and
// written.
struct SvdfParams {
  Piece input, features, time, bias, state, output;  // bias.bytes 0: none
  int32_t batch, inputs, filters, memory, units, rank;
  int32_t input_zero_point, zero_point;
  Factor feature_factor, time_factor;
};

// One gate of an LSTM. Absent tensors have 0 bytes.
struct LstmGateParams {
  Piece weights;    // INT8 [cells, inputs]
  Piece recurrent;  // INT8 [cells, outputs]
  Piece peephole;   // INT16 [batch, cells]
  Piece bias;       // INT32 [cells], of normalized gates, added after it
  Piece norm;       // INT16 [cells]
  // INT32 [cells]: what is added to the products of stored integers with the
  // input and with the state: less zero points times the weights' sums, plus,
  // unless normalized, the bias.
  Piece input_bias, recurrent_bias;
  Factor weights_factor, recurrent_factor, peephole_factor, norm_factor;
  int32_t variance_guard;
};

// Integer LSTM, INT8 input and state h, INT16 state c; gates in the order i f g
// o, the first one absent (weights.bytes 0) in the variant without it. Both
// states are read and written.
struct LstmParams {
  Piece input, output, hidden_state, cell_state;
  // Absent: 0 bytes. INT8 [outputs, cells]; INT32 [outputs], the zero point of
  // what is projected taken off as above.
  Piece projection, projection_bias;
  LstmGateParams gates[4];
  int32_t steps, batch, inputs, cells, outputs;
  int32_t time_major;
  int32_t cell_bits;  // integer bits of c
  int32_t state_zero_point, hidden_zero_point;
  Factor hidden_factor, projection_factor;
  int32_t cell_clip, projection_clip;  // 0: none
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_OPS_H_
