#ifndef KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_
#define KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_

#include <cmath>

#include "kernels/activation/activation.h"

namespace tflite::kernels {

// The functions of activation.h on one number. T is float or double.
template <typename T>
T Activate(ActivationKind kind, T alpha, T x) {
  const auto clamp = [x](T low, T high) {
    return x < low ? low : x > high ? high : x;
  };
  constexpr T kRootHalf = T(0.70710678118654752440L);
  constexpr T kRootTwoOverPi = T(0.79788456080286535588L);
  switch (kind) {
    case ActivationKind::kRelu:
      return x < 0 ? T{0} : x;
    case ActivationKind::kRelu6:
      return clamp(0, 6);
    case ActivationKind::kRelu0To1:
      return clamp(0, 1);
    case ActivationKind::kReluN1To1:
      return clamp(-1, 1);
    case ActivationKind::kLeakyRelu:
      return x > 0 ? x : alpha * x;
    case ActivationKind::kElu:
      return x < 0 ? std::expm1(x) : x;
    case ActivationKind::kGeluErf:
      // erfc keeps the relative precision of the far negative side.
      return T(0.5) * x * std::erfc(-x * kRootHalf);
    case ActivationKind::kGeluTanh:
      return T(0.5) * x *
             (1 + std::tanh(kRootTwoOverPi * (x + T(0.044715) * x * x * x)));
    case ActivationKind::kHardSwish: {
      const T gate = x + 3;
      return x * (gate < 0 ? T{0} : gate > 6 ? T{6} : gate) / 6;
    }
    case ActivationKind::kLogistic:
      return 1 / (1 + std::exp(-x));
    case ActivationKind::kTanh:
      return std::tanh(x);
  }
  return x;
}

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_
