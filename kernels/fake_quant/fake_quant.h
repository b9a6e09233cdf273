#ifndef KERNELS_FAKE_QUANT_FAKE_QUANT_H_
#define KERNELS_FAKE_QUANT_FAKE_QUANT_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// FAKE_QUANT: rounds real numbers to those that num_bits-bit integers can
// represent. Stored integers run from `low` (1 with narrow_range, else 0) to
// 2^num_bits - 1 over [min, max], which is shifted so that 0 is one of them:
//   scale = (max - min) / (high - low)
//   zero_point = round(low - min / scale), inside [low, high]
//   y = round((clamp(x) - least) / scale) * scale + least
// with the clamp to [least, greatest] = scale * ([low, high] - zero_point).
//
// Input and output of one shape, FLOAT32.
//
// Constraints:
//   C1 one input, one output
//   C2 both are FLOAT32
//   C3 num_bits lies in [2, 16]
//   C4 min < max, both finite
struct FakeQuant : BoundOp {
  int64_t count;  // elements
  float scale, least, greatest;
};

StatusOr<FakeQuant> BindFakeQuant(const NodeView& node);

Status EvalFakeQuantReference(const FakeQuant& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_FAKE_QUANT_FAKE_QUANT_H_
