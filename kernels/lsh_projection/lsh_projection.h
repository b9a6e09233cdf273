#ifndef KERNELS_LSH_PROJECTION_LSH_PROJECTION_H_
#define KERNELS_LSH_PROJECTION_LSH_PROJECTION_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// LSH_PROJECTION: locality-sensitive hashes of a set of items. Each of the
// functions x bits seeds s gives one bit,
//   sum over items of weight * Fingerprint64(bytes of s, bytes of the item) > 0
// with fingerprints taken as signed and the sum in double precision.
//   DENSE   output [functions * bits]: the bits
//   SPARSE  output [functions]: f * 2^bits + the bits of function f as a
//           number, the first bit being the highest
//
// Inputs 0 seeds [functions, bits], FLOAT32; 1 items [n, ..], any type: an item
//        is the nth part of the tensor's bytes; 2 (optional) weights [n],
//        FLOAT32
// Output INT32
//
// Constraints:
//   C1 two or three inputs and one output
//   C2 seeds and weights are FLOAT32, the output INT32
//   C3 seeds have rank 2 and at most 32 bits, items rank 1 or more
//   C4 there is one weight per item
//   C5 the options' type is DENSE or SPARSE
struct LshProjection : BoundOp {
  bool sparse;
  bool weighted;
  int32_t functions, bits, items;
};

StatusOr<LshProjection> BindLshProjection(const NodeView& node);

Status EvalLshProjectionReference(const LshProjection& op,
                                  EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_LSH_PROJECTION_LSH_PROJECTION_H_
