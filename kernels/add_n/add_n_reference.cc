#include <algorithm>

#include "kernels/add_n/add_n.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// T is the type of the tensors; integers are unsigned here, so that they wrap.
template <typename T>
Status Eval(const AddN& op, EvalContext& context) {
  // Elements of all operands that are added while they are in the first-level
  // cache, and the least number of elements for a thread.
  constexpr int64_t kBlock = 1024, kGrain = 16384;
  T* out = context.out<T>(0);
  const auto add = [&](int64_t begin, int64_t end) {
    std::copy(context.in<T>(0) + begin, context.in<T>(0) + end, out + begin);
    for (int k = 1; k < context.num_inputs(); ++k) {
      const T* in = context.in<T>(k);
      for (int64_t i = begin; i < end; ++i) out[i] += in[i];
    }
  };
  context.threads().ParallelFor(
      op.count, kGrain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; i += kBlock) {
          add(i, std::min(end, i + kBlock));
        }
      });
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
