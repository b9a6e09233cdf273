#ifndef DELEGATES_EDGETPU_COMPILER_LOWERING_H_
#define DELEGATES_EDGETPU_COMPILER_LOWERING_H_

#include "delegates/common/lowering.h"
#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"

namespace tflite::edgetpu {

// The operators that the compiler takes: INT8 and UINT8, quantized.
const LoweringTable<EdgeTpuCaps, LayerBuilder>& EdgeTpuLowering();

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWERING_H_
