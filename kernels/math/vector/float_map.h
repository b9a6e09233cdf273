#ifndef KERNELS_MATH_VECTOR_FLOAT_MAP_H_
#define KERNELS_MATH_VECTOR_FLOAT_MAP_H_

#include <cstdint>
#include <functional>

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/thread_pool.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// A function of floats, applied to `count` of them; `in` and `out` may be the
// same. `parameter` is the function's own.
using FloatLoop = void (*)(const float* in, int64_t count, float parameter,
                           float* out);

// One function of floats over a tensor of another type: elements become floats,
// go through the loop, and are rounded back. Pieces of at least `grain`
// elements go to the threads.
struct FloatMap {
  FloatLoop loop;
  float parameter = 0;
  int64_t grain = 4096;
  Affine in, out;  // INT16

  // FLOAT32, FLOAT16, BFLOAT16 or INT16. `stored` is the same function of INT16
  // numbers, as the reference kernels compute it: it decides where the loop's
  // result is next to the middle between two integers.
  Status Run(TfLiteType type, const void* in_data, int64_t count,
             void* out_data, ThreadPool& threads,
             const std::function<int16_t(int16_t)>& stored) const;
};

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_FLOAT_MAP_H_
