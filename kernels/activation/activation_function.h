#ifndef KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_
#define KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/activation/activation.h"
#include "kernels/math/fixed_transcendental.h"

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

namespace activation_internal {

inline int16_t ShiftLeft(int16_t x, int shift) {
  return static_cast<int16_t>(std::clamp<int64_t>(
      int64_t{x} * (int64_t{1} << shift), INT16_MIN, INT16_MAX));
}

// x, the stored integer minus its zero point, times the gate clamp(x + 3, 0, 6)
// / 6: x in 2^-7 of the input's scale, the gate first as x / 3 in [-1, 1).
inline int32_t HardSwish(const HardSwishFactors& f, int32_t x) {
  const auto fine = static_cast<int16_t>(x * 128);
  const int16_t scaled = FixedMultiply(fine, f.out);
  int16_t gate = fine;
  // One bit of the left shift waits until after the product, which then keeps
  // its saturation.
  if (f.gate_shift > 0) gate = ShiftLeft(gate, f.gate_shift - 1);
  gate = FixedMultiply(gate, f.gate);
  if (f.gate_shift > 0) {
    gate = ShiftLeft(gate, 1);
  } else {
    gate = static_cast<int16_t>(RoundingDivideByPOT(gate, -f.gate_shift));
  }
  gate = static_cast<int16_t>((gate + (1 << 15)) >> 1);
  // In units of 2^-15, not rounded; the gate is not negative.
  const int32_t product = int32_t{gate} * scaled / (1 << 15);
  return RoundingDivideByPOT(product, -f.out_shift);
}

}  // namespace activation_internal

// What to store for the stored integer x. T is the type of both.
template <typename T>
T ActivateStored(const Activation& op, T x) {
  const int32_t centred = int32_t{x} - op.in.zero_point;
  switch (op.form) {
    case ActivationForm::kReal:
      break;
    case ActivationForm::kRescale: {
      const int64_t y = int64_t{SaturatingMultiplyByQuantizedMultiplier(
                            centred, centred < 0 ? op.negative : op.positive)} +
                        op.out.zero_point;
      return static_cast<T>(std::clamp<int64_t>(y, op.low, op.high));
    }
    case ActivationForm::kHardSwish: {
      const int32_t y = activation_internal::HardSwish(op.hard_swish, centred) +
                        op.out.zero_point;
      return static_cast<T>(std::clamp<int32_t>(
          y, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    case ActivationForm::kTable:
      return static_cast<T>(op.kind == ActivationKind::kTanh
                                ? TableTanh(op.sigmoid, x)
                                : TableLogistic(op.sigmoid, x));
  }
  return QuantizeTo<T>(Activate<float>(op.kind, op.alpha, op.in.Real(x)),
                       op.out);
}

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_ACTIVATION_FUNCTION_H_
