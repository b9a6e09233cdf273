#ifndef DELEGATES_EDGETPU_ISA_CURVES_H_
#define DELEGATES_EDGETPU_ISA_CURVES_H_

#include <cstdint>

// The machine's functions of fixed-point numbers, in integer arithmetic.
namespace tflite::edgetpu {

// 1 / (1 + exp(-x)) and tanh(x) of x / 2^(15 - integer_bits), in units of
// 2^-15; 32767 also represents 1. x has 16 bits, integer_bits is in [0, 6].
int32_t LogisticOf(int32_t x, int integer_bits);
int32_t TangentOf(int32_t x, int integer_bits);

// factor * 2^(shift - 31); shift in [-31, 0].
struct FixedScale {
  int32_t factor, shift;
};
// 1 / sqrt(x); numbers below 2 count as 1.
FixedScale InverseRootOf(int32_t x);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_CURVES_H_
