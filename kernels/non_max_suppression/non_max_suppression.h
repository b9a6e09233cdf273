#ifndef KERNELS_NON_MAX_SUPPRESSION_NON_MAX_SUPPRESSION_H_
#define KERNELS_NON_MAX_SUPPRESSION_NON_MAX_SUPPRESSION_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// NON_MAX_SUPPRESSION_V4 and V5: picks boxes by descending score, passing over
// those that overlap a picked one by a threshold or more (intersection over
// union). V5 with sigma > 0 also lowers the score of a box by
// exp(-iou^2 / (2 sigma)) for each picked box (soft suppression; Bodla et al.,
// "Soft-NMS", ICCV 2017). Among equal scores the lower index comes first.
//
// Inputs   boxes FLOAT32 [n, 4], two opposite corners y x y x; scores FLOAT32
//          [n]; scalars: most boxes INT32; iou threshold, score threshold, and
//          (V5) sigma FLOAT32
// Outputs  indices INT32 [most]; (V5) scores FLOAT32 [most]; count INT32
//          scalar; zero behind the count
//
// Constraints:
//   C1 five inputs and two outputs (V4), six and three (V5)
//   C2 boxes and scores are FLOAT32 [n, 4] and [n]
//   C3 the scalars have one element of their types
//   C4 the outputs have their types
//   C5 the most boxes are not negative
struct NonMaxSuppression : BoundOp {
  bool soft = false;  // V5
  int32_t boxes = 0;
};

StatusOr<NonMaxSuppression> BindNonMaxSuppressionV4(const NodeView& node);
StatusOr<NonMaxSuppression> BindNonMaxSuppressionV5(const NodeView& node);
Status EvalNonMaxSuppressionReference(const NonMaxSuppression& op,
                                      EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_NON_MAX_SUPPRESSION_NON_MAX_SUPPRESSION_H_
