#ifndef DELEGATES_DSP_WIRE_ELEMENT_OPS_H_
#define DELEGATES_DSP_WIRE_ELEMENT_OPS_H_

#include "delegates/dsp/wire/step_types.h"

// Parameters of steps on elements, rows of elements, and of those that move
// elements.
namespace tflite::dsp {

// a = x - x_zero_point, b = y - y_zero_point.
enum class BinaryForm8 : int32_t {
  kSum = 0,     // M(M(a << shift, x_factor) +- M(b << shift, y_factor), factor)
  kSquare = 1,  // M((M(a << shift, x_factor) - M(b << shift, y_factor))^2, ..)
  kProduct = 2,  // M(a * b, factor)
  kMaximum = 3,  // of the stored integers
  kMinimum = 4,
  kTable = 5,  // table[x + 256 * y], both as bytes; nothing is added after
};

// Two operands, broadcast to the output's extents by strides of 0; the output
// is dense. zero_point is added (except for kMaximum, kMinimum, kTable), and
// the result is clamped to [min, max] (except for kTable). The outer M, with
// `factor`, is SaturatingMultiplyByQuantizedMultiplier.
struct BinaryParams {
  Piece x, y, output;
  Piece table;  // 65536 bytes, kTable
  BinaryForm8 form;
  int32_t is_signed;
  int32_t subtract;  // kSum
  int32_t rank;      // of `extents`, 1 to kMostDims; the last is innermost
  int32_t extents[kMostDims];
  int32_t x_strides[kMostDims];  // elements
  int32_t y_strides[kMostDims];
  int32_t x_zero_point, y_zero_point;
  int32_t shift;
  Factor x_factor, y_factor, factor;
  int32_t zero_point;
  int32_t min, max;
};

// out = table[x], for any function of one operand. The index is x's byte.
struct MapParams {
  Piece input, output;
  Piece table;  // 256 bytes
  int32_t count;
};

// Copies a box of elements from one array to another: copies, transposes,
// slices, parts of a concatenation. Strides may be negative or 0 in the input,
// and are positive in the output.
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

// Gathers runs of `inner` bytes, for nearest neighbour and mirror padding. The
// output is dense, [extents[0], .., extents[rank - 1], inner]. The run at index
// i is read at the sum over d of offsets_d[i_d] bytes. `tables` holds the
// arrays offsets_0, offsets_1, .. of INT32 one after another.
struct TakeParams {
  Piece input, output;
  Piece tables;
  int32_t inner;
  int32_t rank;  // 1 to kMostDims
  int32_t extents[kMostDims];
};

enum class ReduceForm : int32_t { kMean = 0, kMax = 1, kMin = 2 };

// Reduces the dimensions whose bit is set in `reduced`.
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

// For each row of `depth` elements x_i: m = the greatest element;
// e_i = exps[256 * m + x_i], where the indices are stored integers minus the
// type's least value; sum = the sum of the e_i, added in order, in float;
// out_i = round(e_i / sum / scale) + zero_point, saturated to the type.
// Divisions round to nearest, round() rounds halves away from zero.
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
// first index along `extent` of the greatest (or least) element.
struct ArgMinMaxParams {
  Piece input, output;
  int32_t outer, extent, inner;
  int32_t is_signed;
  int32_t max;        // 1: the greatest
  int32_t out_bytes;  // 4 or 8
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_ELEMENT_OPS_H_
