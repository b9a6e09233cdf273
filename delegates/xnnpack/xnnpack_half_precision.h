#ifndef DELEGATES_XNNPACK_XNNPACK_HALF_PRECISION_H_
#define DELEGATES_XNNPACK_XNNPACK_HALF_PRECISION_H_

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::xnnpack {

// Unsupported if the library multiplies wrongly at half precision: Debian 13's
// does, for 64 channels and more on processors with AVX512-FP16. Determined
// once per process, by a product of small integers. The library must be
// initialized. Thread-safe.
base::Status CheckHalfPrecision();

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_HALF_PRECISION_H_
