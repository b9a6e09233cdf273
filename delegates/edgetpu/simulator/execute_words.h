#ifndef DELEGATES_EDGETPU_SIMULATOR_EXECUTE_WORDS_H_
#define DELEGATES_EDGETPU_SIMULATOR_EXECUTE_WORDS_H_

#include <cstdint>

#include "delegates/edgetpu/isa/instruction.h"

namespace tflite::edgetpu {

// Checked instructions on 16-bit numbers, given the memory of their tile.
void ExecuteNarrow(const Narrow& narrow, uint8_t* tile);
void ExecuteCurve(const Curve& curve, uint8_t* tile);
void ExecuteMix(const Mix& mix, uint8_t* tile);
void ExecuteFinish(const Finish& finish, uint8_t* tile);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_EXECUTE_WORDS_H_
