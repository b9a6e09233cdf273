#include <algorithm>

#include "kernels/shape/shape.h"

namespace tflite::kernels {

Status EvalShapeReference(const ShapeOf& op, EvalContext& context) {
  if (op.out_type == kTfLiteInt64) {
    std::copy(op.values.begin(), op.values.end(), context.out<int64_t>(0));
  } else {
    std::transform(op.values.begin(), op.values.end(), context.out<int32_t>(0),
                   [](int64_t v) { return static_cast<int32_t>(v); });
  }
  return OkStatus();
}

}  // namespace tflite::kernels
