#include "kernels/activation/activation_compute.h"

#include "kernels/activation/activation_function.h"
#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// A loop over floats of one function of x, with the parameter alpha.
#define TFLL_ACTIVATION(name, result)                                  \
  TFLL_VECTOR_CLONES                                                   \
  void name(const float* in, int64_t count, float alpha, float* out) { \
    static_cast<void>(alpha);                                          \
    TFLL_VECTOR_LOOP                                                   \
    for (int64_t i = 0; i < count; ++i) {                              \
      const float x = in[i];                                           \
      out[i] = result;                                                 \
    }                                                                  \
  }

TFLL_ALWAYS_INLINE float Clamp(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

TFLL_ACTIVATION(Relu, x < 0 ? 0 : x)
TFLL_ACTIVATION(Relu6, Clamp(x, 0, 6))
TFLL_ACTIVATION(Relu0To1, Clamp(x, 0, 1))
TFLL_ACTIVATION(ReluN1To1, Clamp(x, -1, 1))
TFLL_ACTIVATION(LeakyRelu, x > 0 ? x : alpha * x)
// Exactly x from 3 on.
TFLL_ACTIVATION(HardSwish, x*(Clamp(x + 3.0f, 0, 6) * (1.0f / 6.0f)))

#undef TFLL_ACTIVATION

}  // namespace

ActivationLoop ActivationLoopOf(ActivationKind kind) {
  constexpr int64_t kCheap = 65536, kDear = 16384;
  const ElementaryLoops& elementary = BestElementaryLoops();
  switch (kind) {
    case ActivationKind::kRelu:
      return {Relu, kCheap};
    case ActivationKind::kRelu6:
      return {Relu6, kCheap};
    case ActivationKind::kRelu0To1:
      return {Relu0To1, kCheap};
    case ActivationKind::kReluN1To1:
      return {ReluN1To1, kCheap};
    case ActivationKind::kLeakyRelu:
      return {LeakyRelu, kCheap};
    case ActivationKind::kElu:
      return {elementary.elu, kDear};
    case ActivationKind::kGeluErf:
      return {elementary.gelu_erf, kDear};
    case ActivationKind::kGeluTanh:
      return {elementary.gelu_tanh, kDear};
    case ActivationKind::kHardSwish:
      return {HardSwish, kCheap};
    case ActivationKind::kLogistic:
      return {elementary.logistic, kDear};
    case ActivationKind::kTanh:
      return {elementary.tanh, kDear};
  }
  return {Relu, kCheap};
}

ByteTable ActivationTableOf(const Activation& op) {
  const auto stored = [&op](auto x) { return ActivateStored(op, x); };
  return op.type == kTfLiteInt8 ? ByteTable::Of<int8_t>(stored)
                                : ByteTable::Of<uint8_t>(stored);
}

}  // namespace tflite::kernels
