#ifndef KERNELS_GATHER_GATHER_H_
#define KERNELS_GATHER_GATHER_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// GATHER: picks slices of a value along one axis. With B = batch_dims,
//   output[b.., o.., i.., s..] = value[b.., o.., indices[b.., i..], s..]
// where b are the B leading dimensions of both inputs, o those of the value up
// to the axis, i the rest of the indices' and s the rest of the value's.
// Negative axes count from the back of the value, negative batch_dims from the
// back of the indices.
//
// Inputs 0 value, any type; 1 indices INT16, INT32 or INT64
// Output of the value's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 the indices have one of the types above
//   C4 the axis is a dimension of the value
//   C5 0 <= batch_dims <= axis, and at most the indices' rank
//   C6 the leading batch_dims extents of both inputs agree
//   C7 indices lie in [0, extent of the axis) (found when they are read)
struct Gather : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  int64_t batches;  // product of the extents b
  int64_t outer;    // of o
  int64_t extent;   // of the axis
  int64_t inner;    // product of the extents s: elements of a slice
  int64_t picks;    // product of the extents i: indices of one batch
};

StatusOr<Gather> BindGather(const NodeView& node);

Status EvalGatherReference(const Gather& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_GATHER_GATHER_H_
