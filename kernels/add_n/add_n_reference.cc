#include <algorithm>

#include "kernels/add_n/add_n.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// T is the type of the tensors; integers are unsigned here, so that they wrap.
template <typename T>
Status Eval(const AddN& op, EvalContext& context) {
  T* out = context.out<T>(0);
  std::copy_n(context.in<T>(0), op.count, out);
  for (int k = 1; k < context.num_inputs(); ++k) {
    const T* in = context.in<T>(k);
    for (int64_t i = 0; i < op.count; ++i) out[i] += in[i];
  }
  return OkStatus();
}

}  // namespace

Status EvalAddNReference(const AddN& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat64:
      return Eval<double>(op, context);
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    case kTfLiteBFloat16:
      return Eval<bfloat16>(op, context);
    case kTfLiteInt32:
      return Eval<uint32_t>(op, context);
    case kTfLiteInt64:
      return Eval<uint64_t>(op, context);
    default:
      return Internal("add_n bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
