#ifndef KERNELS_MATH_NOT_EQUAL_H_
#define KERNELS_MATH_NOT_EQUAL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {

// What TF_LITE_ENSURE_EQ says in TensorFlow Lite's operators, and logs are
// searched for: "input->dims->size != 5 (4 != 5)".
inline std::string NotEqual(std::string_view left, std::string_view right,
                            int64_t a, int64_t b) {
  return base::StrCat(left, " != ", right, " (", a, " != ", b, ")");
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_NOT_EQUAL_H_
