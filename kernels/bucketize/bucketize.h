#ifndef KERNELS_BUCKETIZE_BUCKETIZE_H_
#define KERNELS_BUCKETIZE_BUCKETIZE_H_

#include <vector>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// BUCKETIZE: for each element, the number of boundaries that are not above it;
// all of them for a NaN. INT32 and INT64 elements are converted to FLOAT32, the
// type of the boundaries.
//
// Input  0 value, FLOAT32, FLOAT64, INT32 or INT64
// Output of the value's shape, INT32
//
// Constraints:
//   C1 one input and one output
//   C2 the value has one of the types above, the output INT32
//   C3 the boundaries ascend
struct Bucketize : BoundOp {
  TfLiteType type;
  int64_t elements;
  std::vector<float> boundaries;
};

StatusOr<Bucketize> BindBucketize(const NodeView& node);

Status EvalBucketizeReference(const Bucketize& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BUCKETIZE_BUCKETIZE_H_
