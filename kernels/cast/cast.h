#ifndef KERNELS_CAST_CAST_H_
#define KERNELS_CAST_CAST_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// CAST: the same numbers in another type.
//   to floating point   the nearest
//   from floating point the fraction is dropped; what lies outside of the
//                       integer type becomes its nearest limit, NaN its largest
//                       value
//   among integers      the low bits (two's complement)
//   to BOOL             whether the number, of complex ones the real part, is
//                       not 0; from BOOL 0 or 1
//   from complex        the real part; to complex an imaginary part of 0
// The types are those of the tensors. Quantization is ignored.
//
// The result of a constant is a constant: later nodes may read it while they
// bind.
//
// Input and output of one shape, of any type but STRING, RESOURCE and VARIANT.
//
// Constraints:
//   C1 one input, one output
//   C2 input and output have types that it takes
struct Cast : BoundOp {
  TfLiteType from, to;
  int64_t count;  // elements
};

StatusOr<Cast> BindCast(const NodeView& node);

Status EvalCastReference(const Cast& op, EvalContext& context);
// Loops of one pair of types, and threads; results are those of the reference.
Status EvalCastCpu(const Cast& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CAST_CAST_H_
