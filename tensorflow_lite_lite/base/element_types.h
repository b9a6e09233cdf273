#ifndef TENSORFLOW_LITE_LITE_BASE_ELEMENT_TYPES_H_
#define TENSORFLOW_LITE_LITE_BASE_ELEMENT_TYPES_H_

#include "tensorflow_lite_lite/base/namespaces.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// Families of element types.

// Floating-point numbers of 16 to 64 bits.
inline bool IsFloat(TfLiteType type) {
  return type == kTfLiteFloat32 || type == kTfLiteFloat64 ||
         type == kTfLiteFloat16 || type == kTfLiteBFloat16;
}

inline bool IsComplex(TfLiteType type) {
  return type == kTfLiteComplex64 || type == kTfLiteComplex128;
}

// INT8 and UINT8.
inline bool IsByte(TfLiteType type) {
  return type == kTfLiteInt8 || type == kTfLiteUInt8;
}

// The types of quantized activations: INT8, UINT8 and INT16.
inline bool IsByteOrInt16(TfLiteType type) {
  return IsByte(type) || type == kTfLiteInt16;
}

// The types of axes, shapes and most indices: INT32 and INT64.
inline bool IsIndexType(TfLiteType type) {
  return type == kTfLiteInt32 || type == kTfLiteInt64;
}

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
      return true;
    default:
      return IsFloat(type);
  }
}

inline bool IsNumberOrBool(TfLiteType type) {
  return IsNumber(type) || type == kTfLiteBool;
}

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_ELEMENT_TYPES_H_
