#ifndef KERNELS_SPACE_TO_BATCH_ND_SPACE_TO_BATCH_ND_H_
#define KERNELS_SPACE_TO_BATCH_ND_SPACE_TO_BATCH_ND_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SPACE_TO_BATCH_ND: pads the m dimensions after the first with zeros, cuts
// them into blocks and moves each place within a block to a batch of its own:
//   output[k * batch + b, p.., r..] = padded[b, p * block + place(k).., r..]
// where place(k) are the digits of k in the base of the block, outermost first.
// BATCH_TO_SPACE_ND: the inverse; what was padding is cropped.
// The zeros of quantized tensors are the zero point.
//
// Inputs 0 value [batch, m extents.., rest..], any type; 1 block [m]; 2
//        paddings or crops [m, 2], before and after; INT32 or INT64
// Output of the value's type
//
// Constraints:
//   C1 three inputs and one output
//   C2 the output has the value's type
//   C3 block and paddings are INT32 or INT64 of the shapes above, m is less
//      than the value's rank
//   C4 block extents are positive, paddings and crops not negative
//   C5 SPACE_TO_BATCH_ND: blocks divide the padded extents evenly;
//      BATCH_TO_SPACE_ND: their product divides the batch, and crops leave no
//      extent negative
struct SpaceToBatchNd : BoundOp {
  TfLiteType type;
  bool to_batch;
  Shape space;  // the tensor with extents in space, not padded
  Shape batch;  // the tensor with places in the batch
  absl::InlinedVector<int64_t, 4> block;
  absl::InlinedVector<int64_t, 4> before;  // padding or crop
  bool padded = false;  // some elements of the output are padding
  int32_t zero = 0;     // stored number that means 0; 8 and 16-bit integers
};

StatusOr<SpaceToBatchNd> BindSpaceToBatchNd(const NodeView& node);
StatusOr<SpaceToBatchNd> BindBatchToSpaceNd(const NodeView& node);

Status EvalSpaceToBatchNdReference(const SpaceToBatchNd& op,
                                   EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SPACE_TO_BATCH_ND_SPACE_TO_BATCH_ND_H_
