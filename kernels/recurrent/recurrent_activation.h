#ifndef KERNELS_RECURRENT_RECURRENT_ACTIVATION_H_
#define KERNELS_RECURRENT_RECURRENT_ACTIVATION_H_

#include <algorithm>
#include <cmath>

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// The fused activations that recurrent operators take: besides the intervals of
// activation.h, TANH, SIGN_BIT and the sigmoid.
inline bool IsRecurrentActivation(TfLiteFusedActivation activation) {
  return activation >= kTfLiteActNone && activation <= kTfLiteActSigmoid;
}

inline float Sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }

inline float RecurrentActivation(TfLiteFusedActivation activation, float x) {
  switch (activation) {
    case kTfLiteActNone:
      return x;
    case kTfLiteActRelu:
      return std::max(x, 0.0f);
    case kTfLiteActReluN1To1:
      return std::min(std::max(x, -1.0f), 1.0f);
    case kTfLiteActRelu6:
      return std::min(std::max(x, 0.0f), 6.0f);
    case kTfLiteActTanh:
      return std::tanh(x);
    case kTfLiteActSignBit:
      return std::signbit(x) ? 1.0f : 0.0f;
    case kTfLiteActSigmoid:
      return Sigmoid(x);
  }
  return x;
}

}  // namespace tflite::kernels

#endif  // KERNELS_RECURRENT_RECURRENT_ACTIVATION_H_
