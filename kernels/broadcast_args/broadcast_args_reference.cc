#include "kernels/broadcast_args/broadcast_args.h"

namespace tflite::kernels {
namespace {

template <typename T>
Status Eval(EvalContext& context) {
  const auto a = context.input(0).span<T>();
  const auto b = context.input(1).span<T>();
  T* out = context.out<T>(0);
  const size_t rank = std::max(a.size(), b.size());
  for (size_t i = 1; i <= rank; ++i) {
    const T x = i <= a.size() ? a[a.size() - i] : T{1};
    const T y = i <= b.size() ? b[b.size() - i] : T{1};
    TFLL_CONSTRAINT(C4, x == y || x == 1 || y == 1, "extents ", x, " and ", y,
                    " do not broadcast");
    out[rank - i] = x == 1 ? y : x;
  }
  return OkStatus();
}

}  // namespace

Status EvalBroadcastArgsReference(const BroadcastArgs& op,
                                  EvalContext& context) {
  return op.type == kTfLiteInt32 ? Eval<int32_t>(context)
                                 : Eval<int64_t>(context);
}

}  // namespace tflite::kernels
