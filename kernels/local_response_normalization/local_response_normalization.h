#ifndef KERNELS_LOCAL_RESPONSE_NORMALIZATION_LOCAL_RESPONSE_NORMALIZATION_H_
#define KERNELS_LOCAL_RESPONSE_NORMALIZATION_LOCAL_RESPONSE_NORMALIZATION_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// LOCAL_RESPONSE_NORMALIZATION: each element is divided by a power of the
// energy of its neighbours along the innermost axis,
//   out[d] = in[d] * (bias + alpha * sum in[d-radius..d+radius]^2) ^ -beta
// neighbours outside of the axis counting nothing.
//
// Input and output  [batch, height, width, depth], FLOAT32
//
// Constraints:
//   C1 one input and one output
//   C2 rank 4 and FLOAT32
//   C3 the radius is not negative
struct LocalResponseNormalization : BoundOp {
  int64_t rows = 0;  // batch * height * width
  int32_t depth = 0;
  int32_t radius = 0;
  float bias = 0, alpha = 0, beta = 0;
};

StatusOr<LocalResponseNormalization> BindLocalResponseNormalization(
    const NodeView& node);
Status EvalLocalResponseNormalizationReference(
    const LocalResponseNormalization& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_LOCAL_RESPONSE_NORMALIZATION_LOCAL_RESPONSE_NORMALIZATION_H_
