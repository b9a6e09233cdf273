#ifndef KERNELS_MATH_NUMBER_TYPES_H_
#define KERNELS_MATH_NUMBER_TYPES_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// Integers of 8 to 64 bits, and floating-point numbers of 16 to 64.
inline bool IsNumber(TfLiteType type) {
  switch (type) {
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteInt16:
    case kTfLiteUInt16:
    case kTfLiteInt32:
    case kTfLiteUInt32:
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
    case kTfLiteFloat32:
    case kTfLiteFloat64:
      return true;
    default:
      return false;
  }
}

inline bool IsNumberOrBool(TfLiteType type) {
  return IsNumber(type) || type == kTfLiteBool;
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_NUMBER_TYPES_H_
