#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_TYPE_TO_TFLITETYPE_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_TYPE_TO_TFLITETYPE_H_

#include <complex>
#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// Returns the element type for values of a C++ type, or kTfLiteNoType if there
// is none.
template <typename T>
constexpr TfLiteType typeToTfLiteType() {
  return kTfLiteNoType;
}

// The C++ type for the values of an element type, e.g.
// TfLiteTypeToType<kTfLiteInt8>::Type.
template <TfLiteType kType>
struct TfLiteTypeToType {};

#define TFLL_MATCH_TYPE(CPP_TYPE, TFLITE_TYPE)        \
  template <>                                         \
  constexpr TfLiteType typeToTfLiteType<CPP_TYPE>() { \
    return TFLITE_TYPE;                               \
  }                                                   \
  template <>                                         \
  struct TfLiteTypeToType<TFLITE_TYPE> {              \
    using Type = CPP_TYPE;                            \
  }

TFLL_MATCH_TYPE(int32_t, kTfLiteInt32);
TFLL_MATCH_TYPE(uint32_t, kTfLiteUInt32);
TFLL_MATCH_TYPE(int16_t, kTfLiteInt16);
TFLL_MATCH_TYPE(uint16_t, kTfLiteUInt16);
TFLL_MATCH_TYPE(int64_t, kTfLiteInt64);
TFLL_MATCH_TYPE(uint64_t, kTfLiteUInt64);
TFLL_MATCH_TYPE(float, kTfLiteFloat32);
TFLL_MATCH_TYPE(double, kTfLiteFloat64);
TFLL_MATCH_TYPE(unsigned char, kTfLiteUInt8);
TFLL_MATCH_TYPE(int8_t, kTfLiteInt8);
TFLL_MATCH_TYPE(bool, kTfLiteBool);
TFLL_MATCH_TYPE(TfLiteFloat16, kTfLiteFloat16);
TFLL_MATCH_TYPE(TfLiteBFloat16, kTfLiteBFloat16);
TFLL_MATCH_TYPE(std::complex<float>, kTfLiteComplex64);
TFLL_MATCH_TYPE(std::complex<double>, kTfLiteComplex128);
TFLL_MATCH_TYPE(std::string, kTfLiteString);

#undef TFLL_MATCH_TYPE

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_TYPE_TO_TFLITETYPE_H_
