#ifndef KERNELS_SPARSE_TO_DENSE_SPARSE_TO_DENSE_H_
#define KERNELS_SPARSE_TO_DENSE_SPARSE_TO_DENSE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SPARSE_TO_DENSE: a tensor of default elements in which those that the indices
// name are replaced. Where an index occurs twice the later value counts.
//
// Inputs 0 indices: [n, output rank], or for an output of rank 1 also [n] or
//          one scalar; 1 shape [output rank]; 2 values [n], or one scalar for
//          all; 3 the default element, a scalar
// Indices and shape INT32 or INT64; values, default and output of one type, any
//
// Constraints:
//   C1 four inputs and one output
//   C2 values, default and output have one type, the default is one element
//   C3 indices and shape are INT32 or INT64, the shape a vector
//   C4 indices have one of the shapes above
//   C5 the values are a scalar or one an index
//   C6 indices lie inside the output (found when they are read)
struct SparseToDense : BoundOp {
  TfLiteType type;
  int64_t count = 0;          // indices
  bool single_value = false;  // one value for all of them
};

StatusOr<SparseToDense> BindSparseToDense(const NodeView& node);

Status EvalSparseToDenseReference(const SparseToDense& op,
                                  EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SPARSE_TO_DENSE_SPARSE_TO_DENSE_H_
