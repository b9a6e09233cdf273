#ifndef KERNELS_ACTIVATION_SIGMOID_TABLE_H_
#define KERNELS_ACTIVATION_SIGMOID_TABLE_H_

#include <cstdint>

namespace tflite::kernels {

// LOGISTIC and TANH of INT16 with zero point 0 to steps of 2^-15, in integer
// arithmetic: a table of the logistic function and straight lines between its
// values. Within 4 steps of the real result; the same to the bit on every
// kernel.

// What takes a stored x to steps of 1 / 12288: (x * factor) / 2^shift.
struct SigmoidScale {
  int32_t factor = 0;
  int shift = 0;
};
SigmoidScale SigmoidScaleOf(float input_scale);

int16_t TableLogistic(SigmoidScale scale, int16_t x);
int16_t TableTanh(SigmoidScale scale, int16_t x);

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_SIGMOID_TABLE_H_
