#ifndef KERNELS_WHERE_NONZERO_H_
#define KERNELS_WHERE_NONZERO_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// True for BOOL, integers of 8 to 64 bits, FLOAT16, BFLOAT16, FLOAT32, FLOAT64.
bool CanBeZero(TfLiteType type);

// How many of `count` elements are not 0. -0 is 0, a NaN is not.
int64_t CountNonZero(TfLiteType type, const void* data, int64_t count);

// Calls visit(i) for every element i that is not 0, in order.
void VisitNonZero(TfLiteType type, const void* data, int64_t count,
                  absl::FunctionRef<void(int64_t)> visit);

}  // namespace tflite::kernels

#endif  // KERNELS_WHERE_NONZERO_H_
