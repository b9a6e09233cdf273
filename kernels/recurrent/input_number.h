#ifndef KERNELS_RECURRENT_INPUT_NUMBER_H_
#define KERNELS_RECURRENT_INPUT_NUMBER_H_

namespace tflite::kernels {

// Layers of a node have different inputs, and keep their numbers.
constexpr int kNoInput = -1;

inline bool IsGiven(int input) { return input != kNoInput; }

}  // namespace tflite::kernels

#endif  // KERNELS_RECURRENT_INPUT_NUMBER_H_
