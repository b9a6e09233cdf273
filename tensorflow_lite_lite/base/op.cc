#include "tensorflow_lite_lite/base/op.h"

namespace tflite::base {

Status EvalContext::ResizeOutput(int i, const Shape& shape) {
  const TensorView tensor = output(i);
  if (!tensor) return Invalid("output ", i, " is missing");
  TFLL_RETURN_IF_ERROR(shape.CheckedNumElements().status());
  // Resize even if the shape is unchanged: a dynamic tensor may have lost its
  // memory in the meantime.
  if (context_->ResizeTensor(context_, tensor.raw(), ToIntArray(shape)) !=
      kTfLiteOk) {
    return Internal("cannot resize ", tensor.ToString(), " to ",
                    shape.ToString());
  }
  return OkStatus();
}

}  // namespace tflite::base
