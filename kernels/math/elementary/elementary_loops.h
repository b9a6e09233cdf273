#ifndef KERNELS_MATH_ELEMENTARY_ELEMENTARY_LOOPS_H_
#define KERNELS_MATH_ELEMENTARY_ELEMENTARY_LOOPS_H_

#include <cstdint>

namespace tflite::kernels {

// Elementary functions of arrays of floats, in the vectors of one instruction
// set. `x` and `y` may be the same array. Relative errors are below 4e-7 where
// the result is a normal number (gelu: functions.h); NaN gives NaN.
struct ElementaryLoops {
  // The fourth argument of a loop over floats (float_map.h) is not used.
  using Loop = void (*)(const float* x, int64_t count, float, float* y);
  Loop exp, log, sin, cos;
  Loop tanh, logistic;
  Loop elu;                  // x below 0: e^x - 1
  Loop gelu_erf, gelu_tanh;  // x times the normal distribution's integral
  // Null where the processor's square roots are as fast.
  Loop sqrt, rsqrt;

  // The greatest of `count` numbers, at least one; NaN is passed over.
  float (*greatest)(const float* x, int64_t count);
  // The sum of e^(beta (x - max)), where no exponent is positive: `max` is the
  // least number if beta is negative. Addends below e^-87 are 0. What is added
  // goes to y where that is not null.
  float (*exponentials)(const float* x, int64_t count, float max, float beta,
                        float* y);
};

// The loops that this machine can run, best first; the last ones are portable.
// Chosen once per process.
const ElementaryLoops* const* AllElementaryLoops(int* count);
inline const ElementaryLoops& BestElementaryLoops() {
  int count;
  return *AllElementaryLoops(&count)[0];
}

// By instruction set; null where the build has no such code.
const ElementaryLoops* ElementaryPortable();
const ElementaryLoops* ElementaryAvx2();
const ElementaryLoops* ElementaryAvx512();
// For processors where a division takes less than a few products.
const ElementaryLoops* ElementaryAvx512Division();

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_ELEMENTARY_LOOPS_H_
