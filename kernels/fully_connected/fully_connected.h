#ifndef KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_H_
#define KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_H_

#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// FULLY_CONNECTED: the input, seen as rows of `depth` elements, times the
// transposed weights:
//   out(r, u) = act(bias(u) + sum over d of in(r, d) * weights(u, d))
// 64-bit sums are multiplied as math/whole_multiplier.h does. INT8 weights of
// one scale may have a zero point where the input is INT8.
// Hybrid: each row has a quantization of its own, with a zero point if the
// option asymmetric_quantize_inputs is set.
//
// Input 0  of rank 1 or more, rows * depth elements
// Input 1  weights [units, depth]; sparse ones are constant (math/sparse.h)
// Input 2  optional, bias [units]
// Output   [rows, units]; with keep_num_dims the input's shape with its last
//          extent replaced by units
//
// Shuffled weights: UINT8 input and weights with zero point 128, whose top bits
// are flipped to make INT8, and INT16 output. The weights are stored as INT8,
// blocks of 4 rows by 16 columns one after another, all columns of four rows
// first. The operator has a second output, of the input's shape: the input as
// INT8, for four rows in the blocks the weights have.
//
// Constraints:
//   C1 two or three inputs; one output, two with shuffled weights
//   C2 weights have rank 2, the input at least 1
//   C3 the input's elements make whole rows of depth; with keep_num_dims its
//      last extent is depth
//   C4 shuffled: the types above, one or four rows, units a multiple of 4 and
//      depth of 16, constant dense weights
//   C5 sparse weights are well-formed (math/sparse.h), not of INT4 or INT2
//   and W1 to W6 of weighted_sum.h, with more types: INT16 output of UINT8
//   input, INT16 weights with INT16 input, INT64 bias of all integers
struct FullyConnected : BoundOp {
  int32_t rows = 0;
  int32_t depth = 0;
  int32_t units = 0;
  bool sparse = false;  // the weights tensor holds values in sparse order
  bool shuffled = false;
  WeightedSum sum;
};

StatusOr<FullyConnected> BindFullyConnected(const NodeView& node);

Status EvalFullyConnectedReference(const FullyConnected& op,
                                   EvalContext& context);

// Constant weights are packed before the first evaluation.
Status PrepareFullyConnectedCpu(const FullyConnected& op,
                                PrepareContext& context);
Status EvalFullyConnectedCpu(const FullyConnected& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_FULLY_CONNECTED_FULLY_CONNECTED_H_
